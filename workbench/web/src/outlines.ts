// The outlines of pieces and letters: each is sent once, and stands once in the page, where all boards find it.

import { shape } from "./sketch";

const known = new Set<string>();
const definitions = shape("defs", {});

/** Notes outlines, each a `g` element whose id is that name. */
export function learn(outlines: Record<string, string>): void {
  const fresh = Object.entries(outlines).filter(([name]) => !known.has(name));
  if (!fresh.length) return;
  for (const [name] of fresh) known.add(name);
  definitions.insertAdjacentHTML("beforeend", fresh.map(([, markup]) => markup).join(""));
  if (definitions.isConnected) return;
  const holder = shape("svg", { class: "outlines", width: 0, height: 0, "aria-hidden": "true" });
  holder.append(definitions);
  document.body.append(holder);
}

/** Their names. */
export const outlines = (): string[] => [...known];
