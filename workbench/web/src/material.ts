// The material that each side has more than the other: pieces, and their total value.

import { game } from "./game";
import { server } from "./rpc";
import type { Meant, Piece, Side } from "./types";

/** The values of pieces by kind and side, in hundredths of a pawn. */
let worth: number[][] = [];
let of: Meant | null = null;

/** Asks what the pieces of the rules on the board are worth. */
async function ask(then: () => void): Promise<void> {
  const variant = game.shown;
  if (!variant || variant === of) return;
  of = variant;
  worth = await server.ask<number[][]>("worth", variant).catch(() => []);
  if (of === variant) then();
}

export type Surplus = { pieces: Piece[]; points: number };

/** The pieces that a side has more than the other, and by how much it leads, in pawns. `then` is called when more is known. */
export function surplus(side: Side, then: () => void): Surplus {
  void ask(then);
  const { state, palette } = game;
  if (!state || !palette) return { pieces: [], points: 0 };
  const kinds = new Map(palette.pieces.map((piece) => [`${piece.side} ${piece.name}`.toLowerCase(), piece]));
  const counts = new Map<number, number>();
  let points = 0;
  const count = (kind: number, whose: Side, many: number) => {
    const sign = whose === side ? many : -many;
    counts.set(kind, (counts.get(kind) ?? 0) + sign);
    points += sign * (worth[kind]?.[whose === "white" ? 0 : 1] ?? 0);
  };
  for (const cell of state.cells) {
    const piece = kinds.get((cell.piece ?? "").toLowerCase());
    if (piece) count(piece.kind, piece.side, 1);
  }
  state.hands.forEach((hand, i) => hand.forEach(([kind, many]) => count(kind, i ? "black" : "white", many)));
  const pieces = palette.pieces.filter((piece) => piece.side === side && (counts.get(piece.kind) ?? 0) > 0);
  const list = pieces.flatMap((piece) => Array.from({ length: counts.get(piece.kind)! }, () => piece));
  return { pieces: list, points: points / 100 };
}
