// The moves of the game, and what one does with games and positions.

import type { Board } from "../board";
import { game } from "../game";
import { server } from "../rpc";
import { button, dialog, fill, h, toast } from "../ui";
import type { Panel } from "./panel";

export function moves(_board: Board): Panel {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  const fen = h("input", { type: "text", "aria-label": "Position as FEN", spellcheck: "false", autocomplete: "off" });
  const paste = async () => {
    const text = fen.value.trim();
    if (text && text !== game.state?.fen) await game.begin(text === "startpos" ? null : text);
  };
  // Leaving the field reads it, so Enter leaves it.
  fen.addEventListener("keydown", (event) => event.key === "Enter" && fen.blur());
  fen.addEventListener("change", () => void paste());
  const pgn = async () => {
    const asked = game.question();
    if (!asked) return;
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const { pgn } = await server.ask<{ pgn: string }>("pgn", { ...asked, tags: [["Date", date]] });
    const area = h("textarea", { class: "scroll", readonly: true, rows: 14, "aria-label": "The game as PGN" });
    area.value = pgn;
    const chosen = await dialog("The game as PGN", [area], [["Close", "close"], ["Copy", "copy", true]]);
    if (chosen === "copy") await navigator.clipboard.writeText(pgn).then(() => toast("Copied."));
  };
  const copy = () =>
    void navigator.clipboard.writeText(game.state?.fen ?? "").then(
      () => toast("The position is copied."),
      () => fen.select(),
    );
  const element = h(
    "div",
    { class: "panel" },
    list,
    h("div", { class: "row" }, h("label", { class: "grow" }, "Position", fen), button("Copy", copy), button("PGN …", () => void pgn())),
  );
  const update = () => {
    if (document.activeElement !== fen) fen.value = game.state?.fen ?? "";
    let number = 0;
    let last: string | null = null;
    const items = game.line.map((ply, i) => {
      const words: (Node | string)[] = [];
      if (ply.turn === "white" && last !== "white") number++;
      if (last === null && ply.turn === "black") number = 1;
      if (ply.turn !== last) words.push(h("span", { class: "number" }, ply.turn === "white" ? `${number}.` : last === null ? "1…" : ""));
      last = ply.turn;
      words.push(button(ply.san, () => void game.jump(i + 1), { "aria-current": i + 1 === game.at ? "step" : null }));
      return h("li", {}, words);
    });
    fill(list, items.length ? items : [h("li", { class: "soft" }, "No moves yet: drag a piece, or click it and then a square.")]);
    list.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  };
  return { name: "Moves", element, update };
}
