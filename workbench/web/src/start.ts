// "Start from ...": a gallery of the bundled variants, with the commands for each.

import { t } from "./language";
import { learn, outlines } from "./outlines";
import { server } from "./rpc";
import { onSettings, settings } from "./settings";
import { shape } from "./sketch";
import { button, fill, h } from "./ui";

type Listed = { name: string; title: string; about: string; family: string; uses: string[] };
type Gallery = { variants: Listed[]; families: [string, string][] };
type How = "extend" | "copy" | "look";
type Thumb = { frame: number[]; shapes: string; outlines: Record<string, string> } | { image: string };
/** A text of one's own that can be extended. */
export type Own = { path: string; title: string };

let known: Promise<Gallery> | null = null;
const thumbs = new Map<string, Promise<Thumb>>();
onSettings(() => thumbs.clear());

/** How well a variant fits the words that are looked for: its title before its name, its name before what is said of it; 0: not at all. */
export function fits({ name, title, about, family, uses }: Listed, words: string[]): number {
  if (!words.length) return 1;
  const [whole, short, called] = [words.join(" "), title.toLowerCase().replace(/ chess$/, ""), title.toLowerCase()];
  if (!words.every((word) => `${name} ${called} ${about} ${family} ${uses.join(" ")}`.toLowerCase().includes(word))) return 0;
  if (called === whole || name === whole || short === whole) return 5;
  if (called.startsWith(whole) || name.startsWith(whole)) return 4;
  if (words.every((word) => `${name} ${called}`.includes(word))) return 3;
  return words.every((word) => uses.includes(word)) ? 2 : 1;
}

/** The start position, drawn when it comes into view. */
function picture(name: string, seen: IntersectionObserver): HTMLElement {
  const svg = shape("svg", { viewBox: "0 0 480 480", "aria-hidden": "true" });
  const holder = h("div", { class: "thumb", "data-name": name });
  holder.append(svg);
  seen.observe(holder);
  return holder;
}

async function draw(holder: HTMLElement): Promise<void> {
  const name = holder.dataset.name!;
  let asked = thumbs.get(name);
  if (!asked) thumbs.set(name, (asked = server.ask<Thumb>("thumb", { name, figures: settings.figures, used: outlines() })));
  try {
    const thumb = await asked;
    if ("image" in thumb) return fill(holder, h("img", { src: thumb.image, alt: "" }));
    learn(thumb.outlines);
    const svg = holder.querySelector("svg")!;
    svg.setAttribute("viewBox", thumb.frame.join(" "));
    svg.innerHTML = thumb.shapes;
  } catch {
    thumbs.delete(name);
  }
}

export async function startFrom(own: Own[], chosen: (name: string, how: How) => Promise<void>, other: () => void): Promise<void> {
  const search = h("input", { type: "search", placeholder: "Search variants", "aria-label": "Search variants" });
  const families = h("select", { "aria-label": "Family" }, h("option", { value: "" }, "all families"));
  const list = h("ul", { class: "choices gallery" });
  const close = () => element.close();
  const imports = button("Import …", () => (close(), other()), { title: "From variants.ini, or the Interactive Diagram" });
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void draw(target as HTMLElement);
    }
  });
  const element = h(
    "dialog",
    { class: "wide", "aria-label": "Start from a variant", onclose: () => (seen.disconnect(), element.remove()) },
    h("h2", {}, "Start from …"),
    h("div", { class: "row" }, search, families, imports),
    list,
    h("div", { class: "row end" }, button("Close", close)),
  );
  document.body.append(element);
  element.showModal();
  fill(list, h("li", { class: "soft" }, "loading …"));
  known ??= server.ask<Gallery>("variants");
  let all: Gallery;
  try {
    all = await known;
  } catch (error) {
    known = null;
    return fill(list, h("li", { class: "bad" }, (error as Error).message));
  }
  search.placeholder = t`Search ${all.variants.length} variants`;
  const many = (family: string) => all.variants.filter((one) => one.family === family).length;
  families.append(...all.families.map(([name, words]) => h("option", { value: name }, `${t(words)} (${many(name)})`)));
  const take = (name: string, how: How) => {
    close();
    void chosen(name, how);
  };
  const mine = ({ path, title }: Own) =>
    h("li", {}, h("div", { class: "grow" }, h("strong", {}, title), h("p", {}, t`${path.slice(1)}, your own`)), button("Extend", () => take(path, "extend"), { class: "main", "aria-label": t`Extend ${path.slice(1)}` }));
  const card = ({ name, title, about, uses }: Listed) =>
    h(
      "li",
      {},
      picture(name, seen),
      h("div", { class: "grow" }, h("strong", {}, title), h("p", {}, about), uses.length > 0 && h("p", { class: "soft" }, t`Mechanics: ${uses.join(", ")}`)),
      h(
        "div",
        { class: "row" },
        button("Play", () => take(name, "look"), { class: "main", "aria-label": t`Play ${title}`, title: "Play it, and read its rules" }),
        button("Extend", () => take(name, "extend"), { "aria-label": t`Extend ${title}`, title: "A new text that states only the differences" }),
        button("Copy", () => take(name, "copy"), { "aria-label": t`Copy ${title}`, title: "Its whole text, to be changed" }),
      ),
    );
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const texts = own.filter((one) => words.every((word) => `${one.path} ${one.title}`.toLowerCase().includes(word)));
    const ranked = all.variants.filter((one) => !families.value || one.family === families.value).map((one) => ({ one, rank: fits(one, words) }));
    const found = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank);
    fill(list, texts.map(mine), found.length ? found.map(({ one }) => card(one)) : !texts.length && h("li", { class: "soft" }, "No variant has these words."));
    list.scrollTop = 0;
  };
  search.addEventListener("input", show);
  families.addEventListener("change", show);
  show();
  search.focus();
}
