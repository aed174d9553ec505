// The page: rules on the left, the board on the right, everything else behind tabs.

import { Board } from "./board";
import { documents, type Doc } from "./documents";
import { game } from "./game";
import { ferz, type Vocabulary } from "./highlight";
import { claim } from "./kept";
import { t } from "./language";
import { chooseLook } from "./look";
import { client, connect, format, onDiagnostics, onShow, type Problem } from "./lsp";
import { changes } from "./panels/changes";
import { imports } from "./panels/import";
import { moves } from "./panels/moves";
import { page } from "./panels/page";
import type { Panel } from "./panels/panel";
import { pieces } from "./panels/pieces";
import { play } from "./panels/play";
import { publish } from "./panels/publish";
import { puzzles } from "./panels/puzzles";
import { study } from "./panels/study";
import { tests } from "./panels/tests";
import { drawProblems, noProblems, problems } from "./problems";
import { allPlayers, choose, restorePlayers } from "./players";
import { rows } from "./rows";
import { server } from "./rpc";
import { pack, unpack, type Shared } from "./share";
import { toLine, type Written } from "./tree";
import { shape } from "./sketch";
import { startFrom } from "./start";
import type { About, BoardState, Outcome } from "./types";
import { button, dialog, fill, h, later, sentence, toast, written } from "./ui";

/** After this time without a key the board is requested again. */
const PAUSE = 20;
/** So often files are looked at for changes from elsewhere. */
const LOOK = 3000;

const bar = h("div", { class: "bar", hidden: true, role: "img", "aria-label": "Evaluation" }, h("div"));
const status = h("p", { class: "status", role: "status" });
const board = new Board(bar, rows(), status);
const playing = play(board, bar);
const importing = imports((name, text) => take(documents.free(name), text), () => documents.list.filter((doc) => doc.rules && !doc.bundled).map((doc) => doc.path));
const panels: Panel[] = [moves(board), playing, pieces(board), tests(board), changes(board), page(), study(), puzzles((fen) => linkTo({ fen })), importing, publish()];
let panel = panels[0]!;
let about: About | null = null;
let started = false;

/** Whether only a board is wanted, for a page around this one. */
const bare = new URLSearchParams(location.search).has("board");

const files = h("div", { class: "files", role: "group", "aria-label": "Texts" });
const editor = h("div", { class: "editor" });
const title = h("h1", {}, "ferz");
const notice = h("div", { class: "notice", hidden: true, role: "alert" });
const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Board and rules" });
const body = h("div", { class: "panel-body", role: "tabpanel", tabindex: 0 });
const save = button("Save", () => void saveAll(), { title: "Ctrl+S", hidden: true });
const places = h("nav", { class: "places", "aria-label": "Part of the page" });
const app = document.querySelector("#app")!;

