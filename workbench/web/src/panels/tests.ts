// Tests beside the rules: run whenever something changes, and made from the board.

import type { Board } from "../board";
import { documents } from "../documents";
import { game } from "../game";
import { t } from "../language";
import { server } from "../rpc";
import { button, fill, h, later, toast } from "../ui";
import type { Panel } from "./panel";

export type Failed = { what: string; line: number; expected: string[]; got: string[] };
export type Case = { passed: boolean; fen: string | null; moves: string[]; report: { name: string; kind: string; line: number; failures: Failed[] } };
export type Report = { cases?: Case[]; wrong?: { line: number; message: string; help: string | null }[] };

/** How many of the tests fail, in words. */
export function told(failed: number, all: number): string {
  if (all === 1) return t(failed ? "the test fails" : "the test passes");
  return failed ? t`${failed} of ${all} tests fail` : t`all ${all} tests pass`;
}

/** Beyond this number of words, the common part of both lists is left out. */
const MANY = 6;

/** The expected and the actual values; of long lists only the differences. */
function differences({ expected, got }: { expected: string[]; got: string[] }): [string, string[]][] {
  const words = (list: string[]) => list.flatMap((text) => text.split(" "));
  const [wanted, there] = [words(expected), words(got)];
  const [missing, extra] = [wanted.filter((word) => !there.includes(word)), there.filter((word) => !wanted.includes(word))];
  if (Math.max(wanted.length, there.length) < MANY || missing.length + extra.length === 0) return [["expected", expected], ["is", got]];
  const both: [string, string[]][] = [["missing", missing], ["extra", extra]];
  return both.filter(([, list]) => list.length > 0);
}

/** The text of the tests beside the shown rules; none if there are none. */
export async function testsBeside(): Promise<string | null> {
  const path = documents.beside("toml");
  const own = path && documents.find(path);
  if (own) return own.text;
  const bundled = documents.rules?.bundled;
  if (bundled) return (await server.ask<{ tests: string | null }>("text", bundled)).tests;
  if (path && documents.folder !== null && (await server.ask<string[]>("files")).includes(path)) return (await documents.fetch(path, false)).text;
  return null;
}

export function tests(board: Board): Panel {
  const summary = h("p", { role: "status" });
  const list = h("ul", { class: "cases" });
  const name = h("input", { type: "text", placeholder: "What this position shows", "aria-label": "Name of the test" });
  let seen = "";

  const run = later(300, async () => {
    const variant = game.shown;
    if (!variant || game.wrong) return;
    const tests = await testsBeside();
    const now = JSON.stringify([variant, tests]);
    if (now === seen) return;
    seen = now;
    if (!tests) {
      summary.textContent = t("There are no tests yet. Bring a position onto the board and keep it.");
      fill(list);
      return;
    }
    summary.textContent = t("running …");
    show(await server.ask<Report>("test", { variant, tests }));
  });

  const see = async (test: Case) => {
    try {
      await game.replay(test.fen, test.moves);
      board.seen();
    } catch (error) {
      toast((error as Error).message, "wrong");
    }
  };

  const show = (report: Report) => {
    if (report.wrong) {
      summary.textContent = t("The tests cannot be read:");
      fill(list, report.wrong.map((wrong) => h("li", { class: "failed" }, t`line ${wrong.line}: ${wrong.message}`, wrong.help && h("p", { class: "soft" }, wrong.help))));
      return;
    }
    const cases = report.cases ?? [];
    const failed = cases.filter((test) => !test.passed).length;
    summary.textContent = told(failed, cases.length);
    summary.className = failed ? "bad" : "good";
    const sorted = [...cases].sort((a, b) => Number(a.passed) - Number(b.passed));
    fill(
      list,
      sorted.map((test) =>
        h(
          "li",
          { class: test.passed ? "passed" : "failed" },
          h("span", { "aria-hidden": "true" }, test.passed ? "✓ " : "✗ "),
          button(test.report.name, () => void see(test), { title: "Show it on the board", class: "link" }),
          test.report.failures.map((failure) =>
            h(
              "dl",
              {},
              h("dt", {}, failure.what),
              differences(failure).map(([name, list]) => h("dd", {}, `${t(name)}: `, list.join(" ") || "nothing")),
            ),
          ),
        ),
      ),
    );
  };

  const keep = async () => {
    const asked = game.question();
    const path = documents.beside("toml");
    if (!asked || !path) return;
    if (documents.rules?.bundled) return toast("The tests of a bundled variant cannot be changed; extend it first.", "wrong");
    const title = name.value.trim() || game.line[game.at - 1]?.san || t("the start position");
    try {
      const { test } = await server.ask<{ test: string }>("case", { ...asked, name: title });
      const before = (await testsBeside()) ?? "";
      const doc = documents.find(path) ?? documents.open(path, before, null, false);
      doc.replace(before.trim() ? `${before.trimEnd()}\n\n${test}` : test);
      documents.onShow();
      name.value = "";
      toast(t`“${title}” is kept as a test in ${doc.title}.`);
      update();
    } catch (error) {
      toast((error as Error).message, "wrong");
    }
  };

  const open = async () => {
    const path = documents.beside("toml");
    if (!path) return;
    const there = await testsBeside();
    const doc = documents.find(path);
    if (doc) documents.show(doc);
    else documents.open(path, there ?? "");
  };

  const element = h(
    "div",
    { class: "panel" },
    h("div", { class: "row" }, h("label", { class: "grow" }, "Name", name), button("Keep this position as a test", () => void keep(), { class: "main" }), button("Edit tests", () => void open())),
    summary,
    list,
  );
  const update = () => run();
  return { name: "Tests", element, update };
}
