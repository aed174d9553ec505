// The page in each of its languages: nothing that people read or hear stays in English.

import { expect, slow } from "./browser.mjs";

/** Words of rules, names of files, and moves: these are in no language of the page. */
const OTHERS = ".cm-editor, .page, .gallery strong, .gallery p, h1, .files, .moves, .beside, code, svg, .palette, .goes h3, .goes code, .board [data-square], textarea, pre, .who";

/** All words on the page, also those that are only heard. */
const words = (page) =>
  page.evaluate((others) => {
    const found = new Set();
    const add = (element, text) => {
      const said = text?.trim();
      if (said && /[A-Za-z]{3}/.test(said) && !element.closest(others)) found.add(said);
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement.closest("script, style, noscript")) add(node.parentElement, node.data);
      } else for (const name of ["aria-label", "title", "placeholder"]) add(node, node.getAttribute(name));
    }
    return [...found];
  }, OTHERS);

/** Looks at every tab and dialog of the page; returns all words. */
async function everywhere(s) {
  const { page } = s;
  const seen = new Set();
  const look = async () => {
    for (const said of await words(page)) seen.add(said);
  };
  const dialog = async (button) => {
    await button.click();
    const shown = page.locator("dialog .row.end button").first();
    // Some buttons open none.
    const opened = await shown.waitFor({ timeout: 1500 * slow }).then(() => true, () => false);
    await look();
    if (opened) await shown.click();
  };
  const tabs = page.locator('.tabs [role="tab"]');
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click();
    await page.waitForTimeout(250);
    await look();
  }
  await tabs.nth(2).click();
  await page.locator(".palette button").first().click();
  await page.locator(".goes figure").first().waitFor();
  await page.locator('.panel input[type="checkbox"]').check();
  await page.waitForTimeout(250);
  await look();
  await page.locator('.panel input[type="checkbox"]').uncheck();
  await tabs.nth(0).click();
  await dialog(page.locator(".panel .row").nth(1).locator("button"));
  const header = page.locator("header button");
  for (let i = 0; i < (await header.count()); i++) {
    const button = header.nth(i);
    if (await button.isVisible()) await dialog(button);
  }
  return seen;
}

/** Walks through the page in English, then in another language, and compares. */
export async function translated(s, language) {
  const { page } = s;
  const choose = async (language) => {
    await page.evaluate((language) => localStorage.setItem("ferz-settings", JSON.stringify({ language })), language);
    await page.reload();
    await s.board(() => document.body.dataset.ready);
    await s.part("right");
    await s.board(() => !window.workbench.game.busy);
  };
  await choose("en");
  const english = await everywhere(s);
  await choose(language);
  const other = await everywhere(s);
  // These are the same in that language.
  const alike = await page.evaluate(async (language) => {
    const words = Object.entries(await (await fetch(`./languages/${language}.json`)).json());
    return words.filter(([a, b]) => a === b).map(([a]) => a.split("{}"));
  }, language);
  const same = (said) => alike.some((parts) => parts.every((part) => said.includes(part.trim())));
  const left = [...other].filter((said) => english.has(said) && !same(said) && !NAMES.has(said));
  expect(english.size > 100, `only ${english.size} words were seen`);
  expect(left.length === 0, `not in ${language}: ${left.join(" | ")}`);
}

/** Names that no language changes. */
const NAMES = new Set(["ferz", "English", "Deutsch", "Français", "Español", "Ctrl+S", "Shift+Alt+F", "FEN", "Escape", "Mine", "mine.ferz"]);
