// Starts `ferz lsp` and connects it with the editor; everything else happens there.
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The binary that the setting names; without a setting, the binary of a packaged extension; without
// that, `ferz` in PATH.
function chosen(context) {
  const set = vscode.workspace.getConfiguration("ferz").get("command");
  if (set) {
    return set;
  }
  const inside = path.join(context.extensionPath, "bin", process.platform === "win32" ? "ferz.exe" : "ferz");
  return fs.existsSync(inside) ? inside : "ferz";
}

async function start(context) {
  const command = chosen(context);
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "ferz" }],
    synchronize: { configurationSection: "ferz", fileEvents: vscode.workspace.createFileSystemWatcher("**/*.ferz") },
  };
  client = new LanguageClient("ferz", "ferz", server, options);
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Cannot start "${command} lsp": ${error.message}. Install ferz, or set "ferz.command" to its path.`,
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old && old.isRunning()) {
    await old.stop();
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("ferz.restart", async () => {
      await stop();
      await start(context);
    }),
  );
  await start(context);
};

exports.deactivate = stop;
