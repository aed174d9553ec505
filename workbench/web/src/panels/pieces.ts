// The pieces: how each goes, alone and among others; and positions set up by hand.

import type { Board } from "../board";
import { figure } from "../board/figure";
import { game } from "../game";
import { t } from "../language";
import { server } from "../rpc";
import { settings } from "../settings";
import type { Cell, Piece, Picture, Side } from "../types";
import { button, drawing, fill, h } from "../ui";
import type { Panel } from "./panel";

type Goes = { name: string; words: string | null; alone: Picture; among: (Picture & { square: string; stands: boolean }) | null };
type SetUp = { cells: Cell[]; fen: string; problem: string | null; warning: string | null };

export function pieces(board: Board): Panel {
  const list = h("div", { class: "palette", role: "group", "aria-label": "Pieces" });
  const shown = h("div", { class: "goes", "aria-live": "polite" }, h("p", { class: "soft" }, "Choose a piece to see how it moves."));
  const setting = h("input", { type: "checkbox" });
  const turn = h("select", { "aria-label": "Who is to move" }, ["white", "black"].map((side) => h("option", { value: side }, side)));
  const problem = h("p", { class: "soft" });
  const tools = h("div", { class: "row", hidden: true });
  let chosen: Piece | null = null;
  let placed = new Map<string, { kind: number; side: Side }>();
  let fen = "";
  let key = "";
  /** The rules of the position before. */
  let before: [string | undefined, string] = [undefined, ""];

  const show = async (piece: Piece) => {
    chosen = piece;
    update();
    if (setting.checked) return;
    const asked = game.question();
    if (!asked) return;
    const goes = await server.ask<Goes>("piece", { ...asked, kind: piece.kind, side: piece.side, figures: settings.figures });
    if (chosen !== piece) return;
    fill(
      shown,
      h("h3", {}, `${goes.name} (${t(piece.side)})`),
      goes.words && h("code", { class: "words" }, goes.words),
      h("figure", {}, drawing(goes.alone), h("figcaption", {}, "Alone")),
      goes.among && h("figure", {}, drawing(goes.among), h("figcaption", {}, goes.among.stands ? t`Among others, on ${goes.among.square}` : t`Among others, if it stood on ${goes.among.square}`)),
    );
  };

  const put = async () => {
    const asked = game.question();
    if (!asked) return;
    const list = [...placed].map(([square, { kind, side }]) => [square, kind, side]);
    const set = await server.ask<SetUp>("setup", { variant: asked.variant, pieces: list, turn: turn.value, flip: game.flip, figures: settings.figures });
    fen = set.fen;
    board.cells = set.cells;
    const fine = set.warning ? t`No game comes to this position, but it can be played: ${set.warning}.` : t("This position can be played.");
    problem.textContent = set.problem ? t`Not a position yet: ${set.problem}` : fine;
    take.disabled = set.problem !== null;
    board.draw();
  };

  const begin = () => {
    const state = game.state;
    const palette = game.palette;
    if (!state || !palette) return;
    placed = new Map();
    before = [game.shown?.file, state.fen];
    for (const cell of state.cells) {
      const piece = palette.pieces.find((piece) => cell.side === piece.side && cell.piece?.toLowerCase() === `${piece.side} ${piece.name}`.toLowerCase());
      if (piece) placed.set(cell.name, piece);
    }
    turn.value = state.turn;
    board.let();
    board.painter = {
      touch: (square) => {
        const there = placed.get(square);
        if (!chosen || (there?.kind === chosen.kind && there.side === chosen.side)) placed.delete(square);
        else placed.set(square, { kind: chosen.kind, side: chosen.side });
        void put();
      },
      drag: (from, to) => {
        const piece = placed.get(from);
        placed.delete(from);
        if (piece && to) placed.set(to, piece);
        void put();
      },
    };
    void put();
  };

  const end = (take: boolean) => {
    setting.checked = false;
    board.painter = null;
    board.cells = null;
    tools.hidden = true;
    if (take) void game.begin(fen);
    else board.draw();
    update();
  };

  setting.addEventListener("change", () => {
    tools.hidden = !setting.checked;
    if (setting.checked) begin();
    else end(false);
    update();
  });
  turn.addEventListener("change", () => void put());
  // Another text or position on the board is not built on.
  game.on(() => {
    if (setting.checked && (game.shown?.file !== before[0] || game.state?.fen !== before[1])) end(false);
  });
  const eraser = button("Erase", () => ((chosen = null), update()), { title: "Click squares to empty them; a piece that is drawn off the board is gone, too" });
  const take = button("Play this", () => end(true), { class: "main" });
  tools.append(
    button("Empty", () => (placed.clear(), void put())),
    h("label", {}, "To move", turn),
    eraser,
    take,
    button("Cancel", () => end(false)),
  );
  const element = h("div", { class: "panel" }, list, h("label", { class: "check" }, setting, "Set up a position: choose a piece and click squares, or drag pieces"), tools, problem, shown);

  const update = () => {
    problem.hidden = !setting.checked;
    eraser.setAttribute("aria-pressed", String(chosen === null));
    shown.hidden = setting.checked;
    const palette = game.palette;
    if (!palette) return;
    const now = JSON.stringify([palette.pieces.map((piece) => [piece.name, piece.letter, piece.shapes]), chosen?.kind, chosen?.side]);
    if (now === key) return;
    key = now;
    fill(
      list,
      palette.pieces.map((piece) => {
        const pressed = chosen?.kind === piece.kind && chosen.side === piece.side;
        const element = h("button", { type: "button", "aria-pressed": String(pressed), "aria-label": `${t(piece.side)} ${piece.name}`, title: piece.name }, figure(piece));
        element.addEventListener("click", () => void show(piece));
        return element;
      }),
    );
  };
  return { name: "Pieces", element, update };
}
