// The rules as players see them.

import { game } from "../game";
import { server } from "../rpc";
import { settings } from "../settings";
import { button, fill, h, later } from "../ui";
import type { Panel } from "./panel";

export function page(): Panel {
  const holder = h("div", { class: "page", tabindex: 0, role: "region", "aria-label": "Rules page" });
  const root = holder.attachShadow({ mode: "open" });
  const words = h("p", { class: "soft" });
  let seen = "";
  let html = "";
  const load = later(150, async () => {
    if (!game.shown) return;
    const asked = { ...game.shown, figures: settings.figures };
    const now = JSON.stringify(asked);
    if (now === seen) return;
    seen = now;
    try {
      const found = await server.ask<{ title: string; html: string }>("page", asked);
      words.textContent = "";
      html = found.html;
      show();
    } catch (error) {
      words.textContent = (error as Error).message;
      seen = "";
    }
  });
  const show = () => {
    // Its own style sheet would be refused: the page takes it over.
    const [before = "", rest = ""] = html.split("<style>");
    const [style = "", after = ""] = rest.split("</style>");
    const parsed = new DOMParser().parseFromString(before + after, "text/html");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.replaceAll(":root", ":host").replace(/\bbody\b/g, ".body"));
    root.adoptedStyleSheets = [sheet];
    const body = h("div", { class: "body" });
    body.append(...parsed.body.childNodes);
    // Scrolling parts can be reached by keys.
    for (const wide of body.querySelectorAll<HTMLElement>("pre, table")) wide.tabIndex = 0;
    // A link opens beside the workbench, which stays.
    for (const link of body.querySelectorAll("a")) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
    root.replaceChildren(body);
  };
  const save = () => {
    const link = h("a", { href: URL.createObjectURL(new Blob([html], { type: "text/html" })), download: "rules.html" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const element = h("div", { class: "panel" }, h("div", { class: "row" }, button("Save this page", save)), words, holder);
  fill(words, "Writing …");
  return { name: "Rules page", element, update: () => load() };
}
