// The language services: what an editor asks `ferz lsp`, asked by the page.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import {
  LSPClient,
  LSPPlugin,
  Workspace,
  findReferencesKeymap,
  formatDocument,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletion,
} from "@codemirror/lsp-client";
import type { ChangeSet, Text } from "@codemirror/state";
import { EditorView, ViewPlugin, keymap, type ViewUpdate } from "@codemirror/view";
import { t } from "./language";
import { server } from "./rpc";
import { onSettings, settings } from "./settings";
import { written } from "./ui";

/** So long after a key the server hears of it. */
const SOON = 30;

export const uriOf = (path: string): string => `file://${path.split("/").map(encodeURIComponent).join("/")}`;
export const pathOf = (uri: string): string => decodeURIComponent(uri.replace(/^file:\/\//, ""));

class OpenFile {
  constructor(
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    public doc: Text,
    readonly view: EditorView,
  ) {}
  getView(): EditorView {
    return this.view;
  }
}

/** The files of the page; one that is not open yet is opened by `show`. */
class Files extends Workspace {
  files: OpenFile[] = [];
  private versions = new Map<string, number>();
  static show: (path: string) => Promise<EditorView | null> = async () => null;

  private version(uri: string): number {
    const version = (this.versions.get(uri) ?? -1) + 1;
    this.versions.set(uri, version);
    return version;
  }

  syncFiles() {
    const updates: { file: OpenFile; prevDoc: Text; changes: ChangeSet }[] = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = this.version(file.uri);
      plugin.clear();
    }
    return updates;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new OpenFile(uri, languageId, this.version(uri), view.state.doc, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  displayFile(uri: string): Promise<EditorView | null> {
    return Files.show(pathOf(uri));
  }
}

/** A mistake, and its possible replacements. */
export type Problem = { from: number; to: number; line: number; severity: "error" | "warning"; message: string; code: string | null; fix: string | null };

/** Writes what was likely meant. */
export function applyFix(view: EditorView, { from, to, fix }: Problem): void {
  if (fix === null) return;
  view.dispatch({ changes: { from, to, insert: fix }, selection: { anchor: from + fix.length }, scrollIntoView: true });
  view.focus();
}

type Found = {
  range: { start: Place; end: Place };
  severity?: number;
  message: string;
  code?: string;
  data?: { title: string; explanation: string; suggestion: string | null };
};
type Place = { line: number; character: number };

function publish(client: LSPClient, params: { uri: string; version?: number; diagnostics: Found[] }): boolean {
  const file = client.workspace.getFile(params.uri);
  const view = file?.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!file || !view || !plugin || (params.version != null && params.version !== file.version)) return false;
  const at = (place: Place) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
  const found = params.diagnostics.map((item): Problem => {
    const [from, to] = [at(item.range.start), at(item.range.end)];
    const suggestion = item.data?.suggestion ?? null;
    // Only a single word can be replaced by another.
    const word = /^[^\s"]+$/.test(view.state.sliceDoc(from, to));
    return {
      from,
      to,
      line: view.state.doc.lineAt(from).number,
      severity: (item.severity ?? 1) === 1 ? "error" : "warning",
      message: item.message,
      code: item.code ?? null,
      fix: word ? suggestion : null,
    };
  });
  view.dispatch(setDiagnostics(view.state, found.map(underlined)));
  heard(pathOf(params.uri), found);
  return true;
}

function underlined(problem: Problem): Diagnostic {
  const { from, to, severity, message, code, fix } = problem;
  const apply = (view: EditorView, from: number, to: number) => applyFix(view, { ...problem, from, to });
  return {
    from,
    to,
    severity,
    message,
    ...(code ? { source: code } : {}),
    renderMessage: () => {
      const element = document.createElement("div");
      element.append(...message.split("\n").flatMap((line, i) => [...(i ? [document.createElement("br")] : []), ...written(line)]));
      return element;
    },
    actions: fix === null ? [] : [{ name: t`Write ${fix}`, apply }],
  };
}

let heard: (path: string, found: Problem[]) => void = () => {};
/** Calls a function with the problems of a text, whenever they are known. */
export function onDiagnostics(listener: typeof heard): void {
  heard = listener;
}

/** The way in which a text is opened for the user. */
export function onShow(show: typeof Files.show): void {
  Files.show = show;
}

/**
 * Only the parts that texts need: any other part of a hover comes from the author of some rules.
 */
export function sanitize(html: string): string {
  const fine = new Set("P PRE CODE STRONG EM UL OL LI H1 H2 H3 H4 BR HR SPAN TABLE THEAD TBODY TR TH TD BLOCKQUOTE".split(" "));
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...page.body.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) {
      if (name !== "class" || element.tagName !== "SPAN") element.removeAttribute(name);
    }
    if (!fine.has(element.tagName)) element.replaceWith(...element.childNodes);
  }
  return page.body.innerHTML;
}

const soon = ViewPlugin.fromClass(
  class {
    private timer = 0;
    update(update: ViewUpdate): void {
      if (!update.docChanged) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        if (server.open) LSPPlugin.get(update.view)?.client.sync();
      }, SOON);
    }
    destroy(): void {
      clearTimeout(this.timer);
    }
  },
);

/** Lays a text out as the language has it. */
export const format = formatDocument;

/** The client; one for all texts. */
export const client = new LSPClient({
  rootUri: "file:///",
  timeout: 10_000,
  sanitizeHTML: sanitize,
  workspace: (client) => new Files(client),
  notificationHandlers: { "textDocument/publishDiagnostics": publish },
  extensions: [
    serverCompletion(),
    hoverTooltips({ hoverTime: 250 }),
    keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    soon,
  ],
});

/** Says which site the texts are meant for. */
function meant(): void {
  if (client.connected) client.notification("workspace/didChangeConfiguration", { settings: { ferz: { for: settings.site } } });
}
onSettings(meant);

/** Connects the client with a session. */
export function connect(): void {
  client.connect(server.transport);
  // A connection that ends before it began says nothing.
  void client.initializing.then(meant, () => {});
}
