// A piece by itself.

import { shape } from "../sketch";
import type { Piece } from "../types";

export function figure(piece: Piece): SVGElement {
  const svg = shape("svg", { viewBox: "-30 -30 60 60", class: "figure", "aria-hidden": "true" });
  svg.innerHTML = piece.shapes;
  return svg;
}
