// Several moves begin with the touches so far: promotions as a column at their square, other
// choices with the path that they take.

import { figure } from "./figure";
import { game } from "../game";
import type { Cell, Playable } from "../types";
import { button, fill, h } from "../ui";

/** `beyond` are squares that may be gone to from there, and are not to be covered. */
type Place = { frame: number[]; size: number; cell: Cell | undefined; beyond: Cell[] };

export class Chooser {
  readonly element = h("div", { class: "chooser", hidden: true, role: "group", "aria-label": "Which move?" });

  /** `point` is called with the move that is pointed at, and with `null`. */
  constructor(
    private readonly take: (move: Playable) => void,
    private readonly cancel: () => void,
    private readonly point: (move: Playable | null) => void,
  ) {}

  get open(): boolean {
    return !this.element.hidden;
  }

  close(): void {
    this.element.hidden = true;
    this.point(null);
  }

  show(moves: Playable[], place: Place): void {
    const turn = game.state!.turn;
    const buttons = moves.map((move) => {
      const piece = game.palette?.pieces.find((piece) => piece.kind === move.promotion && piece.side === turn);
      const label = piece ? `${move.san}: ${piece.name}` : move.san;
      const choice = h("button", { type: "button", "data-move": move.move, "aria-label": label, title: label }, piece ? figure(piece) : null, h("span", {}, move.san));
      choice.addEventListener("click", () => this.take(move));
      for (const event of ["pointerenter", "focus"]) choice.addEventListener(event, () => this.point(move));
      choice.addEventListener("pointerleave", () => this.point(null));
      return choice;
    });
    const figures = moves.every((move) => move.promotion !== undefined);
    this.element.classList.toggle("column", figures);
    fill(this.element, buttons, button("✕", this.cancel, { "aria-label": "Let go" }));
    this.element.hidden = false;
    this.put(place);
    this.element.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Beside the square, as near as there is room, and over none of the board's edges. */
  private put({ frame, size, cell, beyond }: Place): void {
    const box = this.element;
    const board = box.parentElement!;
    const svg = board.querySelector("svg")!.getBoundingClientRect();
    const around = board.getBoundingClientRect();
    const [left = 0, top = 0, width = 1, height = 1] = frame;
    const scale = Math.min(svg.width / width, svg.height / height);
    const x = svg.left - around.left + (svg.width - width * scale) / 2 + ((cell?.x ?? left + width / 2) - left) * scale;
    const y = svg.top - around.top + (svg.height - height * scale) / 2 + ((cell?.y ?? top + height / 2) - top) * scale;
    const half = (size * scale) / 2;
    const below = y < around.height / 2;
    const fits = (value: number, room: number) => Math.max(0, Math.min(value, room));
    box.style.left = `${fits(x - box.offsetWidth / 2, around.width - box.offsetWidth)}px`;
    const beside = box.classList.contains("column") ? -half : half + 4;
    const room = around.height - box.offsetHeight;
    /** The upper edge, that number of rows away from the square. */
    const edge = (under: boolean, rows: number) => fits(under ? y + beside + rows * 2 * half : y - beside - rows * 2 * half - box.offsetHeight, room);
    const ahead = beyond.map((other) => y + (other.y - (cell?.y ?? 0)) * scale);
    const covers = (top: number) => ahead.some((middle) => middle + half > top && middle - half < top + box.offsetHeight);
    const edges = [0, 1, 2].flatMap((rows) => [edge(below, rows), edge(!below, rows)]);
    box.style.top = `${edges.find((top) => !covers(top)) ?? edges[0]}px`;
  }
}
