// The players: for each text, a person or ferz on each side, and the strength of ferz.

import { documents } from "./documents";
import type { Side } from "./types";

export type Who = "you" | "ferz";
export type Players = Record<Side, Who> & { level: number; seconds: number };

const FIRST: Players = { white: "you", black: "you", level: 4, seconds: 1 };
const known = new Map<string, Players>();
const listeners = new Set<() => void>();

/** Hears when another player is to play. */
export const onPlayers = (listener: () => void): void => void listeners.add(listener);

/** The players of the text on the board. */
export const players = (): Players => known.get(documents.rules?.path ?? "") ?? FIRST;

/** Changes who plays the text on the board. */
export function choose(some: Partial<Players>): void {
  const path = documents.rules?.path;
  if (path === undefined) return;
  known.set(path, { ...players(), ...some });
  documents.keep();
  for (const listener of listeners) listener();
}

/** The players of all texts, to be kept. */
export const allPlayers = (): Record<string, Players> => Object.fromEntries([...known].filter(([path]) => documents.find(path)));

/** Players that were kept. */
export function restorePlayers(kept: Record<string, Players>): void {
  for (const [path, one] of Object.entries(kept)) known.set(path, { ...FIRST, ...one });
}

export const other = (side: Side): Side => (side === "white" ? "black" : "white");
