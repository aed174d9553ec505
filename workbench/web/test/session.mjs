// A person at the page: steps, and what must be so after each of them.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { click, drag, shots } from "./browser.mjs";

mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What went wrong, in all sessions. */
export const failures = [];

/** After so many failed steps no more are taken. */
const PATIENCE = 3;

/** One session; `look` says how it is seen. */
export class Session {
  constructor(look, page, served) {
    Object.assign(this, { look, page, served, folder: shots, number: 0, failed: 0 });
  }

  /** A step: what is done, and what must be so then. */
  async step(name, action, shot = false) {
    this.number++;
    if (this.failed >= PATIENCE) return;
    try {
      await action();
    } catch (error) {
      this.failed++;
      failures.push(`${this.look.name}, step ${this.number}, ${name}: ${error.message.split("\n")[0]}`);
      await this.page.screenshot({ path: join(shots, `failed-${this.look.name}-${this.number}.png`) });
    }
    if (shot) await this.page.screenshot({ path: join(shots, `${this.look.name}-${shot}.png`) });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  tab(name) {
    return this.page.getByRole("tab", { name, exact: true }).click();
  }

  /** On narrow pages one part is seen at a time. */
  async part(name) {
    if (this.look.width < 800) await this.page.locator(`.places [data-part="${name}"]`).click();
  }

  /** Types at the end of the text. */
  async type(words) {
    await this.part("left");
    // Not where something may hang over the text.
    await this.page.locator(".cm-content").click({ position: { x: 60, y: 8 } });
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.insertText(words);
    await this.part("right");
  }

  /** Puts the caret into a word of the text. */
  async caret(word) {
    await this.page.evaluate((word) => {
      const { view, text } = window.workbench.documents.active;
      view.focus();
      view.dispatch({ selection: { anchor: text.indexOf(word) + 2 }, scrollIntoView: true });
    }, word);
  }

  board(condition, value) {
    return this.page.waitForFunction(condition, value);
  }

  play(from, to) {
    return this.look.touch ? click(this.page, from, true).then(() => click(this.page, to, true)) : drag(this.page, from, to);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  async axe(where) {
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
    for (const fault of found.violations.filter((one) => ["serious", "critical"].includes(one.impact))) {
      failures.push(`${this.look.name}, ${where}: ${fault.id}: ${fault.help}: ${fault.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
    }
  }
}
