// Opens bundled variants and plays random moves in each, by touching what the page offers: by mouse, with a finger, or by keys.
//
//   node test/variants.mjs [how many variants, or their names with commas; all if not said] [moves] [mouse, touch or keys; all in turn if not said]

import { browse, expect, open, serve, slow } from "./browser.mjs";
import { Keys, Pointer } from "./hands.mjs";

const [wanted = "all"] = process.argv.slice(2);
const named = /^(all|\d+)$/.test(wanted) ? null : wanted.split(",");
const most = /^\d+$/.test(wanted) ? Number(wanted) : Infinity;
const moves = Number(process.argv[3] ?? 20);
const way = process.argv[4];
let seed = Number(process.env.FERZ_SEED ?? 1);
const random = (n) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >>> 8) % n;
};

// The limits for strangers hold on a machine that has time for them.
const { address, stop } = await serve(...(slow > 1 ? [] : ["--public"]));
const browser = await browse();
const { page, errors } = await open(browser, address, { hash: "#bundled=chess", touch: true });
const ways = { mouse: new Pointer(page, {}), touch: new Pointer(page, { touch: true }), keys: new Keys(page) };
const names = await page.evaluate(async () => (await window.workbench.server.ask("variants")).variants.map((one) => one.name));
const chosen = named ?? (names.length <= most ? names : Array.from({ length: most }, () => names.splice(random(names.length), 1)[0]));
const times = [];
const began = Date.now();
let played = 0;

/** Presses a button, called or marked so. */
async function press(hands, button) {
  if (hands === ways.keys) await hands.push(await button.evaluate((button) => button.getAttribute("aria-label") ?? button.textContent.trim()));
  else await (hands === ways.touch ? button.tap() : button.click());
}

/** Plays one move by touching what leads to it. */
async function play(name, hands) {
  const state = await page.evaluate(() => {
    const { state, at } = window.workbench.game;
    return { moves: state.moves, at, turn: state.turn };
  });
  const move = state.moves[random(state.moves.length)];
  const began = Date.now();
  for (const step of move.path) {
    if (step.startsWith("@")) await press(hands, page.locator(`[data-step="${step}"]`));
    else await hands.touch(step);
    if (await page.evaluate((at) => window.workbench.game.at > at, state.at)) break;
  }
  if (!move.path.length) await press(hands, page.locator(`.others [data-move="${move.move}"]`));
  const chooser = page.locator(".chooser:not([hidden])");
  await page.waitForFunction((at) => window.workbench.game.at > at || document.querySelector(".chooser:not([hidden])"), state.at);
  if (await chooser.count()) await press(hands, chooser.locator(`[data-move="${move.move}"]`));
  await page.waitForFunction((at) => window.workbench.game.at === at + 1 && !window.workbench.game.busy, state.at);
  times.push(Date.now() - began);
  const last = await page.evaluate(() => window.workbench.game.line.at(-1).text);
  expect(last === move.move, `${name}: ${move.move} was clicked and ${last} played`);
  played++;
}

for (const [i, name] of chosen.entries()) {
  const hands = ways[way] ?? Object.values(ways)[i % 3];
  try {
    await page.evaluate((name) => window.workbench.show(name), name);
    await page.waitForFunction((name) => window.workbench.game.shown?.file === `<${name}>` && !window.workbench.game.busy, name);
    for (let i = 0; i < moves; i++) {
      if (await page.evaluate(() => window.workbench.game.state.moves.length === 0)) break;
      await play(name, hands);
    }
  } catch (error) {
    errors.push(`${name}: ${error.message.split("\n")[0]}`);
    console.error(errors.at(-1));
    // The end of one variant must not be reported for the next.
    await page.waitForFunction(() => window.workbench.server.open, null, { timeout: 60_000 * slow });
  }
}
times.sort((a, b) => a - b);
console.log(`${chosen.length} variants, ${played} moves played in ${Math.round((Date.now() - began) / 1000)} s; a move takes ${times[times.length >> 1]} ms, 99 of 100 less than ${times[Math.floor(times.length * 0.99)]} ms`);
await browser.close();
stop();
if (errors.length) {
  console.error(errors.join("\n"));
  process.exit(1);
}
