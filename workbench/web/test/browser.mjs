// The tools that all tests of the page share: a server, a browser, and the steps that a person
// takes.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const root = resolve(import.meta.dirname, "../../..");
/** The command under test. */
export const ferz = process.env.FERZ ? resolve(process.env.FERZ) : resolve(root, "target/debug/ferz");
/** The folder of screenshots. */
export const shots = process.env.SHOTS ?? join(root, "target/workbench");

/** A site of plain files, as `node js/site.mjs` writes it; without one, `ferz serve` is under test. */
export const site = process.env.SITE ? resolve(process.env.SITE) : null;

/** The number of times that this machine is slower than one that does nothing else. */
export const slow = Number(process.env.SLOW ?? 1);

/** The line of a program that announces that it listens. */
function listens(child, name) {
  return new Promise((found, failed) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const address = /http:\/\/[\d.]+:\d+\//.exec(said);
      if (address) found(address[0]);
    });
    child.on("exit", (code) => failed(new Error(`${name} has ended with ${code}`)));
  });
}

/** Ends a program, however this one ends. */
function ender(child, more = () => {}) {
  const stop = () => {
    child.removeAllListeners("exit");
    child.kill();
    more();
  };
  process.on("exit", stop);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return stop;
}

/** A text that a page without a server keeps: its contents, or, with `text`, its new contents. */
const kept = (page, name, text) =>
  page.evaluate(async ([name, text]) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("ferz", { create: true });
    const handle = await folder.getFileHandle(encodeURIComponent(`/${name}`), { create: true });
    if (text === undefined) return (await handle.getFile()).text();
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
  }, [name, text]);

/** Serves the files of a folder. */
export async function files(folder) {
  const child = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], { stdio: ["ignore", "pipe", "ignore"] });
  return { address: await listens(child, "the server of files"), stop: ender(child) };
}

/** Serves the workbench of the site of plain files. */
async function plain() {
  const { address, stop } = await files(site);
  return { address: `${address}workbench/`, read: kept, write: kept, stop };
}

/** Serves a new folder, or strangers with `--public`; or the site of plain files, if that is under test. */
export async function serve(...more) {
  if (site) return plain();
  const folder = mkdtempSync(join(tmpdir(), "ferz-serve-"));
  const place = more.includes("--public") ? ["--address", "127.0.0.1"] : [folder];
  const child = spawn(ferz, ["serve", ...place, "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await listens(child, "ferz serve");
  const stop = ender(child, () => rmSync(folder, { recursive: true, force: true }));
  const read = async (_page, name) => readFileSync(join(folder, name), "utf8");
  const write = async (_page, name, text) => writeFileSync(join(folder, name), text);
  return { address, folder, read, write, stop };
}

/** A browser. */
export async function browse() {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = known.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium; install it, or name it in CHROMIUM");
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page on which every error is noted. */
export async function open(browser, address, { width = 1280, height = 860, dark = false, touch = false, hash = "" } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(20_000 * slow);
  if (process.env.PAGE) await replaced(context, resolve(process.env.PAGE));
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  // A site that was built for tests has no build for large boards, and says so.
  const expected = (message) => site && message.location().url.endsWith("/wasm/full.bin");
  page.on("console", (message) => message.type() === "error" && !expected(message) && errors.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL("/", address).href) && !/^(data|blob):/.test(request.url())) errors.push(`asks elsewhere: ${request.url()}`);
  });
  await page.goto(address + hash);
  await page.waitForFunction(() => document.body.dataset.ready && window.workbench.game.state, null, { timeout: 60_000 * slow });
  return { page, errors, context };
}

/** Shows the page as it is built in a folder in place of the one that the command holds. */
async function replaced(context, folder) {
  await context.route(/\/assets\//, (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }));
}

/** The middle of a square on the screen. */
export function place(page, square) {
  return page.evaluate((square) => {
    const cell = window.workbench.game.state.cells.find((cell) => cell.name === square);
    const svg = document.querySelector(".board > svg");
    // As a person scrolls to it.
    svg.scrollIntoView({ block: "nearest" });
    const point = new DOMPoint(cell.x, cell.y).matrixTransform(svg.getScreenCTM());
    return { x: point.x, y: point.y };
  }, square);
}

export async function click(page, square, touch = false) {
  const { x, y } = await place(page, square);
  await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

export async function drag(page, from, to) {
  const [a, b] = [await place(page, from), await place(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Draws a piece with a finger. */
export async function slide(page, from, to) {
  const [a, b] = [await place(page, from), await place(page, to)];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", a);
  for (const part of [0.2, 0.6, 1]) await touch("touchMove", { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
  await touch("touchEnd");
  await fingers.detach();
}

/** Waits until that many moves are on the board. */
export function plies(page, count) {
  return page.waitForFunction((count) => window.workbench.game.at === count && !window.workbench.game.busy, count);
}

/** The position on the board. */
export const fen = (page) => page.evaluate(() => window.workbench.game.state.fen);

/** Fails with a sentence. */
export function expect(fine, words) {
  if (!fine) throw new Error(words);
}
