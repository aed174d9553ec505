// Links that carry everything: texts and position, compressed, in the part of the address that no server sees.

/**
 * Texts by path, the one that is shown, or else the bundled variant that is, and the game on its board: the moves, or, if there is
 * more than those, its lines, and how many moves are on the board.
 */
export type Shared = { texts: Record<string, string>; active: string; bundled?: string; fen?: string; moves?: string[]; line?: Written[]; at?: number };

import type { Written } from "./tree";

const MOST = 2_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A short link may unpack to anything.
    if (size > MOST) throw new Error("the link holds too much");
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The part of a link behind `#share=`. */
export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads what stands behind `#share=`; throws if it is no such thing. */
export async function unpack(text: string): Promise<Shared> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const json = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const shared = JSON.parse(json) as Shared;
  const texts = Object.entries(shared.texts ?? {});
  const named = shared.bundled === undefined ? texts.length > 0 : typeof shared.bundled === "string" && !texts.length;
  const fine = named && texts.every(([path, text]) => /^\/[^.\\][^\\]*\.(ferz|toml)$/.test(path) && typeof text === "string");
  if (!fine || typeof shared.active !== "string") throw new Error("the link is damaged");
  return shared;
}
