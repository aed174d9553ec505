// A person at the page: steps, and the expectations after each of them.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { shots } from "./browser.mjs";
import { Keys, Pointer } from "./hands.mjs";

mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The failures of all sessions. */
export const failures = [];

/** After this number of failed steps no more are taken. */
const PATIENCE = 3;

/** One session; `look` gives the screen and the input device. */
export class Session {
  constructor(look, page, served) {
    Object.assign(this, { look, page, served, number: 0, failed: 0 });
    this.hands = look.keys ? new Keys(page) : new Pointer(page, look);
  }

  /** A step: an action, and the expectation after it. */
  async step(name, action, shot = false) {
    this.number++;
    if (this.failed >= PATIENCE) return;
    const began = Date.now();
    try {
      await action();
    } catch (error) {
      this.failed++;
      failures.push(`${this.look.name}, step ${this.number}, ${name}: ${error.message.split("\n")[0]}`);
      await this.page.screenshot({ path: join(shots, `failed-${this.look.name}-${this.number}.png`) });
    }
    if (process.env.STEPS) console.log(`${this.look.name}: ${name}, ${Date.now() - began} ms`);
    if (shot) await this.shot(shot);
  }

  shot(name) {
    return this.page.screenshot({ path: join(shots, `${this.look.name}-${name}.png`) });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  push(name) {
    return this.hands.push(name);
  }

  tab(name) {
    return this.hands.tab(name);
  }

  /** On narrow pages one part is seen at a time. */
  async part(name) {
    if (this.look.width < 800) await this.page.locator(`.places [data-part="${name}"]`).click();
  }

  /** Types at the end of the text. */
  async type(words) {
    await this.part("left");
    await this.hands.text();
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.insertText(words);
    await this.part("right");
  }

  /** Writes the text again. */
  async rewrite(from, to) {
    const text = await this.page.evaluate(() => window.workbench.documents.active.text);
    await this.part("left");
    await this.hands.text();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text.replace(from, to));
    await this.part("right");
  }

  /** Puts the caret into a word of the text. */
  async caret(word) {
    await this.hands.text();
    const letters = await this.page.evaluate((word) => window.workbench.documents.active.text.indexOf(word) + 2, word);
    await this.page.keyboard.press("Control+Home");
    for (let i = 0; i < letters; i++) await this.page.keyboard.press("ArrowRight");
  }

  board(condition, value) {
    return this.page.waitForFunction(condition, value);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  /** Nothing serious is wrong for those who see, hear or move otherwise. */
  async axe(where) {
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
    for (const fault of found.violations.filter((one) => ["serious", "critical"].includes(one.impact))) {
      failures.push(`${this.look.name}, ${where}: ${fault.id}: ${fault.help}: ${fault.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
    }
  }
}
