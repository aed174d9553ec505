// A move in advance, made while ferz thinks: it is played as soon as it is legal, or forgotten.

import { game } from "../game";
import { other, players } from "../players";
import type { Playable, Side } from "../types";

export class Premove {
  steps: string[] = [];

  /** The side that may move before its turn; neither if moves in advance are off. */
  side(): Side | null {
    const state = game.state;
    if (!state || state.outcome || game.at < game.line.length) return null;
    const own = other(state.turn);
    return players()[state.turn] === "ferz" && players()[own] === "you" ? own : null;
  }

  /** Takes a piece, or puts it somewhere. */
  touch(step: string, own: boolean): void {
    if (this.steps.length === 1 && this.steps[0] !== step) this.steps.push(step);
    else this.steps = own || step.startsWith("@") ? [step] : [];
  }

  /** Forgets it; whether there was any. */
  clear(): boolean {
    const some = this.steps.length > 0;
    this.steps = [];
    return some;
  }

  /** The move that was meant, if it is a legal one now. */
  take(): Playable | undefined {
    const [from, to] = this.steps;
    if (from === undefined || to === undefined || this.side()) return undefined;
    this.steps = [];
    const fits = game.state!.moves.filter((move) => move.path[0] === from && move.path.at(-1) === to && move.half === undefined);
    return fits[0];
  }
}
