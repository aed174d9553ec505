// "Start from ...": the bundled variants, and what one may do with each.

import { server } from "./rpc";
import { button, fill, h } from "./ui";

type Listed = { name: string; title: string; about: string };
type How = "extend" | "copy" | "look";
/** A text of one's own that can be extended. */
export type Own = { path: string; title: string };

let known: Promise<Listed[]> | null = null;

export async function startFrom(own: Own[], chosen: (name: string, how: How) => Promise<void>, other: () => void): Promise<void> {
  const search = h("input", { type: "search", placeholder: "Search variants", "aria-label": "Search variants" });
  const list = h("ul", { class: "choices" });
  const element = h("dialog", { class: "wide", "aria-label": "Start from a variant", onclose: () => element.remove() }, h("h2", {}, "Start from …"), h("div", { class: "row" }, search, button("Import …", () => (element.close(), other()), { title: "From variants.ini, or the Interactive Diagram" })), list, h("div", { class: "row end" }, button("Close", () => element.close())));
  document.body.append(element);
  element.showModal();
  fill(list, h("li", { class: "soft" }, "loading …"));
  known ??= server.ask<Listed[]>("variants");
  let all: Listed[];
  try {
    all = await known;
  } catch (error) {
    known = null;
    return fill(list, h("li", { class: "bad" }, (error as Error).message));
  }
  search.placeholder = `Search ${all.length} variants`;
  const take = (name: string, how: How) => {
    element.close();
    void chosen(name, how);
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((one) => words.every((word) => `${one.name} ${one.title} ${one.about}`.toLowerCase().includes(word)));
    const mine = own.filter((one) => words.every((word) => `${one.path} ${one.title}`.toLowerCase().includes(word)));
    fill(
      list,
      mine.map((one) =>
        h("li", {}, h("div", { class: "grow" }, h("strong", {}, one.title), h("p", {}, `${one.path.slice(1)}, your own`)), button("Extend", () => take(one.path, "extend"), { class: "main", "aria-label": `Extend ${one.path.slice(1)}` })),
      ),
      found.length
        ? found.map((one) =>
            h(
              "li",
              {},
              h("div", { class: "grow" }, h("strong", {}, one.title), h("p", {}, one.about)),
              button("Extend", () => take(one.name, "extend"), { class: "main", "aria-label": `Extend ${one.title}`, title: "A new text that says only what differs" }),
              button("Copy", () => take(one.name, "copy"), { "aria-label": `Copy ${one.title}`, title: "Its whole text, to be changed" }),
              button("Look", () => take(one.name, "look"), { "aria-label": `Look at ${one.title}`, title: "Play it and read it" }),
            ),
          )
        : !mine.length && h("li", { class: "soft" }, "No variant has these words."),
    );
  };
  search.addEventListener("input", show);
  show();
  search.focus();
}
