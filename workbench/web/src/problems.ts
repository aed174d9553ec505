// The problems of a text, below it: each with its place, its remedy, and the meaning of its code.

import { t } from "./language";
import { applyFix, type Problem } from "./lsp";
import type { Doc } from "./documents";
import { server } from "./rpc";
import { button, dialog, fill, h, toast, written } from "./ui";

type Explained = { code: string; title: string; explanation: string; wrong: string; right: string };

/** So many are listed; the editor underlines all. */
const MOST = 50;

const count = h("p", { class: "count", "aria-live": "polite" });
const list = h("ul", {});
export const problems = h("section", { class: "problems", "aria-label": "Mistakes" }, count, list);


/** Shows what was found in a text. */
export function drawProblems(doc: Doc, found: Problem[]): void {
  const errors = found.filter((one) => one.severity === "error").length;
  const warnings = found.length - errors;
  const counted = [errors && (errors === 1 ? t("1 error") : t`${errors} errors`), warnings && (warnings === 1 ? t("1 warning") : t`${warnings} warnings`)];
  count.textContent = counted.filter(Boolean).join(", ") || t("no mistakes");
  problems.className = `problems ${errors ? "bad" : found.length ? "soft" : "good"}`;
  const sorted = [...found].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error") || a.from - b.from);
  fill(list, sorted.slice(0, MOST).map((problem) => line(doc, problem)));
  list.hidden = !found.length;
}

/** Nothing is known of this text. */
export function noProblems(words: string): void {
  count.textContent = t(words);
  problems.className = "problems";
  list.hidden = true;
}

function line(doc: Doc, problem: Problem): HTMLElement {
  const [first = "", ...more] = problem.message.split("\n");
  const show = () => {
    const { view } = doc;
    view.dispatch({ selection: { anchor: Math.min(problem.from, view.state.doc.length) }, scrollIntoView: true });
    view.focus();
  };
  return h(
    "li",
    { class: problem.severity },
    button(t`line ${problem.line}`, show, { class: "link" }),
    h("div", { class: "grow" }, h("span", {}, written(first)), more.map((words) => h("p", { class: "soft" }, written(words)))),
    problem.fix !== null && button(t`Write ${problem.fix}`, () => applyFix(doc.view, problem), { class: "main" }),
    problem.code && button(problem.code, () => void explain(problem.code!), { class: "code", "aria-label": t`${problem.code}: what does that mean?`, title: "What does that mean?" }),
  );
}

async function explain(code: string): Promise<void> {
  try {
    const told = await server.ask<Explained>("explain", code);
    const example = (label: string, text: string) => text && [h("h3", {}, label), h("pre", { class: "scroll", tabindex: 0 }, text)];
    const words = told.explanation.trim().split(/\n\n+/).map((part) => h("p", {}, written(part)));
    await dialog(`${told.code}: ${told.title}`, [words, example("Wrong", told.wrong), example("Right", told.right)].flat().filter((part) => part !== ""), [["Close", "close", true]]);
  } catch (error) {
    toast((error as Error).message, "wrong");
  }
}