/** The sign of the full screen: four corners. */
function corners(): SVGElement {
  const svg = shape("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  svg.append(shape("path", { d: "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4", fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  return svg;
}

function layout(): void {
  const undo = button("‹", () => void game.jump(game.at - 1), { title: "Take back (←)", "aria-label": "Take back" });
  const redo = button("›", () => void game.jump(game.at + 1), { title: "Forward again (→)", "aria-label": "Forward again" });
  const first = button("«", () => void game.jump(0), { title: "To the start (Home)", "aria-label": "To the start" });
  const last = button("»", () => void game.jump(game.line.length), { title: "To the end (End)", "aria-label": "To the end" });
  const whole = h("button", { type: "button", title: "Full screen", "aria-label": "Full screen" }, corners());
  const again = button("New game", () => void game.begin());
  const flip = button("⇅", () => ((game.flip = !game.flip), void game.refresh()), { title: "Turn the board", "aria-label": "Turn the board" });
  const stage = h("div", { class: "stage" }, board.element, h("div", { class: "row controls" }, first, undo, redo, last, again, flip, whole));
  whole.addEventListener("click", () => void (document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen()));
  fill(
    app,
    h(
      "header",
      {},
      title,
      button("Start from …", () => void startFrom(own(), begin, () => (part("right"), see(importing)))),
      about?.folder !== null && button("Open …", () => void openFile(), { class: "text" }),
      save,
      button("Format", layOut, { title: "Shift+Alt+F", class: "text" }),
      button("Look …", () => void chooseLook(), { title: "Look and sound" }),
      button("Share", () => void share()),
    ),
    notice,
    h(
      "main",
      {},
      h("section", { class: "left", "aria-label": "Rules" }, files, editor, problems),
      h(
        "section",
        { class: "right", "aria-label": "Board" },
        stage,
        h("div", { class: "work" }, tabs, body),
      ),
    ),
    places,
  );
  for (const [name, label] of [["left", "Rules"], ["right", "Board"]] as const) {
    places.append(button(label, () => part(name), { "data-part": name }));
  }
  part(bare || matchMedia("(max-width: 52rem)").matches ? "right" : "left");
  if (bare) document.body.dataset.only = "board";
  drawTabs();
}

/** On narrow pages only one of the two is seen. */
function part(name: string): void {
  document.body.dataset.part = name;
  for (const tab of places.querySelectorAll("button")) tab.setAttribute("aria-pressed", String(tab.dataset.part === name));
  bring(files, ".chosen");
}

/** Brings what is chosen in a strip into sight. */
function bring(strip: HTMLElement, which: string): void {
  const chosen = strip.querySelector<HTMLElement>(which);
  if (chosen) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - strip.clientWidth / 3;
}

/** Arrow keys go from tab to tab. */
function arrows(event: KeyboardEvent, list: HTMLElement): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  // The same key goes through the game elsewhere.
  event.preventDefault();
  const all = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const next = all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
}

/** Brings what is behind a tab to the front. */
function see(wanted: Panel): void {
  panel = wanted;
  drawTabs();
}

function drawTabs(): void {
  fill(
    tabs,
    panels.map((each) => {
      const tab = button(each.name, () => {
        see(each);
        tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
      });
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", String(each === panel));
      tab.tabIndex = each === panel ? 0 : -1;
      return tab;
    }),
  );
  body.setAttribute("aria-label", t(panel.name));
  fill(body, panel.element);
  panel.update();
}

function drawFiles(): void {
  fill(
    files,
    documents.list.map((doc) => {
      const chosen = doc === documents.active;
      const tab = button(`${doc.title}${doc.dirty && about?.folder !== null ? " •" : ""}`, () => documents.show(doc), {
        "aria-current": chosen ? "true" : null,
        title: doc.bundled ? "comes with ferz; extend it to change it" : doc.path,
      });
      const close = button("×", () => void documents.close(doc), { class: "close", "aria-label": t`Close ${doc.title}` });
      return h("div", { class: chosen ? "file chosen" : "file" }, tab, documents.list.length > 1 && close);
    }),
  );
  bring(files, ".chosen");
  save.hidden = about?.folder === null || !documents.list.some((doc) => doc.dirty);
  if (documents.active && editor.firstChild !== documents.active.view.dom) fill(editor, documents.active.view.dom);
}

/** The end of a game. Reasons come from the rules, and most are English. */
function ended({ winner, words }: Outcome): string {
  const [who, ...reason] = words.split(": ");
  const rest = reason.length ? `: ${t(reason.join(": "))}` : "";
  return winner === null || reason.length ? t(sentence(who!)) + rest : sentence(words);
}

/** Who is to move, or decides. */
function toMove({ turn, part: [part, parts], check, decision }: BoardState): string {
  const side = t(sentence(turn));
  if (decision) return `${side} ${decision.words}${check ? t(", in check") : ""}`;
  if (parts > 1) return t`${side} to move: move ${part} of ${parts}` + (check ? t(", in check") : "");
  return check ? t`${side} to move, in check` : t`${side} to move`;
}

