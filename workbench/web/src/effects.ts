// The effects of a move besides moving and capturing, listed and drawn before the move is played.

import { game } from "./game";
import { server } from "./rpc";
import { arrow, shape } from "./sketch";
import type { Cell, Playable, Side } from "./types";

/** `squares` says where, and of a piece that goes, whence and whither. */
export type Effect = {
  kind: "gone" | "flips" | "becomes" | "comes" | "goes" | "closes" | "opens" | "marked" | "hand";
  squares?: string[];
  piece?: [number, Side];
  words: string;
};

/** The part of a move before its wall is one move, for every square of the wall. */
const name = (move: Playable): string => (move.half === undefined ? move.move : move.move.split(",")[0]!);

/** The most moves of one question. */
const MOST = 500;

export class Effects {
  private known: Record<string, Effect[]> = {};
  private key = "";

  /** Asks what these moves would do; `then` is called when that is known, if nothing else was asked since. */
  async ask(moves: Playable[], then: () => void): Promise<void> {
    const asked = game.question();
    const first = new Map(moves.map((move) => [name(move), move]));
    const wanted = [...first.values()].slice(0, MOST).map((move) => move.move);
    const key = JSON.stringify([game.state?.fen, wanted]);
    if (!asked || !wanted.length || key === this.key) return;
    this.key = key;
    this.known = {};
    try {
      const known = await server.ask<Record<string, Effect[]>>("effects", { ...asked, try: wanted });
      if (key !== this.key) return;
      // The wall is no effect, but the subject of the move.
      for (const [name, { move, half }] of first) {
        const list = (known[move] ?? []).filter(({ kind }) => half === undefined || (kind !== "closes" && kind !== "opens"));
        if (list.length) this.known[name] = list;
      }
      if (Object.keys(this.known).length) then();
    } catch {
      // Rules that cannot be read now, or no connection: the moves are shown without.
      this.key = "";
    }
  }

  /** Forgets all known effects. */
  forget(): void {
    this.known = {};
    this.key = "";
  }

  /** Whether one of these moves does something. */
  any(moves: Playable[]): boolean {
    return moves.some((move) => this.known[name(move)] !== undefined);
  }

  /** The effects that all of these moves have in common. */
  of(moves: Playable[]): Effect[] {
    const [first, ...others] = moves.map((move) => this.known[name(move)] ?? []);
    return (first ?? []).filter(({ words }) => others.every((list) => list.some((effect) => effect.words === words)));
  }
}

/** Draws effects on a board. */
export function foretold(list: Effect[], cells: Cell[], size: number): SVGElement {
  const group = shape("g", { class: "foretold" });
  const at = (name: string) => cells.find((cell) => cell.name === name);
  for (const { kind, squares = [], piece } of list) {
    const points = squares.map(at).filter((cell) => cell !== undefined);
    const last = points.at(-1);
    if (!last) continue;
    if (kind === "goes" && points.length > 1) group.append(arrow(points, size, "effect"));
    else group.append(sign(kind, last, size, piece));
  }
  return group;
}

function sign(kind: Effect["kind"], { x, y }: Cell, size: number, piece: Effect["piece"]): SVGElement {
  const half = size / 2;
  const square = { x: x - half + 2, y: y - half + 2, width: size - 4, height: size - 4 };
  if (kind === "gone") {
    const r = size * 0.3;
    return shape("path", { class: "gone", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
  }
  const group = shape("g", { class: kind });
  group.append(shape("rect", square));
  const figure = piece && game.palette?.pieces.find((one) => one.kind === piece[0] && one.side === piece[1]);
  if (figure) {
    const picture = shape("g", { transform: `translate(${x} ${y})` });
    picture.innerHTML = figure.shapes;
    group.append(picture);
  }
  return group;
}
