// A folder for PyChess: tests, what it would refuse, the balance, and all files in one.

import { game } from "../game";
import { server } from "../rpc";
import { prefer, settings } from "../settings";
import { button, fill, h, written } from "../ui";
import { zip } from "../zip";
import type { Panel } from "./panel";
import { type Report, testsBeside, told } from "./tests";

type Loss = { what: string; why: string };
type Published = { key: string; files: { path: string; text: string }[]; lost: Loss[]; refused: Loss[] };

/** Games that tell whether the rules are balanced, and positions looked at for a move. */
const GAMES = 20;
const NODES = 300;

export function publish(): Panel {
  const out = h("div", { "aria-live": "polite" });
  const box = h("input", { type: "checkbox" });
  const first = h("input", { type: "checkbox", checked: true });
  box.checked = settings.site === "pychess";
  box.addEventListener("change", () => prefer({ site: box.checked ? "pychess" : "" }));

  const save = ({ key, files }: Published) => {
    const link = h("a", { href: URL.createObjectURL(zip(files)), download: `${key}.zip` });
    link.click();
    URL.revokeObjectURL(link.href);
    fill(out, notes(), h("p", { class: "good" }, `${key}.zip: `, "index.html in it says what to do next."));
  };
  // The lines of tests and games.
  let said: string[] = [];
  const notes = () => said.map((line) => h("p", { class: "soft" }, line));
  const wait = (line: string) => fill(out, notes(), h("p", { class: "soft" }, line));

  /** Whether the tests of the file pass. */
  const tested = async (variant: unknown): Promise<boolean> => {
    wait("Running the tests …");
    const tests = await testsBeside();
    if (!tests) {
      said.push("The file has no tests.");
      return true;
    }
    const { cases = [], wrong } = await server.ask<Report>("test", { variant, tests });
    const failed = cases.filter((test) => !test.passed).length;
    said.push(wrong ? "The tests cannot be read." : told(failed, cases.length));
    return !wrong && !failed;
  };
  /** The side that the rules favour in short games, in one line. */
  const balanced = async (variant: unknown): Promise<string> => {
    wait("ferz plays against itself …");
    const { line } = await server.ask<{ line: string }>("study", { variant, games: GAMES, nodes: NODES });
    said.push(line);
    return line;
  };

  const run = async () => {
    const variant = game.shown;
    if (!variant) return;
    said = [];
    try {
      const passed = !first.checked || (await tested(variant));
      wait("Writing …");
      const found = await server.ask<Published>("publish", { variant });
      const wrong = [...found.refused, ...found.lost];
      if (passed && !wrong.length) return save(first.checked ? await server.ask<Published>("publish", { variant, balance: await balanced(variant) }) : found);
      fill(
        out,
        notes(),
        wrong.length > 0 && h("p", { class: "bad" }, "PyChess does not accept:"),
        h("ul", {}, wrong.map(({ what, why }) => h("li", {}, h("code", {}, what), ": ", written(why)))),
        button("Download all the same", () => save(found)),
      );
    } catch (error) {
      fill(out, notes(), h("p", { class: "bad" }, (error as Error).message));
    }
  };
  const element = h(
    "div",
    { class: "panel" },
    h("p", { class: "soft" }, "PyChess lets its players upload variants."),
    h("div", { class: "row" }, h("label", { class: "check" }, box, "Check for PyChess")),
    h("div", { class: "row" }, h("label", { class: "check" }, first, "Run the tests and 20 games first")),
    h("div", { class: "row" }, button("Publish on PyChess", () => void run(), { class: "main" })),
    out,
  );
  return { name: "Publish", element, update: () => fill(out) };
}
