// The colours of the language. The server knows the words: there is one vocabulary, and this is not
// another.

import { HighlightStyle, StreamLanguage, foldService, syntaxHighlighting, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

/** The words of the language by kind: `directions`, `declarations` ... */
export type Vocabulary = Record<string, string[]>;

/** The kinds of words that have a colour of their own; all others share one. */
const KINDS: [pattern: RegExp, token: string][] = [
  [/^declarations|^headers/, "keyword"],
  [/^directions|^compass|neighbours/, "atom"],
  [/movement|prefix|core|behind|joint|hurdle/, "operatorKeyword"],
  [/^attributes/, "modifier"],
  [/^sides/, "bool"],
];

function kinds(vocabulary: Vocabulary): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of ["variant", "library", "extends"]) words.set(word, "keyword");
  const lists = Object.entries(vocabulary);
  for (const [pattern, token] of KINDS) {
    for (const [name, list] of lists) {
      if (pattern.test(name)) for (const word of list) if (!words.has(word)) words.set(word, token);
    }
  }
  for (const [name, list] of lists) {
    // A key is known by the colon behind it.
    if (name.startsWith("keys")) continue;
    for (const word of list) if (!words.has(word)) words.set(word, "literal");
  }
  return words;
}

type State = { long: boolean; start: boolean };

/** The language with these words. */
export function ferz(vocabulary: Vocabulary): Extension {
  const words = kinds(vocabulary);
  const token = (stream: StringStream, state: State): string | null => {
    if (state.long) {
      state.long = !/"""/.test(stream.match(/^.*?(""")|^.*/)?.toString() ?? "");
      return "string";
    }
    if (stream.sol()) state.start = true;
    if (stream.eatSpace()) return null;
    const first = state.start;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match('"""')) {
      state.long = true;
      return "string";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    state.start = false;
    if (stream.match(/^[A-Za-z][\w-]*/)) {
      const word = stream.current();
      if (stream.match(/^\s*:/, false)) return "propertyName";
      const kind = words.get(word);
      // A declaration's word is one at the beginning of a line only.
      if (kind === "keyword" && !first && word !== "extends") return null;
      return kind ?? null;
    }
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^[|&=]/)) return "operator";
    stream.next();
    return null;
  };
  const language = StreamLanguage.define<State>({
    name: "ferz",
    startState: () => ({ long: false, start: true }),
    token,
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] } },
  });
  return [language, folding, syntaxHighlighting(style)];
}

/** From an opening brace at the end of a line to the line of the closing one. */
const folding = foldService.of((state, start, end) => {
  const text = state.doc.sliceString(start, end).replace(/#.*/, "");
  if (!/\{\s*$/.test(text)) return null;
  let depth = 1;
  for (let number = state.doc.lineAt(start).number + 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    for (const c of line.text.replace(/#.*/, "")) depth += c === "{" ? 1 : c === "}" ? -1 : 0;
    if (depth <= 0) return { from: end, to: line.from + line.text.lastIndexOf("}") };
  }
  return null;
});

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.operatorKeyword, color: "var(--movement)" },
  { tag: tags.atom, color: "var(--direction)" },
  { tag: tags.modifier, color: "var(--movement)" },
  { tag: tags.bool, color: "var(--value)" },
  { tag: tags.literal, color: "var(--value)" },
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--value)" },
  { tag: tags.operator, color: "var(--movement)" },
]);
