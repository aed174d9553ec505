// The data that a page keeps in this browser: unsaved texts, and games. Every page has a place of
// its own, so that two of them do not overwrite each other; the data of a closed page come to the
// next one that is opened.


import type { Players } from "./players";
import type { Named } from "./tree";

/** An unsaved text, and the contents of the file when it was read. */
export type Draft = { text: string; seen: { mark: string; text: string } | null };
/** A game: where it began, its moves with variations, which way the board follows at each move, and how many moves are on it. */
export type Played = { fen: string | null; line: Named[]; way?: number[]; at: number };
export type Kept = {
  /** The paths of all open texts, in order. */
  open: string[];
  active: string | null;
  drafts: Record<string, Draft>;
  /** By the path of their rules. */
  games: Record<string, Played>;
  /** The texts of rules when what they do was accepted, by the path of the snapshot. */
  accepted: Record<string, Record<string, string>>;
  /** The players, by the path of the rules. */
  players: Record<string, Players>;
};

const PAGE = "ferz-page";
let place = "";
let own = "";

const read = (key: string): Kept | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Kept> | null;
    return kept && { open: [], active: null, drafts: {}, games: {}, accepted: {}, players: {}, ...kept };
  } catch {
    return null;
  }
};

/** Whether a name is held by no other page; it is held then until this page goes. */
function hold(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((done) => {
    const held = (lock: Lock | null) => {
      done(lock !== null);
      return lock ? new Promise<void>(() => {}) : undefined;
    };
    navigator.locks.request(name, { ifAvailable: true }, held).catch(() => done(true));
  });
}

/** Finds the place of this page, and its data. */
export async function claim(folder: string | null): Promise<Kept | null> {
  place = `${PAGE}:${folder ?? ""}:`;
  try {
    const before = sessionStorage.getItem(PAGE);
    own = place + before;
    if (before && (await hold(own))) return read(own);
    // A duplicated page begins with the data of the other.
    const copy = before ? read(own) : null;
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    own = place + id;
    sessionStorage.setItem(PAGE, id);
    await hold(own);
    return copy;
  } catch {
    // A browser may keep nothing.
    own = "";
    return null;
  }
}

/** The data of closed pages, the last one first; they are no longer kept for those pages. */
export async function left(): Promise<Kept[]> {
  if (!own || !navigator.locks) return [];
  const held = new Set(((await navigator.locks.query()).held ?? []).map((lock) => lock.name));
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(place) && key !== own && !held.has(key));
  return keys.flatMap((key) => {
    const kept = read(key);
    localStorage.removeItem(key);
    return kept && Object.keys(kept.drafts).length ? [kept] : [];
  });
}

/** Keeps all that. */
export function keep(kept: Kept): void {
  try {
    if (own) localStorage.setItem(own, JSON.stringify(kept));
  } catch {
    // There is no room.
  }
}
