// The board as a picture: a file of its own, with the outlines that it uses.

import { game } from "./game";

/** Saves what is on the board, without marks. */
export function savePicture(): void {
  const { state, palette } = game;
  if (!state) return;
  const [left, top, width, height] = state.frame;
  const shapes = (state.ground.shapes ?? "") + state.cells.map((cell) => cell.shapes).join("");
  const used = new Set([...shapes.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name!));
  const outlines = [...used].map((name) => document.getElementById(name)?.outerHTML ?? "").join("");
  const box = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${state.frame.join(" ")}" color="#333"><defs>${outlines}</defs><rect ${box} fill="#fff"/>${shapes}</svg>`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = `${(palette?.title ?? "board").toLowerCase().replace(/[^a-z0-9]+/g, "-")}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}
