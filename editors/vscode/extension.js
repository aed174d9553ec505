// Starts `ferz lsp` and connects it with the editor; everything else happens there.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("ferz").get("command") || "ferz";
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "ferz" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.ferz") },
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
      await start();
    }),
  );
  await start();
};

exports.deactivate = stop;
