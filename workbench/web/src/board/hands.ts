// The pieces in hand: clicked, or drawn onto the board.

import { t } from "../language";
import { figure } from "./figure";
import { game } from "../game";
import type { Piece, Side } from "../types";
import { fill, h } from "../ui";

/** A drag begins when the pointer has gone so far, in pixels. */
const FAR = 5;

type Aims = { touch: (step: string) => void; taken: (step: string) => boolean; drag: (step: string) => boolean; over: (event: PointerEvent) => void; drop: (event: PointerEvent) => void };

export class Hands {
  readonly elements = [h("div", { class: "hand", role: "group" }), h("div", { class: "hand", role: "group" })] as const;
  private ghost: SVGElement | null = null;
  private key = "";
  /** A piece is held down: drawing it again now would let go of it. */
  private busy = false;

  constructor(private readonly aims: Aims) {}

  /** The hand of each side, the upper one first. */
  draw(): void {
    const { state, palette, flip } = game;
    if (!state || this.busy) return;
    const sides: Side[] = flip ? ["white", "black"] : ["black", "white"];
    const held = sides.map((side) => state.hands[side === "white" ? 0 : 1] ?? []);
    const key = JSON.stringify([sides, held, state.turn, held.map((hand, i) => hand.map(([kind]) => this.isTaken(kind, sides[i]!))), palette?.title, palette?.drops]);
    if (key === this.key) return;
    this.key = key;
    sides.forEach((side, place) => {
      const element = this.elements[place]!;
      element.setAttribute("aria-label", side === "white" ? t("White's hand") : t("Black's hand"));
      const pieces = held[place]!.map(([kind, count]) => this.piece(this.find(kind, side), count, state.turn === side));
      fill(element, pieces);
      // A box that may get a piece has its room before.
      element.hidden = !pieces.length && !palette?.drops;
    });
  }

  private find(kind: number, side: Side): Piece | undefined {
    return game.palette?.pieces.find((piece) => piece.kind === kind && piece.side === side);
  }

  private isTaken(kind: number, side: Side): boolean {
    const piece = this.find(kind, side);
    return piece !== undefined && this.aims.taken(`@${piece.letter}`);
  }

  private piece(piece: Piece | undefined, count: number, turn: boolean): HTMLElement | null {
    if (!piece) return null;
    const step = `@${piece.letter}`;
    const taken = turn && this.aims.taken(step);
    const label = count ? t`${piece.side} ${piece.name} in hand, ${count}` : t`${piece.side} ${piece.name}, to be dropped`;
    const element = h("button", { type: "button", class: taken ? "held taken" : "held", "aria-pressed": taken, "data-step": step, "aria-label": label }, figure(piece), count > 0 && h("span", {}, String(count)));
    let began: PointerEvent | null = null;
    let drawn = false;
    element.addEventListener("click", () => !drawn && this.aims.touch(step));
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      began = event;
      drawn = false;
      this.busy = true;
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      if (!began) return;
      if (!drawn) {
        if (Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) < FAR || !this.aims.drag(step)) return;
        drawn = true;
        this.ghost = figure(piece);
        this.ghost.classList.add("flying");
        document.body.append(this.ghost);
      }
      this.ghost!.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      this.aims.over(event);
      event.preventDefault();
    });
    const end = (event: PointerEvent) => {
      began = null;
      this.busy = false;
      this.ghost?.remove();
      this.ghost = null;
      if (drawn && event.type === "pointerup") this.aims.drop(event);
      this.draw();
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    return element;
  }
}
