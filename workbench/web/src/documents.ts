// The texts that are open: what they say, where they come from, and whether that has been written.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { keep, left, type Draft, type Kept } from "./kept";
import { t } from "./language";
import { client, uriOf } from "./lsp";
import { FILE, RpcError, server } from "./rpc";
import type { Meant } from "./types";
import { dialog, h, later, toast } from "./ui";

export const BUNDLED = "/.bundled/";
/** The text of a new document. */
const BLANK = 'variant "Mine" extends chess\n\n';

export class Doc {
  readonly view: EditorView;
  /** The contents of the file when it was read or written; none if there is no file. */
  seen: { mark: string; text: string } | null = null;
  /** The mark of a version that another writer has saved since, if that was reported. */
  other: string | null = null;
  /** Whether it is there only because there must be a text. */
  blank = false;

  constructor(
    readonly path: string,
    text: string,
    language: Extension,
    changed: (doc: Doc) => void,
  ) {
    const state = EditorState.create({ doc: text, extensions: extensions(this, language, changed) });
    this.view = new EditorView({ state });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get bundled(): string | null {
    return this.path.startsWith(BUNDLED) ? this.path.slice(BUNDLED.length).replace(/\.ferz$/, "") : null;
  }

  get title(): string {
    return this.bundled ?? this.path.slice(1);
  }

  get rules(): boolean {
    return this.path.endsWith(".ferz");
  }

  get dirty(): boolean {
    return !this.bundled && this.seen?.text !== this.text;
  }

  /** The variant's name in its text. */
  get called(): string {
    return /^\s*variant\s+"([^"]*)"/m.exec(this.text)?.[1] ?? this.title;
  }

  /** Replaces this text by another. Undo brings it back, with the text written just before. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: isolateHistory.of("full") });
  }
}

let tabbed = false;
addEventListener("keydown", (event) => (tabbed = event.key === "Tab"), true);
addEventListener("pointerdown", () => (tabbed = false), true);

/**
 * A reader who comes to a text by Tab leaves it by Tab; after typing, Tab indents, and Escape with
 * Tab leaves.
 */
const passing = [
  EditorView.domEventHandlers({ focus: (_event, view) => void view.setTabFocusMode(tabbed) }),
  EditorView.updateListener.of((update) => update.docChanged && update.view.setTabFocusMode(false)),
];

function extensions(doc: Doc, language: Extension, changed: (doc: Doc) => void): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? "";
  const label = doc.rules ? t`${doc.title}, rules` : t`${doc.title}, text`;
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    codeFolding(),
    foldGutter(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of("  "),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ activateOnTypingDelay: 60, icons: false }),
    highlightActiveLine(),
    highlightSelectionMatches(),
    doc.rules ? lintGutter() : [],
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.lineWrapping,
    passing,
    EditorState.readOnly.of(doc.bundled !== null),
    doc.rules ? language : [],
    doc.rules ? client.plugin(uriOf(doc.path), "ferz") : [],
    EditorView.updateListener.of((update) => update.docChanged && changed(doc)),
  ];
}

/** All open texts. */
export class Documents {
  readonly list: Doc[] = [];
  active: Doc | null = null;
  /** The rules that the board plays. */
  rules: Doc | null = null;
  language: Extension = [];
  folder: string | null = null;
  /** The files of the folder when the page was opened. */
  files: string[] = [];
  onChange: (doc: Doc) => void = () => {};
  onShow: () => void = () => {};
  /** The games of all rules, to be kept. */
  games: () => Kept["games"] = () => ({});
  /** The players of the games. */
  players: () => Kept["players"] = () => ({});
  /** The texts of rules when they were accepted, by the path of the snapshot. */
  readonly accepted: Kept["accepted"] = {};
  private restored = false;
  readonly keep = later(400, () => this.keepNow());

  find(path: string): Doc | undefined {
    return this.list.find((doc) => doc.path === path);
  }

  /** Opens a text with these words, or shows the one of that name. */
  open(path: string, text: string, seen: Doc["seen"] = null, show = true): Doc {
    let doc = this.find(path);
    if (!doc) {
      doc = new Doc(path, text, this.language, (doc) => {
        this.keep();
        this.onChange(doc);
      });
      doc.seen = seen;
      this.list.push(doc);
      this.keep();
    }
    if (show) this.show(doc);
    return doc;
  }

