// A folder for PyChess: what it would refuse, and all files in one.

import { game } from "../game";
import { server } from "../rpc";
import { prefer, settings } from "../settings";
import { button, fill, h, written } from "../ui";
import { zip } from "../zip";
import type { Panel } from "./panel";

type Loss = { what: string; why: string };
type Published = { key: string; files: { path: string; text: string }[]; lost: Loss[]; refused: Loss[] };

export function publish(): Panel {
  const out = h("div", { "aria-live": "polite" });
  const box = h("input", { type: "checkbox" });
  box.checked = settings.site === "pychess";
  box.addEventListener("change", () => prefer({ site: box.checked ? "pychess" : "" }));

  const save = ({ key, files }: Published) => {
    const link = h("a", { href: URL.createObjectURL(zip(files)), download: `${key}.zip` });
    link.click();
    URL.revokeObjectURL(link.href);
    fill(out, h("p", { class: "good" }, `${key}.zip: `, "index.html in it says what to do next."));
  };
  const run = async () => {
    if (!game.shown) return;
    fill(out, h("p", { class: "soft" }, "Writing …"));
    try {
      const found = await server.ask<Published>("publish", game.shown);
      const wrong = [...found.refused, ...found.lost];
      if (!wrong.length) return save(found);
      fill(
        out,
        h("p", { class: "bad" }, "PyChess does not accept:"),
        h("ul", {}, wrong.map(({ what, why }) => h("li", {}, h("code", {}, what), ": ", written(why)))),
        button("Download all the same", () => save(found)),
      );
    } catch (error) {
      fill(out, h("p", { class: "bad" }, (error as Error).message));
    }
  };
  const element = h(
    "div",
    { class: "panel" },
    h("p", { class: "soft" }, "PyChess lets its players upload variants."),
    h("div", { class: "row" }, h("label", { class: "check" }, box, "Check for PyChess")),
    h("div", { class: "row" }, button("Publish on PyChess", () => void run(), { class: "main" })),
    out,
  );
  return { name: "Publish", element, update: () => fill(out) };
}
