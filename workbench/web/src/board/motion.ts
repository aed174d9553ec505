// Pieces slide to where they have moved.

import { settings } from "../settings";
import type { Cell } from "../types";

const TIME = 150;
/** When more pieces move than that, another position has come, and nothing slides. */
const MOST = 6;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export type Placed = Map<string, Cell>;

/** The piece that has turned into another one on its way: the only one of its side that is gone. */
function became(gone: Cell[], to: Cell): Cell | undefined {
  const own = gone.filter((cell) => cell.side === to.side && cell.name !== to.name);
  return to.side !== undefined && own.length === 1 ? own[0] : undefined;
}

/** Pairs each piece that has come to a square with the nearest one alike that has left another. */
export function moved(before: Placed, now: Placed): { from: Cell; to: Cell }[] {
  const differs = (cell: Cell, there: Placed) => cell.shapes !== "" && there.get(cell.name)?.shapes !== cell.shapes;
  const gone = [...before.values()].filter((cell) => differs(cell, now));
  const come = [...now.values()].filter((cell) => differs(cell, before));
  if (come.length > MOST) return [];
  return come.flatMap((to) => {
    const far = (cell: Cell) => Math.hypot(cell.x - to.x, cell.y - to.y);
    const alike = gone.filter((cell) => cell.side !== undefined && cell.piece === to.piece).sort((a, b) => far(a) - far(b));
    const from = alike[0] ?? became(gone, to);
    if (!from) return [];
    gone.splice(gone.indexOf(from), 1);
    return [{ from, to }];
  });
}

/**
 * Slides the pieces of an `svg` element; `but` is a square to which the user has drawn a piece
 * already.
 */
export function slide(svg: SVGElement, before: Placed, now: Placed, but: string | null): void {
  if (!settings.motion || still.matches) return;
  for (const { from, to } of moved(before, now)) {
    if (to.name === but) continue;
    const piece = svg.querySelector<SVGElement>(`[data-square="${CSS.escape(to.name)}"]`);
    piece?.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-out" });
  }
}