  show(doc: Doc): void {
    this.active = doc;
    if (doc.rules) this.rules = doc;
    this.keep();
    this.onShow();
  }

  async close(doc: Doc): Promise<void> {
    if (doc.dirty && doc.text.trim()) {
      const why = this.folder === null ? "It is kept nowhere else." : "It is not saved.";
      if (!(await dialog(t`Close ${doc.title}?`, [h("p", {}, why)], [["Keep it open", false], ["Close it", true, true]]))) return;
    }
    doc.view.destroy();
    this.list.splice(this.list.indexOf(doc), 1);
    if (this.rules === doc) this.rules = this.list.find((other) => other.rules) ?? null;
    this.keep();
    this.show(this.list.at(-1) ?? this.blank());
  }

  /** A path that no text and no file has. */
  free(name: string, ending = "ferz", from = 0): string {
    const taken = (path: string) => this.find(path) !== undefined || this.files.includes(path);
    const path = (n: number) => `/${name}${n ? `-${n}` : ""}.${ending}`;
    let n = from;
    while (taken(path(n))) n++;
    return path(n);
  }

  blank(): Doc {
    const doc = this.open(this.free("mine"), BLANK);
    doc.blank = true;
    return doc;
  }

  /** Closes texts without changes, except one. */
  tidy(but: Doc): void {
    for (const doc of this.list.filter((doc) => doc !== but && doc.blank && doc.text === BLANK)) {
      doc.view.destroy();
      this.list.splice(this.list.indexOf(doc), 1);
    }
    this.keep();
    this.show(but);
  }

  /** The variant on the board, as questions name it. */
  meant(): Meant | null {
    const rules = this.rules;
    if (!rules) return null;
    if (rules.bundled) return { file: `<${rules.bundled}>`, texts: {} };
    const own = this.list.filter((doc) => doc.rules && !doc.bundled);
    return { file: rules.path, texts: Object.fromEntries(own.map((doc) => [doc.path, doc.text])) };
  }

  /** The text beside the rules with another ending: tests, snapshot. */
  beside(ending: string): string | null {
    const rules = this.rules;
    if (!rules) return null;
    const path = rules.bundled ? `/${rules.bundled}.ferz` : rules.path;
    return path.replace(/\.ferz$/, `.${ending}`);
  }

  async bundled(name: string): Promise<Doc> {
    const { text } = await server.ask<{ text: string }>("text", name);
    return this.open(`${BUNDLED}${name}.ferz`, text);
  }

  /** Opens what is meant by a path, wherever it comes from. */
  async fetch(path: string, show = true): Promise<Doc> {
    const open = this.find(path);
    if (open) {
      if (show) this.show(open);
      return open;
    }
    if (path.startsWith(BUNDLED)) return this.bundled(path.slice(BUNDLED.length).replace(/\.ferz$/, ""));
    const { text, mark } = await server.ask<{ text: string; mark: string }>("read", path);
    return this.open(path, text, { text, mark }, show);
  }

