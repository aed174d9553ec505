// Arrows and circles that the user draws on the board with the right button; they go with the next
// move.

import { arrow, shape } from "../sketch";
import type { Cell } from "../types";

type Drawn = { from: string; to: string; kind: string };

/** Keys that are held down choose the colour, as on other boards. */
const kind = (event: PointerEvent): string => (event.altKey && event.shiftKey ? "fourth" : event.altKey ? "third" : event.shiftKey || event.ctrlKey ? "second" : "first");

export class Pencil {
  private list: Drawn[] = [];
  private begun: Drawn | null = null;

  get drawing(): boolean {
    return this.begun !== null;
  }

  begin(square: string, event: PointerEvent): void {
    this.begun = { from: square, to: square, kind: kind(event) };
  }

  aim(square: string | null): void {
    if (this.begun && square) this.begun.to = square;
  }

  /** Keeps what was drawn; the same once more wipes it out. */
  end(): void {
    const drawn = this.begun;
    this.begun = null;
    if (!drawn) return;
    const same = this.list.findIndex(({ from, to }) => from === drawn.from && to === drawn.to);
    const old = same < 0 ? null : this.list.splice(same, 1)[0]!;
    if (old?.kind !== drawn.kind) this.list.push(drawn);
  }

  /** Wipes all out; whether there was anything. */
  clear(): boolean {
    const some = this.list.length > 0;
    this.list = [];
    this.begun = null;
    return some;
  }

  draw(over: Element, cell: (name: string) => Cell | undefined, size: number): void {
    for (const drawn of [...this.list, ...(this.begun ? [this.begun] : [])]) {
      const [from, to] = [cell(drawn.from), cell(drawn.to)];
      if (!from || !to) continue;
      if (from === to) over.append(shape("circle", { class: `drawn ${drawn.kind}`, cx: to.x, cy: to.y, r: size * 0.44 }));
      else over.append(arrow([from, to], size, `drawn ${drawn.kind}`));
    }
  }
}
