// The site of plain files in a folder of a server, at another address, and without any server: the gallery, the rules, the boards,
// the links.
//
//   SITE=site node test/gallery.mjs

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browse, expect, files, site } from "./browser.mjs";

if (!site) throw new Error("SITE names the folder of the site");
const root = mkdtempSync(join(tmpdir(), "ferz-gallery-"));
for (const folder of ["one/deep", "two"]) {
  mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(site, join(root, folder, "site"));
}
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
const { address, stop } = await files(root);

const browser = await browse();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
context.setDefaultTimeout(60_000);
const page = await context.newPage();
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
// A site that was built for tests has no build for large boards.
page.on("response", (answer) => answer.status() >= 400 && !/full\.bin|favicon/.test(answer.url()) && errors.push(`${answer.status()} ${answer.url()}`));
page.on("request", (request) => !/^(data|blob|file):/.test(request.url()) && !request.url().startsWith(address) && errors.push(`asks elsewhere: ${request.url()}`));

/** The board on a page or in a frame of it, when it is there. */
async function board(place) {
  await place.waitForFunction(() => document.body.dataset.ready && window.workbench.game.state);
  return place;
}

/** Plays a move on a board by two clicks. */
async function play(place, from, to) {
  for (const square of [from, to]) {
    const at = await place.evaluate((square) => {
      const cell = window.workbench.game.state.cells.find((cell) => cell.name === square);
      const svg = document.querySelector(".board > svg");
      const point = new DOMPoint(cell.x, cell.y).matrixTransform(svg.getScreenCTM());
      const box = svg.getBoundingClientRect();
      return { x: point.x - box.x, y: point.y - box.y };
    }, square);
    await place.locator(".board > svg").click({ position: at });
  }
  await place.waitForFunction(() => window.workbench.game.at === 1 && !window.workbench.game.busy);
}

// The gallery.
await page.goto(`${address}one/deep/site/index.html`);
const seen = () => page.locator(".cards li:visible").count();
const all = await seen();
expect(all > 400, `${all} variants`);
await page.getByRole("searchbox").fill("chess");
const tops = await page.locator(".cards li:visible").evaluateAll((cards) => cards.map((card) => [card.getBoundingClientRect().y, card.getBoundingClientRect().x, card.dataset.name]).sort((a, b) => a[0] - b[0] || a[1] - b[1]));
expect(tops[0][2] === "chess", `${tops[0][2]} stands first`);
await page.getByRole("searchbox").fill("explosion atomic");
expect((await seen()) > 0 && (await seen()) < all, "mechanics are found");
await page.getByRole("searchbox").fill("no such game");
await page.locator(".none").waitFor();
await page.getByRole("searchbox").fill("atomic");
const picture = page.locator('li[data-name="atomic"] img');
await picture.evaluate((image) => image.decode());
expect(await picture.evaluate((image) => image.naturalWidth > 50), "there is a picture");

// A board on a page of rules.
await page.getByRole("link", { name: "Play Atomic Chess", exact: true }).click();
const frame = await (await page.locator("details.play iframe").elementHandle()).contentFrame();
await play(await board(frame), "e2", "e4");
expect((await page.locator("figure svg").first().boundingBox()).width > 100, "the rules have pictures");

// A link of the workbench, opened at another address.
await page.getByRole("link", { name: "Open it in the workbench" }).click();
await play(await board(page), "d2", "d4");
await page.getByRole("button", { name: "Share", exact: true }).click();
const link = await page.getByLabel("Link").inputValue();
expect(link.startsWith(`${address}one/deep/site/workbench/`), link);
const other = await context.newPage();
await other.goto(link.replace("one/deep", "two"));
await board(other);
await other.waitForFunction(() => window.workbench.game.at === 1);
expect((await other.evaluate(() => window.workbench.game.state.fen)).includes("/3P4/"), "the game is there");
await other.close();

// No server at all.
const broken = errors.length;
await page.goto(pathToFileURL(join(site, "rules/atomic.html")).href);
await page.locator(".served").waitFor();
expect((await page.locator("iframe").count()) === 0, "no board is tried");
expect(await page.locator("figure svg use").first().evaluate((use) => use.getBBox().width > 0), "the figures are seen");
expect(errors.length === broken, "nothing fails");

await browser.close();
stop();
if (errors.length) {
  console.error(errors.join("\n"));
  process.exit(1);
}
console.log(`the gallery of ${all} variants works in a folder, at another address, and without a server`);
