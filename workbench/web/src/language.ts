// The words of the page in other languages. Untranslated texts stay in English, and so do rules,
// reasons and pages.

import { settings } from "./settings";

/** Each language by its own name. Its words are in `languages/`, a file that a translator can edit. */
export const LANGUAGES: [string, string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["es", "Español"],
  ["zh", "中文"],
  ["ja", "日本語"],
];

let words: Record<string, string> = {};

/** The language that is wanted, if there is one. */
export function language(): string {
  const wanted = settings.language || navigator.language.slice(0, 2);
  return LANGUAGES.some(([name]) => name === wanted) ? wanted : "en";
}

/** Fetches the words. */
async function learn(): Promise<void> {
  const name = language();
  document.documentElement.lang = name;
  if (name === "en") return;
  try {
    words = await (await fetch(`./languages/${name}.json`)).json();
  } catch {
    // English it is.
  }
}

/**
 * Words in the language of the page, as in `t("Close")` or t`Close ${title}?`. In the files of
 * languages, `{}` stands for each of the values, in order, or `{1}`, `{2}` in another one.
 */
export function t(english: string | TemplateStringsArray, ...values: (string | number)[]): string {
  const key = typeof english === "string" ? english : english.join("{}");
  const told = words[key] ?? key;
  // Texts of an author come here, too, and keep their braces.
  if (!values.length) return told;
  let next = 0;
  return told.replace(/\{(\d?)\}/g, (_, place: string) => String(values[place ? Number(place) - 1 : next++] ?? ""));
}

// Code that shows words comes after this.
await learn();