function drawStatus(): void {
  const { state, wrong } = game;
  title.textContent = game.palette?.title ?? "ferz";
  document.title = `${game.palette?.title ?? "ferz"} · ferz workbench`;
  document.body.classList.toggle("stale", wrong !== null);
  if (!state) return;
  const [part, parts] = state.part;
  let words = state.outcome ? ended(state.outcome) : toMove(state);
  if (state.outcome && state.facts?.length) words += ` (${state.facts.join("; ")})`;
  if (state.claim) words += `; ${t`may be claimed: ${ended(state.claim)}`}`;
  fill(
    status,
    h("strong", {}, written(words)),
    parts > 1 && !state.outcome && h("span", { class: "parts", "aria-hidden": "true" }, Array.from({ length: Math.min(parts, 24) }, (_, i) => h("i", { class: i + 1 < part ? "done" : i + 1 === part ? "now" : null }))),
    game.broken && h("span", { class: "bad" }, ` ${t`${game.broken.text} can no longer be played: ${game.broken.reason}`}`),
  );
  const [first] = wrong?.errors ?? [];
  if (wrong && !game.shown) return fill(status, h("span", { class: "bad" }, written(first ? t`No game until line ${first.line} is repaired: ${first.message}` : wrong.message)));
  if (wrong) status.append(h("span", { class: "bad" }, wrong.told ? written(` ${wrong.message}`) : ` ${t("The board still shows the last version without errors.")}`));
}

/** The problems of each text, as far as they are known. */
const wrong = new Map<string, Problem[]>();

function showProblems(): void {
  const doc = documents.active;
  const found = doc && wrong.get(doc.path);
  if (doc && found) drawProblems(doc, found);
  else noProblems(doc?.rules ? "reading …" : "");
}

async function saveAll(): Promise<void> {
  for (const doc of documents.list.filter((doc) => doc.dirty)) {
    if (await documents.save(doc)) toast(t`${doc.title} is saved.`);
  }
}

function layOut(): void {
  const doc = documents.active;
  if (doc?.rules && !doc.bundled) format(doc.view);
}

async function openFile(): Promise<void> {
  const names = await server.ask<string[]>("files");
  const list = h("ul", { class: "choices" }, names.length ? names.map((name) => h("li", {}, h("button", { type: "submit", value: name }, name.slice(1)))) : h("li", {}, "There is no file yet."));
  const element = h("dialog", { "aria-label": "Open a file" }, h("h2", {}, t`Files of ${about?.folder ?? ""}`), h("form", { method: "dialog" }, list, h("div", { class: "row end" }, h("button", { value: "" }, "Cancel"))));
  element.addEventListener("close", () => {
    element.remove();
    if (element.returnValue) void documents.fetch(element.returnValue).catch((error) => toast(error.message, "wrong"));
  });
  document.body.append(element);
  element.showModal();
}

/** The rules of one's own that can be extended. */
const own = () => documents.list.filter((doc) => doc.rules && !doc.bundled && !doc.blank).map((doc) => ({ path: doc.path, title: doc.called }));

/** Opens what was chosen to start from: the name of a bundled variant, or the path of one's own. */
async function begin(name: string, how: "extend" | "copy" | "look"): Promise<void> {
  const own = documents.find(name);
  board.seen();
  if (how === "look") documents.tidy(await documents.bundled(name));
  else if (own) {
    const bare = own.title.replace(/\.ferz$/, "");
    const parent = /^[\w-]+$/.test(bare) ? bare : `"${own.title}"`;
    const path = documents.free(bare.replace(/-\d+$/, ""), "ferz", 2);
    const number = /-(\d+)\.ferz$/.exec(path)?.[1];
    documents.open(path, `variant "${own.called}${number ? ` ${number}` : ""}" extends ${parent}\n\nabout "What is different."\n`);
  } else {
    const { text } = await server.ask<{ text: string }>("text", name);
    const title = `My ${name.replace(/(^|-)./g, (c) => c.replace("-", " ").toUpperCase())}`;
    const words = how === "copy" ? text.replace(/^(\s*variant\s+)"[^"]*"/m, `$1"${title}"`) : `variant "${title}" extends ${name}\n\nabout "What is different."\n`;
    return take(documents.free(`my-${name}`), words);
  }
  await game.begin();
}

