// The extension in a VS Code that runs in a browser: ferz is WebAssembly in a worker, which speaks the language
// server's protocol. Nothing leaves the browser.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/browser");

const FILES = "**/*.ferz";

let client;
let worker;
let watcher;

// The server knows texts by their paths alone; the addresses of the editor have a scheme and a host besides.
const addresses = new Map();
function toServer(uri) {
  const path = vscode.Uri.from({ scheme: "file", path: uri.path.startsWith("/") ? uri.path : `/${uri.path}` }).toString();
  addresses.set(path, uri);
  return path;
}
const toEditor = (text) => addresses.get(text) ?? vscode.Uri.parse(text);

async function read(uri) {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

// Tells the worker of a file that a text may extend or use; without a text, that it is gone.
function put(uri, text) {
  toServer(uri);
  worker?.postMessage({ put: [uri.path, text] });
}

async function start(context) {
  const inside = (name) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  const bytes = await vscode.workspace.fs.readFile(inside("ferz.wasm"));
  worker = new Worker(inside("worker.js").toString(true));
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.ready ? resolve() : reject(new Error(data.params.message)));
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.postMessage({ begin: bytes, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  await ready;
  for (const uri of await vscode.workspace.findFiles(FILES)) {
    put(uri, await read(uri).catch(() => undefined));
  }
  watcher = vscode.workspace.createFileSystemWatcher(FILES);
  const changed = async (uri) => put(uri, await read(uri).catch(() => undefined));
  watcher.onDidChange(changed);
  watcher.onDidCreate(changed);
  watcher.onDidDelete((uri) => put(uri));
  const options = {
    documentSelector: [{ language: "ferz" }],
    synchronize: { configurationSection: "ferz", fileEvents: watcher },
    uriConverters: { code2Protocol: toServer, protocol2Code: toEditor },
  };
  client = new LanguageClient("ferz", "ferz", options, worker);
  await client.start();
}

async function stop() {
  const [old, running] = [client, worker];
  client = worker = undefined;
  if (old?.isRunning()) {
    await old.stop().catch(() => undefined);
  }
  watcher?.dispose();
  running?.terminate();
}

async function begin(context) {
  try {
    await start(context);
  } catch (error) {
    await stop();
    vscode.window.showErrorMessage(`Cannot start ferz in this browser: ${error.message}.`);
  }
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await begin(context);
  };
  context.subscriptions.push(vscode.commands.registerCommand("ferz.restart", restart));
  await begin(context);
};

exports.deactivate = stop;
