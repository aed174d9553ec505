// The language server in a worker: hears messages of the protocol as objects, and answers with such.
import make from "./dist/glue.js";

// The silence, in milliseconds, after which texts are compiled.
const QUIET = 200;

let session;
let timer;

globalThis.ferzSay = (text) => postMessage(JSON.parse(text));

// Does something, unless the module has failed: nothing in it can be relied on then, and the editor is told so once.
let failed = false;
async function safely(action) {
  if (failed) return;
  try {
    await action();
  } catch (error) {
    failed = true;
    const message = `ferz has stopped (${error}). The command "ferz: Restart the language server" starts it again.`;
    postMessage({ jsonrpc: "2.0", method: "window/showMessage", params: { type: 1, message } });
  }
}

// One text at a time, so that a question may come in between.
function rest() {
  safely(() => {
    if (session.idle()) {
      timer = setTimeout(rest, 0);
    }
  });
}

async function hear(data) {
  if (data.begin) {
    const { init, RawSession } = make();
    await init({ module_or_path: data.begin });
    session = new RawSession("ferz", data.seed);
    postMessage({ ready: true });
  } else if (data.put) {
    session.put(...data.put);
  } else {
    clearTimeout(timer);
    session.hear(JSON.stringify(data));
    timer = setTimeout(rest, QUIET);
  }
}

// In order, however long the beginning takes.
let before = Promise.resolve();
addEventListener("message", ({ data }) => {
  before = before.then(() => safely(() => hear(data)));
});
