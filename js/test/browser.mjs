// The package in headless Chromium, from plain files behind a static server: `node test/browser.mjs`.
// CHROMIUM names the browser.
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const page = `<!doctype html><meta charset="utf-8"><title>ferz</title><script type="module">
import { Variant, Game, FerzError } from "/src/index.js";
import { Thinker } from "/src/worker.js";
const assert = (holds, what) => { if (!holds) throw new Error(what); };
const large = ${existsSync(join(here, "dist", "full.wasm"))};
async function all() {
  const begun = performance.now();
  const chess = await Variant.bundled("chess");
  assert(chess.start().perft(3) === 8902, "perft of chess");
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  assert(!loaded.some((name) => name.endsWith("full.wasm")), "large boards are loaded when they are needed");
  const first = Math.round(performance.now() - begun);
  if (large) {
    const xiangqi = await Variant.bundled("xiangqi");
    assert(xiangqi.start().perft(2) === 1920, "perft of xiangqi");
  }
  const game = new Game(chess);
  game.push("e4");
  assert(game.position.svg().startsWith("<svg"), "a picture");
  try { game.push("e5e4"); assert(false, "refused"); } catch (error) { assert(error instanceof FerzError && error.kind === "illegal", "refused"); }
  const thinker = new Thinker();
  let told = 0;
  const found = await thinker.think({ name: "chess" }, { moves: ["e2e4"], depth: 5, onInfo: () => { told += 1; } });
  assert(found.move && told > 0, "the worker thinks");
  const long = thinker.think({ name: "chess" }, { time: 60000 });
  setTimeout(() => thinker.stop(), 100);
  const stopped = await long.catch((error) => error);
  assert(stopped.kind === "stopped", "a search can be stopped");
  const again = await thinker.think({ name: "atomic" }, { depth: 2 });
  assert(again.move, "the next question starts a new worker");
  const wrong = await thinker.think({ text: "variant" }, {}).catch((error) => error);
  assert(wrong.kind === "rules" && wrong.diagnostics.length > 0, "a wrong text");
  return "passed; chess after " + first + " ms";
}
const result = await all().catch((error) => "failed: " + error.message + " " + error.stack);
await fetch("/result", { method: "POST", body: result });
</script>`;

const browser = process.env.CHROMIUM
  ?? ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync(name, ["--version"]).status === 0);
if (!browser) {
  console.error("no Chromium is there; CHROMIUM may name one");
  process.exit(1);
}

const profile = mkdtempSync(join(tmpdir(), "ferz-js-"));
let child;
const result = await new Promise((resolve) => {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (request.method === "POST") {
      let body = "";
      request.on("data", (part) => { body += part; });
      request.on("end", () => { response.end(); server.close(); resolve(body); });
    } else if (path === "/") {
      response.setHeader("content-type", "text/html").end(page);
    } else if (existsSync(join(here, path)) && extname(path) in types) {
      response.setHeader("content-type", types[extname(path)]);
      createReadStream(join(here, path)).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1", () => {
    const url = `http://127.0.0.1:${server.address().port}/`;
    const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    child = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", ...quiet, `--user-data-dir=${profile}`, url], { stdio: "ignore" });
    setTimeout(() => resolve("failed: no answer after 120 s"), 120_000).unref();
  });
});
child.kill();
await new Promise((resolve) => { child.once("exit", resolve); setTimeout(resolve, 3000); });
try {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
} catch {
  // The browser still ends; the folder is a temporary one.
}
console.log(`Chromium: ${result}`);
process.exit(result.startsWith("passed") ? 0 : 1);
