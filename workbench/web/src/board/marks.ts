// The marks on squares: the last move, touches, targets, check, and pieces that forbid a move.

import { shape } from "../sketch";
import type { Cell } from "../types";

export type Find = (name: string) => Cell | undefined;

/** A square that is filled. */
export function filled(under: Element, cell: Cell | undefined, size: number, kind: string): void {
  if (cell) under.append(shape("rect", { class: kind, x: cell.x - size / 2, y: cell.y - size / 2, width: size, height: size }));
}

/** A square with a line round it. */
export function framed(over: Element, cell: Cell | undefined, size: number, kind: string): void {
  if (cell) over.append(shape("rect", { class: kind, x: cell.x - size / 2 + 2, y: cell.y - size / 2 + 2, width: size - 4, height: size - 4 }));
}

/** A square that can be gone to. */
export function target(over: Element, cell: Cell, size: number, capture: boolean, effect: boolean): void {
  const [half, full] = [size / 2, cell.shapes !== "" || capture];
  const kind = capture ? "target capture" : cell.shapes ? "target full" : "target";
  over.append(shape("circle", { class: kind, cx: cell.x, cy: cell.y, r: full ? half * 0.86 : half * 0.3 }));
  if (effect) over.append(shape("circle", { class: "target effect", cx: cell.x, cy: cell.y, r: full ? half * 0.68 : half * 0.48 }));
}

/** A royal piece that is attacked, or mated. */
export function check(under: Element, over: Element, cell: Cell | undefined, size: number, mate: boolean): void {
  if (!cell) return;
  under.append(shape("circle", { class: "check", cx: cell.x, cy: cell.y, r: size * 0.55 }));
  if (!mate) return;
  const [x, y] = [cell.x + size * 0.32, cell.y - size * 0.32];
  over.append(shape("circle", { class: "mate", cx: x, cy: y, r: size * 0.18 }));
  const sign = shape("text", { class: "mate-sign", x, y, "font-size": size * 0.26, "text-anchor": "middle", "dominant-baseline": "central" });
  sign.textContent = "#";
  over.append(sign);
}

/** The light behind an attacked king. */
export const LIGHTS = `<defs><radialGradient id="check-light"><stop offset="25%" stop-color="#ff1a1a" stop-opacity=".95"/><stop offset="60%" stop-color="#e01010" stop-opacity=".6"/><stop offset="100%" stop-color="#b00" stop-opacity="0"/></radialGradient></defs>`;

/** The squares of a refusal, and a line from the forbidding pieces to the forbidden square. */
export function refused(over: Element, { squares, tried }: { squares: string[]; tried: string[] }, find: Find, size: number): void {
  for (const name of squares) framed(over, find(name), size, "guilty");
  const guilty = squares.filter((name) => !tried.includes(name)).map(find);
  const points = guilty.length > 1 ? guilty : [find(tried[0] ?? ""), ...guilty, guilty.length ? undefined : find(tried.at(-1) ?? "")];
  const there = points.filter((cell): cell is Cell => cell !== undefined);
  if (there.length > 1) over.append(shape("polyline", { class: "forbids", points: there.map((cell) => `${cell.x},${cell.y}`).join(" ") }));
}