/** A new text, on the board at once. */
async function take(path: string, text: string): Promise<void> {
  documents.tidy(documents.open(path, text));
  await game.begin();
}

/** The contents of a link: the rules, all texts that they use, and their tests. */
async function carried(rules: Doc): Promise<Record<string, string>> {
  const texts = await server.ask<Record<string, string>>("texts", documents.meant()).catch(() => ({}));
  const tests = documents.find(documents.beside("toml") ?? "");
  return { ...texts, [rules.path]: rules.text, ...(tests ? { [tests.path]: tests.text } : {}) };
}

/** A link to the shown rules and the moves played. */
async function linkTo(played: Pick<Shared, "fen" | "moves" | "line" | "at">): Promise<string> {
  const rules = documents.rules!;
  const link = new URL(location.href);
  if (rules.bundled && !Object.keys(played).length) link.hash = `bundled=${rules.bundled}`;
  else if (rules.bundled) link.hash = `share=${await pack({ texts: {}, bundled: rules.bundled, active: rules.path, ...played })}`;
  else link.hash = `share=${await pack({ texts: await carried(rules), active: rules.path, ...played })}`;
  return link.href;
}

async function share(): Promise<void> {
  const rules = documents.rules;
  if (!rules) return;
  const moves = game.moves;
  // Names are for people: the opened link makes them again.
  const bare = (line: Written[]): Written[] => line.map(({ text, comment, or }) => ({ text, ...(comment && { comment }), ...(or && { or: or.map(bare) }) }));
  const line = bare(toLine(game.first));
  const plain = line.length === moves.length && line.every(({ text, comment, or }, i) => text === moves[i] && !comment && !or);
  const told = plain ? { moves } : { line, at: game.at };
  const href = await linkTo({ ...(game.fen ? { fen: game.fen } : {}), ...(line.length ? told : {}) });
  const input = h("textarea", { readonly: true, rows: 5, "aria-label": "Link" });
  input.value = href;
  const words = rules.bundled ? t`The position is in the link (${href.length} characters): nothing is stored anywhere.` : t`The whole text is in the link (${href.length} characters): nothing is stored anywhere.`;
  const chosen = await dialog("Share", [h("p", {}, words), !server.local && about?.folder !== null && h("p", { class: "soft" }, written(t("This server speaks with this machine alone; `ferz serve --public` serves others."))), input], [["Close", "close"], ["Copy", "copy", true]]);
  if (chosen === "copy") await navigator.clipboard.writeText(href).then(() => toast("The link is copied."));
}

/** The texts and the position of a link. Those of one's own that are called alike are not lost by it. */
async function openShared({ texts, active, bundled, fen, moves, line, at }: Shared): Promise<void> {
  const link = location.href;
  history.replaceState(null, "", location.pathname + location.search);
  const other = Object.entries(texts).filter(([path, text]) => (documents.find(path)?.text ?? text) !== text);
  if (other.length) {
    const words = t`It has another ${other.map(([path]) => path.slice(1)).join(", ")} than this page.`;
    const chosen = await dialog("Open the link?", [h("p", {}, words)], [["Put it in the place of mine", "here"], ["Open it in a new page", "new", true]]);
    if (chosen === "new") window.open(link, "_blank", "noopener");
    if (chosen !== "here") return;
    // The replaced text is one undo away.
    for (const [path, text] of other) documents.find(path)!.replace(text);
  }
  for (const [path, text] of Object.entries(texts)) documents.open(path, text, null, path === active);
  if (bundled !== undefined) await documents.bundled(bundled);
  await game.read(fen ?? null, line ?? (moves ?? []).map((text) => ({ text })), at);
}

