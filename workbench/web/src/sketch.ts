// Boards to be looked at: a position with squares and moves that are marked.

import type { Stage } from "./types";

const SVG = "http://www.w3.org/2000/svg";

export type Mark = "same" | "gained" | "lost" | "otherwise";

export function shape<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

type Point = { x: number; y: number };

/** An arrow that ends before the middle of its last square. */
export function arrow(points: Point[], size: number, kind: string): SVGElement {
  const group = shape("g", { class: `arrow ${kind}` });
  const [from, to] = [points[points.length - 2], points[points.length - 1]];
  if (!from || !to) return group;
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const [head, wide] = [size * 0.36, size * 0.2];
  const neck = { x: to.x - dx * head, y: to.y - dy * head };
  const line = [...points.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  group.append(shape("polyline", { points: line }));
  group.append(shape("polygon", { points: `${to.x},${to.y} ${neck.x - dy * wide},${neck.y + dx * wide} ${neck.x + dy * wide},${neck.y - dx * wide}` }));
  return group;
}

/** Signs that can be distinguished without colours. */
const SIGNS: Record<Mark, string> = { same: "", gained: "+", lost: "−", otherwise: "~" };

function sign(at: Point, size: number, mark: Mark): SVGElement {
  const group = shape("g", { class: `sign ${mark}` });
  group.append(shape("circle", { cx: at.x, cy: at.y, r: size * (mark === "same" ? 0.12 : 0.24) }));
  if (SIGNS[mark]) {
    const text = shape("text", { x: at.x, y: at.y, "font-size": size * 0.42, "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = SIGNS[mark];
    group.append(text);
  }
  return group;
}

/** The drawing. */
export function sketch(stage: Stage, label: string, marks: [Mark, string[]][] = [], moves: ["gained" | "lost", string[]][] = []): SVGElement {
  const svg = shape("svg", { viewBox: stage.frame.join(" "), role: "img", "aria-label": label, class: "sketch" });
  const pieces = stage.cells.map((cell) => cell.shapes).join("");
  svg.innerHTML = `${stage.definitions}<g>${stage.ground}</g><g>${pieces}</g>`;
  const at = (name: string) => stage.cells.find((cell) => cell.name === name);
  for (const [mark, names] of marks) {
    for (const name of names) {
      const cell = at(name);
      if (cell) svg.append(sign(cell, stage.size, mark));
    }
  }
  for (const [kind, names] of moves) {
    const points = names.map(at).filter((cell) => cell !== undefined);
    if (points.length > 1) svg.append(arrow(points, stage.size, kind));
    else if (points[0]) svg.append(sign(points[0], stage.size, kind));
  }
  return svg;
}
