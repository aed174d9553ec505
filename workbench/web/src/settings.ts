// A person's preferences, kept in this browser for all texts.

export type Settings = {
  /** The colours of the board. */
  theme: string;
  /** The drawings of pieces: `western`, `native`, or the name of another set. */
  figures: string;
  sound: boolean;
  motion: boolean;
  coordinates: boolean;
  language: string;
  /** The site that texts are checked for, `pychess`; empty for none. */
  site: string;
};

const PLACE = "ferz-settings";
const FIRST: Settings = { theme: "wood", figures: "western", sound: false, motion: true, coordinates: true, language: "", site: "" };

function read(): Settings {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...FIRST };
  }
}

export const settings: Settings = read();
const listeners = new Set<() => void>();

/** Hears of every change. */
export const onSettings = (listener: () => void): void => void listeners.add(listener);

/** Takes over some of them, and keeps them. */
export function prefer(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser may keep nothing.
  }
  for (const listener of listeners) listener();
}