/** Opens the document that the address names. */
async function open(): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  const shared = asked.get("share");
  const file = asked.get("file");
  const bundled = asked.get("bundled");
  try {
    if (shared) return await openShared(await unpack(shared));
    if (file) await documents.fetch(file);
    else if (bundled) await documents.bundled(bundled);
  } catch (error) {
    toast((error as Error).message, "wrong");
  }
  // The document of the address is open, and kept: a reload asks for nothing new.
  history.replaceState(null, "", location.pathname + location.search);
  if (documents.list.length) return;
  const first = about?.files.find((name) => name.endsWith(".ferz"));
  if (first) await documents.fetch(first);
  else documents.blank();
}

const typed = later(PAUSE, () => void game.refresh());

async function start(): Promise<void> {
  const [told, vocabulary] = await Promise.all([server.ask<About>("about"), server.ask<Vocabulary>("vocabulary")]);
  about = told;
  documents.folder = told.folder;
  documents.files = told.files;
  documents.language = ferz(vocabulary);
  // A board beside others keeps nothing.
  const own = bare ? null : await claim(told.folder);
  layout();
  if (own) game.restore(own.games);
  if (own) restorePlayers(own.players);
  await documents.restore(own, !bare && !location.hash.startsWith("#share="));
  await open();
  await game.refresh();
  document.body.dataset.ready = "yes";
}

documents.onChange = (doc: Doc) => {
  drawFiles();
  if (doc.rules) typed();
  else panel.update();
};
documents.onShow = () => {
  drawFiles();
  showProblems();
  void game.refresh();
};
documents.games = () => game.all();
documents.players = allPlayers;
game.on(() => {
  documents.keep();
  drawStatus();
  panel.update();
});
onDiagnostics((path, found) => {
  wrong.set(path, found);
  if (documents.active?.path === path) showProblems();
});
onShow(async (path) => (await documents.fetch(path)).view);

server.onOpen = () => {
  notice.hidden = true;
  connect();
  if (started) return void game.refresh();
  started = true;
  start().catch((error) => {
    // The next session begins again.
    started = false;
    if (server.open) fill(app, h("p", { class: "loading", role: "alert" }, t`The workbench cannot open: ${error.message}`));
  });
};
server.onRenew = () => {
  client.disconnect();
  connect();
};
server.onClose = (why, wait) => {
  client.disconnect();
  const seconds = Math.ceil(wait / 1000);
  if (!notice.isConnected) return fill(app, h("p", { class: "loading", role: "alert" }, t`The workbench cannot open. ${why} The next attempt is in ${seconds} s.`));
  fill(notice, t`${why} It is connected again in ${seconds} s; nothing that you wrote is lost.`);
  notice.hidden = false;
};

tabs.addEventListener("keydown", (event) => arrows(event, tabs));
/** Left and right go through the game, where nothing else wants these keys. */
function walk(event: KeyboardEvent): void {
  const busy = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [contenteditable], [role=tablist]");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const ways: Record<string, number> = { ArrowLeft: game.at - 1, ArrowRight: game.at + 1, Home: 0, End: game.line.length };
  const to = ways[event.key];
  if (to === undefined) return;
  event.preventDefault();
  void game.jump(to);
}
addEventListener("keydown", walk);
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    void saveAll();
  }
});
addEventListener("hashchange", () => void open().then(() => game.refresh()));
addEventListener("pagehide", () => documents.keepNow());
setInterval(() => document.visibilityState === "visible" && void documents.look().catch(() => {}), LOOK);
server.connect();

/** For tests of the page: what is seen only by asking. */
const show = async (name: string) => {
  for (const doc of documents.list.filter((doc) => doc.bundled)) await documents.close(doc);
  await documents.bundled(name);
  await game.begin();
};
Object.assign(window, { workbench: { board, choose, game, documents, server, show } });
