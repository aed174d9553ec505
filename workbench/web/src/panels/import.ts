// Definitions of other programs, pasted: their text in the ferz language, and the fate of every
// key.

import { t } from "../language";
import { server } from "../rpc";
import { button, fill, h, written } from "../ui";
import type { Panel } from "./panel";

type Key = { key: string; value: string; line: number; column: number; status: string; words: string; note?: string };
type Finding = { warning: boolean; line: number; column: number; message: string; help?: string };
type Imported = { name: string; line: number; extends: string | null; text: string | null; partial: string | null; complete: boolean; keys: Key[]; lost: { what: string; why: string }[]; findings: Finding[] };
type Report = { sections: Imported[]; findings: Finding[]; complete: boolean };

const EXAMPLE = "[mine:chess]\nstalemateValue = loss";

/** `open` makes a text of a name; `taken` says which there are. */
export function imports(open: (name: string, text: string) => Promise<void>, taken: () => string[]): Panel {
  const pasted = h("textarea", { rows: 8, class: "scroll", spellcheck: "false", placeholder: EXAMPLE, "aria-label": "Text to import" });
  const out = h("div", { class: "imported", "aria-live": "polite" });

  const run = async () => {
    if (!pasted.value.trim()) return pasted.focus();
    fill(out, h("p", { class: "soft" }, "reading …"));
    try {
      const report = await server.ask<Report>("import", { text: pasted.value, taken: taken() });
      const [only] = report.sections;
      show(report);
      if (report.sections.length === 1 && only?.text) await take(only);
    } catch (error) {
      fill(out, h("p", { class: "bad" }, (error as Error).message));
    }
  };
  const take = (section: Imported) => open(/^[\w-]+$/.test(section.name) ? section.name : "imported", section.text ?? section.partial ?? "");

  /** Marks a line of the pasted text. */
  const point = (line: number) => {
    const lines = pasted.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    pasted.focus();
    pasted.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
  };
  const place = (line: number) => button(t`line ${line}`, () => point(line), { class: "link" });

  const findings = (list: Finding[]) =>
    list.length > 0 && h("ul", { class: "list" }, list.map((one) => h("li", { class: one.warning ? "soft" : "bad" }, place(one.line), " ", written(one.message), one.help && h("p", { class: "soft" }, written(one.help)))));

  const keys = (section: Imported) =>
    section.keys.length > 0 &&
    h(
      "table",
      {},
      h("caption", {}, "What became of each key"),
      h(
        "tbody",
        {},
        section.keys.map((key) =>
          h("tr", { class: key.status }, h("th", { scope: "row" }, place(key.line), " ", h("code", {}, key.value ? `${key.key} = ${key.value}` : key.key)), h("td", {}, key.words, key.note && h("p", { class: "soft" }, written(key.note)))),
        ),
      ),
    );

  const part = (section: Imported, several: boolean) => {
    const state = section.complete ? "every rule is taken over" : section.text || section.partial ? "not every rule is taken over" : "no variant";
    const parent = section.extends ? t`, extends ${section.extends}` : "";
    const lost = section.lost.map(({ what, why }) => h("li", {}, h("code", {}, what), ": ", written(why)));
    const body = [findings(section.findings), lost.length > 0 && h("section", {}, h("h4", {}, "Rules that are lost"), h("ul", {}, lost)), keys(section)];
    const head = [h("strong", {}, section.name), `${parent}: `, h("span", { class: section.complete ? "good" : "bad" }, state)];
    const rest = !section.text && section.partial && button("Open it without these rules", () => void take(section));
    const label = several ? t`Open ${section.name}` : t`Open ${section.name} again`;
    const again = rest || (section.text && button(label, () => void take(section), { class: several ? "main" : null }));
    if (!several) return h("section", {}, h("p", {}, head), body, h("div", { class: "row" }, again));
    return h("section", { class: "row" }, h("details", { class: "grow" }, h("summary", {}, head), body), again);
  };

  const show = (report: Report) => fill(out, findings(report.findings), report.sections.map((section) => part(section, report.sections.length > 1)));

  const words = "Paste a section of variants.ini, or several, or a definition of the Interactive Diagram.";
  const element = h("div", { class: "panel" }, h("p", { class: "soft" }, words), pasted, h("div", { class: "row" }, button("Import", () => void run(), { class: "main" })), out);
  return { name: "Import", element, update: () => {} };
}
