// Clocks of both sides, for those who want to play with time.

import { game } from "./game";
import { t } from "./language";
import { other } from "./players";
import type { Side } from "./types";
import { announce, toast } from "./ui";

/** How often they are looked at, in milliseconds. */
const TICK = 100;

export type Pace = { minutes: number; increment: number };
/** The choices; `null`: no clock. */
export const PACES: (Pace | null)[] = [null, { minutes: 1, increment: 0 }, { minutes: 3, increment: 2 }, { minutes: 5, increment: 3 }, { minutes: 10, increment: 5 }, { minutes: 30, increment: 20 }];

class Clock {
  pace: Pace | null = null;
  /** The remaining time of each side, in milliseconds. */
  left: Record<Side, number> = { white: 0, black: 0 };
  /** The side whose time is over. */
  fallen: Side | null = null;
  private plies = 0;
  private last = 0;
  private timer = 0;
  private listeners = new Set<() => void>();

  on(listener: () => void): void {
    this.listeners.add(listener);
  }

  set(pace: Pace | null): void {
    this.pace = pace;
    clearInterval(this.timer);
    if (pace) this.timer = window.setInterval(() => this.tick(), TICK);
    this.begin();
  }

  begin(): void {
    const all = (this.pace?.minutes ?? 0) * 60_000;
    this.left = { white: all, black: all };
    this.fallen = null;
    this.plies = game.at;
    this.tell();
  }

  /**
   * The side whose time runs: from the first move on, and not while an earlier position is shown.
   */
  get running(): Side | null {
    const state = game.state;
    if (!this.pace || !state || state.outcome || this.fallen || game.at === 0 || game.at < game.line.length) return null;
    return state.turn;
  }

  /** Something was played, or taken back. */
  follow(): void {
    if (!this.pace) return;
    if (game.at === 0 && this.plies > 0) return this.begin();
    const turn = game.state?.turn;
    if (game.at > this.plies && turn) this.left[other(turn)] += this.pace.increment * 1000;
    this.plies = game.at;
    this.tell();
  }

  private tick(): void {
    const now = performance.now();
    const spent = now - this.last;
    this.last = now;
    const side = this.running;
    if (!side) return;
    this.left[side] = Math.max(0, this.left[side] - Math.min(spent, 10 * TICK));
    if (!this.left[side]) {
      this.fallen = side;
      const words = side === "white" ? t("White's time is over.") : t("Black's time is over.");
      toast(words);
      announce(words);
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const clock = new Clock();
game.on(() => clock.follow());

/** Time as clocks show it. */
export function shown(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return seconds < 10 ? seconds.toFixed(1) : `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
}
