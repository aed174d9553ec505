// A session of the workbench as WebAssembly on standard input and output, a message a line, as `ferz serve --session` is one: so
// the tests of sessions can be run on it.
//
//     FERZ_SESSION="node js/test/session.mjs" cargo test -p ferz-workbench --test session
//
// `node js/site.mjs FOLDER` builds what it needs; with `--dev`, two tests fail, which are about boards of more than 64 squares.
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { target } from "../wasm.mjs";

const builds = ["site/full", "site-dev/small"].map((name) => join(target, name));
const built = builds.find((build) => existsSync(`${build}.bin`));
globalThis.ferzSay = (message) => void process.stdout.write(`${message}\n`);
const { default: make } = await import(`${built}.js`);
const { init, RawSession } = make();
await init({ module_or_path: gunzipSync(readFileSync(`${built}.bin`)) });
const session = new RawSession("this test", 1);
let timer;
const rest = () => {
  if (session.idle()) timer = setTimeout(rest);
};
createInterface({ input: process.stdin }).on("line", (line) => {
  clearTimeout(timer);
  session.hear(line);
  timer = setTimeout(rest, 200);
});