  /** Writes a text into its file. If that has changed in the meantime, its author decides. */
  async save(doc: Doc): Promise<boolean> {
    if (this.folder === null || doc.bundled) return false;
    const text = doc.text;
    try {
      const { mark } = await server.ask<{ mark: string }>("write", { file: doc.path, text, seen: doc.seen?.mark ?? null });
      doc.seen = { mark, text };
      this.onShow();
      return true;
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== FILE) throw error;
      const refused = error.data as { why: string; message?: string; text?: string | null; mark?: string | null };
      if (refused.why !== "changed") {
        toast(refused.message ?? "It cannot be written.", "wrong");
        return false;
      }
      return this.conflict(doc, refused.text ?? null, refused.mark ?? null);
    }
  }

  private async conflict(doc: Doc, text: string | null, mark: string | null): Promise<boolean> {
    const [words, body] = text === null ? ["The file is gone.", []] : ["Somebody else has written the file since it was read here. What differs is marked.", [both(doc.text, text)]];
    const chosen = await dialog<"mine" | "theirs">(
      t`${doc.title} has changed`,
      [h("p", {}, words), ...body],
      [["Overwrite it with mine", "mine"], ...(text === null ? [] : [["Take theirs", "theirs", true] as ["Take theirs", "theirs", true]])],
      true,
    );
    if (!chosen) return false;
    doc.seen = text === null || mark === null ? null : { text, mark };
    if (chosen === "mine") return this.save(doc);
    // The replaced text is one undo away.
    doc.replace(text ?? "");
    this.onShow();
    return true;
  }

  /** Looks for files changed elsewhere: takes over those without changes here. */
  async look(): Promise<void> {
    const files = this.list.filter((doc) => doc.seen);
    if (!files.length || !server.open) return;
    const marks = await server.ask<Record<string, string | null>>("marks", files.map((doc) => doc.path));
    for (const doc of files) {
      const mark = marks[doc.path];
      if (!mark || !doc.seen || mark === doc.seen.mark) continue;
      if (doc.dirty) {
        if (doc.other !== mark) toast(t`${doc.title} was changed elsewhere. When you save yours, you see both and choose.`, "wrong");
        doc.other = mark;
        continue;
      }
      const { text, mark: now } = await server.ask<{ text: string; mark: string }>("read", doc.path);
      if (doc.dirty) continue;
      doc.seen = { text, mark: now };
      doc.replace(text);
      toast(t`${doc.title} was changed elsewhere, and read again.`);
      this.onShow();
    }
  }

  /** The texts kept in this browser for the next time the page is loaded. */
  private all(): Kept {
    const open = this.list.filter((doc) => !(doc.blank && doc.text === BLANK));
    const drafts = open.filter((doc) => doc.dirty).map((doc): [string, Draft] => [doc.path, { text: doc.text, seen: doc.seen }]);
    return { open: open.map((doc) => doc.path), active: this.active?.path ?? null, drafts: Object.fromEntries(drafts), games: this.games(), accepted: this.accepted, players: this.players() };
  }

  /** Keeps everything now. */
  keepNow(): void {
    if (this.restored) keep(this.all());
  }

  /** Brings back this page's data, or else, if wanted, the data of closed pages. */
  async restore(own: Kept | null, others: boolean): Promise<void> {
    for (const kept of own ? [own] : others ? await left() : []) {
      Object.assign(this.accepted, kept.accepted);
      for (const path of own ? kept.open : Object.keys(kept.drafts)) await this.back(path, kept.drafts[path]);
      const active = own?.active && this.find(own.active);
      if (active) this.show(active);
    }
    this.restored = true;
    if (!this.active && this.list.length) this.show(this.list.at(-1)!);
  }

  private async back(path: string, draft: Draft | undefined): Promise<void> {
    const there = this.find(path);
    if (!draft) return void (await this.fetch(path, false).catch(() => {}));
    if (there?.text === draft.text) return;
    // Two pages had a text of that name: both are there.
    const [, name = "mine", ending = "ferz"] = /^\/(.*)\.(\w+)$/.exec(path) ?? [];
    this.open(there ? this.free(name, ending) : path, draft.text, there ? null : draft.seen, false);
  }
}

/** Two texts side by side, with their differences marked. */
function both(mine: string, theirs: string): HTMLElement {
  const [a, b] = [mine.split("\n"), theirs.split("\n")];
  let before = 0;
  while (before < Math.min(a.length, b.length) && a[before] === b[before]) before++;
  let after = 0;
  while (after < Math.min(a.length, b.length) - before && a.at(-1 - after) === b.at(-1 - after)) after++;
  const side = (title: string, lines: string[], kind: string) => {
    const text = lines.map((line, i) => h("span", { class: i < before || i >= lines.length - after ? "same" : kind }, `${line}\n`));
    return h("section", {}, h("h3", {}, title), h("pre", { class: "scroll", tabindex: 0, "aria-label": title }, text));
  };
  return h("div", { class: "both" }, side("Mine, in this page", a, "ins"), side("Theirs, in the file", b, "del"));
}

export const documents = new Documents();
