// How a person gets at things on the page: by mouse or touch, or by keys alone. Both do the same, so every walk can be gone by both.

import { click, drag, expect, place } from "./browser.mjs";

/** By mouse, or by touch. */
export class Pointer {
  constructor(page, look) {
    Object.assign(this, { page, look });
  }

  /** Presses a button; of several that are called so, the first. */
  push(name) {
    return this.page.getByRole("button", { name, exact: true }).first().click();
  }

  tab(name) {
    return this.page.getByRole("tab", { name, exact: true }).click();
  }

  /** Writes into a field. */
  fill(label, words) {
    return this.page.getByLabel(label, { exact: true }).last().fill(words);
  }

  choose(label, value) {
    return this.page.getByLabel(label, { exact: true }).selectOption(value);
  }

  check(label) {
    return this.page.getByLabel(label, { exact: false }).check();
  }

  /** Touches a square. */
  touch(square) {
    return click(this.page, square, this.look.touch);
  }

  async move(from, to) {
    if (!this.look.touch) return drag(this.page, from, to);
    await this.touch(from);
    await this.touch(to);
  }

  /** Points at a square; fingers cannot. */
  async point(square) {
    const { x, y } = await place(this.page, square);
    await this.page.mouse.move(x, y);
  }

  /** Goes into the text that is shown. */
  text() {
    // Not where something may hang over the text.
    return this.page.locator(".cm-content").click({ position: { x: 60, y: 8 } });
  }
}

/** The arrows that lead to a square of the board, as a person sees them who knows where each leads: round holes, too. */
function path(square) {
  const { board } = window.workbench;
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const from = board.cursor;
  // The first arrow only shows where one is.
  const begin = from ?? board.next([0, 1]);
  const known = new Map([[begin, from ? [] : ["ArrowDown"]]]);
  for (const name of known.keys()) {
    if (name === square) break;
    for (const [key, way] of Object.entries(ways)) {
      board.cursor = name;
      const next = board.next(way);
      if (!known.has(next)) known.set(next, [...known.get(name), key]);
    }
  }
  board.cursor = from;
  return known.get(square) ?? null;
}

/** So many stops there are at most from any to any other. */
const STOPS = 170;

/** By keys, and without a look behind the page but for where one is. */
export class Keys {
  constructor(page) {
    this.page = page;
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /**
   * The element with the focus: its name, whether it is visible, and whether it takes the Tab key.
   */
  focus() {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      if (!element || element === document.body) return null;
      while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
      const text = element.classList.contains("cm-content");
      const box = element.getBoundingClientRect();
      return { label: label.trim(), role: element.getAttribute("role"), text, seen: text || getComputedStyle(element).outlineStyle !== "none", there: box.width > 0 && box.height > 0 };
    });
  }

  /** Presses Tab until something of that name has the focus. */
  async reach(name, key = "Tab", role = null) {
    const passed = [];
    const first = await this.focus();
    // After typing, Tab indents; after Escape it leaves.
    if (first?.text) for (let i = 0; i < 2; i++) await this.press("Escape");
    for (let i = 0; i < STOPS; i++) {
      await this.press(key);
      const at = await this.focus();
      if (!at) continue;
      expect(at.seen, `what has the focus is seen: ${at.label.slice(0, 40)}`);
      expect(at.there, `what has the focus is on the page: ${at.label.slice(0, 40)}`);
      if ((typeof name === "string" ? at.label === name : name.test(at.label)) && (!role || at.role === role)) return;
      passed.push(at.label.slice(0, 20));
    }
    throw new Error(`${name} is not reached by ${key}: ${passed.slice(0, 60).join(" | ")}`);
  }

  async push(name) {
    await this.reach(name);
    await this.press("Enter");
  }

  /** Goes to a tab, by arrows from the one that is chosen. */
  async tab(name) {
    await this.reach(/./, "Tab", "tab");
    for (let i = 0; i < 12 && (await this.focus()).label !== name; i++) await this.press("ArrowRight");
    expect((await this.focus()).label === name, `the tab ${name}`);
  }

  async fill(label, words) {
    if ((await this.focus())?.label !== label) await this.reach(label);
    await this.press("Control+A");
    await this.page.keyboard.insertText(words);
  }

  async choose(label, value) {
    await this.reach(label);
    await this.page.keyboard.type(value);
  }

  async check(label) {
    await this.reach(new RegExp(`^${label}`));
    await this.press("Space");
  }

  /** Goes to a square of the board, by arrows. */
  async point(square) {
    if (!/^Board\./.test((await this.focus())?.label ?? "")) await this.reach(/^Board\./);
    const keys = await this.page.evaluate(path, square);
    if (keys) {
      for (const key of keys) await this.press(key);
      const there = await this.page.evaluate(() => window.workbench.board.cursor);
      if (there === square) return;
    }
    throw new Error(`${square} is not reached`);
  }

  async touch(square) {
    await this.point(square);
    await this.press("Enter");
  }

  async move(from, to) {
    await this.touch(from);
    await this.touch(to);
  }

  text() {
    return this.reach(/, (rules|text)$/);
  }
}
