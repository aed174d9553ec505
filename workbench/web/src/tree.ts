// Games with variations. On the page every move has those that may follow; what is kept and sent is a line, in which a move has the
// lines that begin in its place, as in PGN.

import type { Side } from "./types";

/** A move, and its continuations; the first is the main line. */
export type Ply = { text: string; san: string; turn: Side; comment?: string; then: Ply[] };
export type Written = { text: string; comment?: string; or?: Written[][] };
export type Named = Written & { san: string; turn: Side; or?: Named[][] };

/** The possible next moves, as lines. */
export function toLine(first: Ply[]): Named[] {
  const line: Named[] = [];
  for (let list = first; list.length; list = list[0]!.then) {
    const [main, ...others] = list as [Ply, ...Ply[]];
    line.push({ ...bare(main), ...(others.length ? { or: others.map((one) => [bare(one), ...toLine(one.then)]) } : {}) });
  }
  return line;
}

const bare = ({ text, san, turn, comment }: Ply): Named => ({ text, san, turn, ...(comment ? { comment } : {}) });

/** The possible next moves, from lines. */
export function fromLine(line: Named[]): Ply[] {
  const first: Ply[] = [];
  let list = first;
  for (const named of line) {
    const ply = { ...bare({ ...named, then: [] }), then: [] };
    list.push(ply, ...(named.or ?? []).flatMap(fromLine));
    list = ply.then;
  }
  return first;
}

/** The main line from here on. */
export function follow(first: Ply[]): Ply[] {
  const line: Ply[] = [];
  for (let next = first[0]; next; next = next.then[0]) line.push(next);
  return line;
}

/** The moves in words, with their numbers, variations and comments: PGN without tags. */
export function moveText(first: Ply[], result = "*"): string {
  const words: string[] = [];
  const comment = (words: string) => `{${words.replaceAll("}", ")")}}`;
  const walk = (list: Ply[], number: number, last: Side | null) => {
    let says = true;
    while (list.length) {
      const [main, ...others] = list as [Ply, ...Ply[]];
      const now = main.turn === "white" && last === "black" ? number + 1 : number;
      const put = (ply: Ply, first: boolean) => {
        if (ply.turn === "white" && last !== "white") words.push(`${now}.`);
        else if (ply.turn === "black" && (first || last === null)) words.push(`${now}...`);
        words.push(ply.san.replaceAll(" ", "_"));
        if (ply.comment) words.push(comment(ply.comment));
      };
      put(main, says);
      for (const one of others) {
        words.push("(");
        put(one, true);
        walk(one.then, now, one.turn);
        words.push(")");
      }
      says = others.length > 0 || main.comment !== undefined;
      [number, last, list] = [now, main.turn, main.then];
    }
  };
  walk(first, 1, null);
  return wrapped([...words, result].join(" ").replaceAll("( ", "(").replaceAll(" )", ")"));
}

/** Lines of at most 80 characters. */
const wrapped = (text: string): string => text.replace(/(.{1,80})(?: |$)/g, "$1\n");

/** A name of a piece in brackets, as in `(WZ)a4`, which is no variation. */
const NAME = /^\([A-Z][A-Za-z]{0,7}\)(?=[a-z0-9@])/;

/** Tags and moves of the first game of a text. */
export function readPgn(text: string): { tags: Record<string, string>; line: Written[] } {
  const tags: Record<string, string> = {};
  const rest = text.replace(/^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$/gm, (_, name: string, value: string) => {
    // Of several games the first one is read.
    tags[name.toLowerCase()] ??= value.replace(/\\(.)/g, "$1");
    return "";
  });
  const stack: Written[][] = [[]];
  let at = 0;
  while (at < rest.length) {
    const left = rest.slice(at, at + 4096);
    const line = stack.at(-1)!;
    const comment = rest[at] === "{" ? rest.slice(at, (rest.indexOf("}", at) + 1 || rest.length)) : /^;[^\n]*/.exec(left)?.[0];
    const word = /^[^\s{};()]+(?:\([A-Za-z]{1,8}\)[^\s{};()]*)*/.exec(left)?.[0] ?? (NAME.test(left) ? /^\([A-Za-z]+\)[^\s{};()]*/.exec(left)![0] : "");
    if (comment) {
      const last = line.at(-1);
      const words = comment.replace(/^[{;]|\}$/g, "").replace(/\s+/g, " ").trim();
      if (last && words) last.comment = last.comment ? `${last.comment} ${words}` : words;
      at += comment.length;
    } else if (word) {
      at += word.length;
      if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) {
        if (stack.length === 1) break;
        continue;
      }
      const move = word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "").replaceAll("_", " ");
      if (move && !/^(\d+|\$\d+|\.+|e\.p\.)$/.test(move)) line.push({ text: move });
    } else {
      if (rest[at] === "(") {
        const variation: Written[] = [];
        const last = line.at(-1);
        if (last) (last.or ??= []).push(variation);
        stack.push(variation);
      } else if (rest[at] === ")" && stack.length > 1) stack.pop();
      at++;
    }
  }
  const empty = (lines: Written[]) => lines.forEach((one) => one.or && ((one.or = one.or.filter((other) => other.length)), one.or.forEach(empty)));
  empty(stack[0]!);
  return { tags, line: stack[0]! };
}
