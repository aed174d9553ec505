// The moves of the game with variations and comments, and the commands for games and positions.

import type { Board } from "../board";
import { documents } from "../documents";
import { game } from "../game";
import { t } from "../language";
import { savePicture } from "../picture";
import { server } from "../rpc";
import { moveText, readPgn, type Named, type Ply } from "../tree";
import type { Side } from "../types";
import { button, dialog, fill, h, toast } from "../ui";
import type { Panel } from "./panel";

/** The moves as elements: variations in brackets behind the move that they replace. */
function tree(first: Ply[]): Node[] {
  const now = game.line[game.at - 1];
  const walk = (list: Ply[], number: number, last: Side | null): Node[] => {
    const items: Node[] = [];
    let says = true;
    while (list.length) {
      const [main, ...others] = list as [Ply, ...Ply[]];
      const count = main.turn === "white" && last === "black" ? number + 1 : number;
      const item = (ply: Ply, first: boolean) => {
        const words = ply.turn === "white" ? last !== "white" && `${count}.` : (first || last === null) && `${count}…`;
        const move = button(ply.san, () => void game.visit(ply), { "aria-current": ply === now ? "step" : null });
        return h("li", {}, words && h("span", { class: "number" }, words), move, ply.comment ? h("span", { class: "comment" }, ply.comment) : null);
      };
      items.push(item(main, says));
      for (const other of others) items.push(h("li", { class: "variation" }, h("ol", { class: "moves", "aria-label": t`Variation: ${other.san}` }, item(other, true), walk(other.then, count, other.turn))));
      says = others.length > 0 || main.comment !== undefined;
      [number, last, list] = [count, main.turn, main.then];
    }
    return items;
  };
  return walk(first, 1, null);
}

/** Opens the bundled variant that a game names, if it is another one than that on the board. */
async function variantOf(name: string | undefined): Promise<void> {
  const plain = (words: string) => words.toLowerCase().replace(/ chess$/, "").replace(/[^a-z0-9]/g, "");
  if (!name || [documents.rules?.title, game.palette?.title].some((own) => own && plain(own.replace(/\.ferz$/, "")) === plain(name))) return;
  const { variants } = await server.ask<{ variants: { name: string; title: string }[] }>("variants");
  const found = variants.find((one) => one.name === name || plain(one.title) === plain(name));
  if (found) {
    documents.tidy(await documents.bundled(found.name));
    await game.refresh();
  } else toast(t`There is no bundled variant ${name}; the game is read by the rules on the board.`);
}

/** Reads the first game of a text. */
export async function takePgn(text: string): Promise<void> {
  const { tags, line } = readPgn(text);
  await variantOf(tags.variant);
  const wrong = await game.read(tags.fen ?? null, line);
  if (wrong) toast(t`The game is read as far as it can be played: ${wrong}`, "wrong");
}

/** The game as PGN, with variations and comments. */
export async function pgn(): Promise<string> {
  const asked = game.question()!;
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const { pgn } = await server.ask<{ pgn: string }>("pgn", { ...asked, moves: game.line.map((ply) => ply.text), tags: [["Date", date]] });
  const [head = ""] = pgn.split(/\n\n/);
  const result = /\[Result "([^"]*)"\]/.exec(head)?.[1];
  return `${head}\n\n${moveText(game.first, result)}`;
}

async function showPgn(): Promise<void> {
  if (!game.shown) return;
  const area = h("textarea", { class: "scroll", rows: 14, "aria-label": "The game as PGN", spellcheck: "false" });
  area.value = await pgn();
  const file = h("input", { type: "file", accept: ".pgn,.txt", "aria-label": "Read a file" });
  file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => (area.value = text)));
  const words = h("p", { class: "soft" }, "Paste another game here to put it on the board, or choose a file: ", file);
  const chosen = await dialog("The game as PGN", [area, words], [["Close", "close"], ["Copy", "copy"], ["Put it on the board", "read", true]]);
  if (chosen === "copy") await navigator.clipboard.writeText(area.value).then(() => toast("Copied."));
  if (chosen === "read") await takePgn(area.value).catch((error) => toast((error as Error).message, "wrong"));
}

/** Plays a move that was typed, as people or programs write it. */
async function typed(board: Board, field: HTMLInputElement): Promise<void> {
  const text = field.value.trim();
  const asked = game.question();
  if (!text || !asked) return;
  const { line } = await server.ask<{ line: Named[] }>("tree", { ...asked, line: [{ text }] });
  const move = game.state?.moves.find((move) => move.move === line[0]?.text);
  if (move) {
    field.value = "";
    return game.play(move);
  }
  board.tell(text, await server.ask("why", { ...asked, move: text }));
}

export function moves(board: Board): Panel {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  const fen = h("input", { type: "text", "aria-label": "Position as FEN", spellcheck: "false", autocomplete: "off" });
  const paste = async () => {
    const text = fen.value.trim();
    if (text && text !== game.state?.fen) await game.begin(text === "startpos" ? null : text);
  };
  // Leaving the field reads it, so Enter leaves it.
  fen.addEventListener("keydown", (event) => event.key === "Enter" && fen.blur());
  fen.addEventListener("change", () => void paste());
  const copy = () =>
    void navigator.clipboard.writeText(game.state?.fen ?? "").then(
      () => toast("The position is copied."),
      () => fen.select(),
    );
  const type = h("input", { type: "text", "aria-label": "Type a move", placeholder: "Type a move: Nf3, e2e4", spellcheck: "false", autocomplete: "off" });
  type.addEventListener("keydown", (event) => event.key === "Enter" && void typed(board, type));
  const comment = h("input", { type: "text", "aria-label": "Comment on this move", placeholder: "Comment on this move" });
  comment.addEventListener("change", () => game.comment(comment.value.trim()));
  const promote = button("Make it the main line", () => game.promote());
  const prune = button("Delete from here", () => void game.prune());
  const about = h("div", { class: "row" }, comment, promote, prune);
  const element = h(
    "div",
    { class: "panel" },
    list,
    about,
    h("div", { class: "row" }, h("label", { class: "grow" }, type), button("PGN …", () => void showPgn())),
    h("div", { class: "row" }, h("label", { class: "grow" }, "Position", fen), button("Copy", copy), button("Picture", savePicture, { title: "Save the board as a picture (SVG)" })),
  );
  const update = () => {
    if (document.activeElement !== fen) fen.value = game.state?.fen ?? "";
    const now = game.line[game.at - 1];
    about.hidden = !now;
    if (document.activeElement !== comment) comment.value = now?.comment ?? "";
    let main = game.first;
    promote.hidden = game.line.slice(0, game.at).every((ply) => {
      const first = main[0] === ply;
      main = ply.then;
      return first;
    });
    fill(list, game.first.length ? tree(game.first) : [h("li", { class: "soft" }, game.shown ? "No moves yet: drag a piece, or click it and then a square." : "No moves: the rules cannot be played yet.")]);
    // Only the list moves, not the page.
    const current = list.querySelector<HTMLElement>('[aria-current="step"]');
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  return { name: "Moves", element, update };
}
