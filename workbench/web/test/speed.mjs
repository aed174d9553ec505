// How soon the page is there, how much it loads, and how soon the board follows a key.
//
//   node test/speed.mjs [times]

import { browse, open, serve } from "./browser.mjs";

const times = Number(process.argv[2] ?? 20);
const served = await serve();
const browser = await browse();
const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const most = (list) => list.sort((a, b) => a - b).at(-1);
const round = (list) => `${Math.round(middle(list))} ms in the middle, ${Math.round(most(list))} ms at most`;

const painted = [];
const ready = [];
let bytes = 0;
for (let i = 0; i < times; i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  let loaded = 0;
  cdp.on("Network.loadingFinished", (event) => (loaded += event.encodedDataLength));
  cdp.on("Network.webSocketFrameReceived", (event) => (loaded += event.response.payloadData.length));
  const began = Date.now();
  await page.goto(served.address);
  await page.waitForSelector(".pieces g");
  painted.push(Date.now() - began);
  await page.waitForFunction(() => document.body.dataset.ready);
  ready.push(Date.now() - began);
  bytes = loaded;
  await context.close();
}
console.log(`first load: ${Math.round(bytes / 1024)} KB as sent; a board after ${round(painted)}; all there after ${round(ready)}`);

const { page } = await open(browser, served.address);
/** From the key to the board that follows it: the rules have changed, and so has the drawing. */
const follows = await page.evaluate(async (times) => {
  const { documents, game } = window.workbench;
  const { view } = documents.active;
  const taken = [];
  for (let i = 0; i < times; i++) {
    const title = `T${i}`;
    const since = performance.now();
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: `variant "${title}" extends chess\npiece archer A = leap(1, ${2 + (i % 4)})\n` }, userEvent: "input.type" });
    while (document.querySelector("h1").textContent !== title) await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => requestAnimationFrame(done));
    taken.push(performance.now() - since);
    if (game.wrong) throw new Error(game.wrong.message);
    await new Promise((done) => setTimeout(done, 400));
  }
  return taken;
}, times);
console.log(`the board follows a key after ${round(follows)}`);
await browser.close();
served.stop();
