// Small means of making elements. Words that have a translation are shown in the language of the page.

import { t } from "./language";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : WORDS.includes(name) ? t(String(value)) : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Attributes that users read. */
const WORDS = ["aria-label", "title", "placeholder"];

function present(children: (Child | Child[])[]): (Node | string)[] {
  return children.flat().filter((child): child is Node | string => Boolean(child)).map((child) => (typeof child === "string" ? t(child) : child));
}

/** Puts children in the place of those that an element has. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren(...present(children));
}

/** A button. */
export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: action, ...attributes }, label);
}

/** A drawing of the server: shapes made by ferz, never a text of another author. */
export function drawing(picture: { svg: string; definitions: string }): HTMLElement {
  const holder = h("div", { class: "drawing" });
  holder.innerHTML = picture.svg.replace(/(<title>)/, `${picture.definitions}$1`);
  return holder;
}

/** A sentence in which some words stand between backquotes. */
export function written(words: string): (Node | string)[] {
  return words.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
}

/** Words as a sentence begins. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Calls a function when nothing has happened for a while. */
export function later<T extends unknown[]>(wait: number, action: (...values: T) => void): (...values: T) => void {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...values), wait);
  };
}

/** A dialog with a title and buttons; resolves to the choice, `null` if it was closed. */
export function dialog<T>(
  title: string,
  body: (Child | Child[])[],
  choices: [label: string, value: T, main?: boolean][],
  wide = false,
): Promise<T | null> {
  return new Promise((resolve) => {
    let chosen: T | null = null;
    const element = h(
      "dialog",
      { "aria-label": title, class: wide ? "wide" : null, onclose: () => (element.remove(), resolve(chosen)) },
      h("h2", {}, title),
      ...body,
      h(
        "div",
        { class: "row end" },
        choices.map(([label, value, main]) =>
          button(label, () => ((chosen = value), element.close()), { class: main ? "main" : null }),
        ),
      ),
    );
    document.body.append(element);
    element.showModal();
  });
}

const said = h("div", { class: "unseen", "aria-live": "polite", role: "status" });

/** Says something to those who do not see the page. */
export function announce(words: string): void {
  if (!said.isConnected) document.body.append(said);
  said.textContent = t(words);
}

/** A note that goes away by itself. */
export function toast(words: string, kind: "plain" | "wrong" = "plain"): void {
  const element = h("div", { class: `toast ${kind}`, role: kind === "wrong" ? "alert" : "status" }, words);
  document.body.append(element);
  setTimeout(() => element.remove(), kind === "wrong" ? 8000 : 4000);
}

/** Percent with no decimals. */
export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;
