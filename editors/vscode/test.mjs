// The language server of the extension for browsers, as its worker runs: `node package.mjs web --dev && node test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const waiting = [];
let hear;
const scope = { console, performance, crypto, TextDecoder, TextEncoder, WebAssembly, setTimeout, clearTimeout };
scope.addEventListener = (_, listener) => { hear = listener; };
scope.postMessage = (message) => {
  const at = waiting.findIndex(({ wanted }) => wanted(message));
  if (at >= 0) waiting.splice(at, 1)[0].resolve(message);
};
vm.runInNewContext(readFileSync("dist/worker.js", "utf8"), scope);

const say = (data) => hear({ data });
const until = (wanted) => new Promise((resolve) => waiting.push({ wanted, resolve }));
const ask = (id, method, params) => {
  const answer = until((message) => message.id === id);
  say({ jsonrpc: "2.0", id, method, params });
  return answer;
};
const tell = (method, params) => say({ jsonrpc: "2.0", method, params });
const found = (uri, code) =>
  until(({ method, params }) => method?.endsWith("publishDiagnostics") && params.uri === uri && params.diagnostics.some((one) => one.code === code));

const ready = until((message) => message.ready);
say({ begin: readFileSync("dist/ferz.wasm"), seed: 1 });
await ready;
const { result } = await ask(1, "initialize", { processId: null, rootUri: null, capabilities: {} });
assert.equal(result.serverInfo.name, "ferz");
tell("initialized", {});

// Another file of the folder, which is not open.
say({ put: ["/folder/mine.ferz", 'variant "Mine" extends chess\n\nmovement bow = dabbaba\n'] });
const uri = "file:///folder/try.ferz";
const text = 'variant "Try" extends mine\n\npiece scout S = bow | knigt\n';
const wrong = found(uri, "F0160");
tell("textDocument/didOpen", { textDocument: { uri, languageId: "ferz", version: 1, text } });
const { params } = await wrong;
assert.equal(params.diagnostics.length, 1, JSON.stringify(params.diagnostics));
const hover = await ask(2, "textDocument/hover", { textDocument: { uri }, position: { line: 2, character: 17 } });
assert.match(JSON.stringify(hover.result), /bow/);
const list = await ask(3, "textDocument/completion", { textDocument: { uri }, position: { line: 2, character: 16 } });
assert.ok((list.result.items ?? list.result).length > 20);

// A failure is told, and does not hang.
const told = until(({ method }) => method === "window/showMessage");
say({ put: [5] });
assert.match((await told).params.message, /Restart/);
console.log("the language server answers in a worker");
