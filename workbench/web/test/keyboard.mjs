// A session by keys alone: no mouse, no touch, and no look behind the page.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, plies } from "./browser.mjs";

/** So many stops there are at most from any to any other. */
const STOPS = 150;

export async function keyboard(s) {
  const { page, served } = s;
  const press = (key) => page.keyboard.press(key);
  /** What has the focus, as it is called. */
  const focus = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return { label: label.trim(), seen: element.classList.contains("cm-content") || style.outlineStyle !== "none", there: box.width > 0 && box.height > 0 };
    });
  /** Presses Tab until something of that name has the focus. */
  const reach = async (name, key = "Tab") => {
    const passed = [];
    for (let i = 0; i < STOPS; i++) {
      await press(key);
      const at = await focus();
      if (!at) continue;
      expect(at.seen, `what has the focus is seen: ${at.label.slice(0, 40)}`);
      expect(at.there, `what has the focus is on the page: ${at.label.slice(0, 40)}`);
      if (typeof name === "string" ? at.label === name : name.test(at.label)) return;
      passed.push(at.label.slice(0, 20));
    }
    throw new Error(`${name} is not reached by ${key}: ${passed.slice(0, 60).join(" | ")}`);
  };
  /** Goes to a square of the board, which has the focus. */
  const walk = async (square) => {
    for (let i = 0; i < 40; i++) {
      const way = await page.evaluate((square) => {
        const cell = (name) => window.workbench.game.state.cells.find((cell) => cell.name === name);
        const [here, there] = [cell(window.workbench.board.cursor), cell(square)];
        if (!here) return "ArrowRight";
        if (Math.abs(here.x - there.x) > 1) return here.x < there.x ? "ArrowRight" : "ArrowLeft";
        if (Math.abs(here.y - there.y) > 1) return here.y < there.y ? "ArrowDown" : "ArrowUp";
        return null;
      }, square);
      if (!way) return press("Enter");
      await press(way);
    }
    throw new Error(`${square} is not reached`);
  };
  /** Goes to a tab, by arrows from the one that is chosen. */
  const tab = async (name) => {
    await reach(await page.evaluate(() => document.querySelector('[role="tab"][aria-selected="true"]').textContent));
    for (let i = 0; i < 12 && (await focus()).label !== name; i++) await press("ArrowRight");
    expect((await focus()).label === name, `the tab ${name}`);
  };

  await s.step("start from another variant", async () => {
    await reach("Start from …");
    await press("Enter");
    await page.keyboard.type("atomic");
    await reach("Extend Atomic Chess");
    await press("Enter");
    await s.board(() => window.workbench.game.palette?.title === "My Atomic");
  });
  await s.step("write, with completion", async () => {
    await reach("my-atomic.ferz, rules");
    await press("Control+End");
    await page.keyboard.type("piece archer A = jumping leap(2, 1) | rok");
    await press("Escape");
    await press("Enter");
    await page.keyboard.type("promo");
    await page.locator(".cm-tooltip-autocomplete").getByText("promotion").first().waitFor();
    // A list that has just come up takes no key: it could be meant for the text.
    await page.waitForTimeout(200);
    await press("Enter");
    await page.keyboard.type(" pawn { to: archer, queen }");
    await press("Escape");
    await s.board(() => /promotion pawn/.test(window.workbench.documents.active.text));
  });
  await s.step("a mistake, and its way out", async () => {
    await s.board(() => /error/.test(document.querySelector(".problems").textContent));
    // Where somebody has written, Tab indents; after Escape it leaves.
    await press("Escape");
    await reach("Write rook");
    await press("Enter");
    await s.board(() => window.workbench.documents.active.text.includes("| rook") && window.workbench.game.palette.pieces.some((piece) => piece.name === "archer"));
  });
  await s.step("a move", async () => {
    await press("Escape");
    await reach(/^Board\./);
    await walk("e2");
    await walk("e4");
    await plies(page, 1);
  });
  await s.step("a refused move says why", async () => {
    await walk("a8");
    await walk("a5");
    await page.getByText("the black pawn on a7 is in the way").waitFor();
    await page.screenshot({ path: join(s.folder, "keys-refused.png") });
    await press("Escape");
  });
  await s.step("taken back", async () => {
    await press("u");
    await plies(page, 0);
  });
  await s.step("a position, and a promotion", async () => {
    await reach("Position as FEN");
    await press("Control+A");
    await page.keyboard.type("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    await press("Enter");
    await s.board(() => window.workbench.game.state.fen.startsWith("4k3/P7") && !window.workbench.game.busy);
    await reach(/^Board\./);
    await walk("a7");
    await walk("a8");
    await page.locator(".chooser:not([hidden])").waitFor();
    await press("Tab");
    await press("Enter");
    await plies(page, 1);
  });
  await s.step("a test of it", async () => {
    await tab("Tests");
    await reach("Name of the test");
    await page.keyboard.type("a pawn has promoted");
    await reach("Keep this position as a test");
    await press("Enter");
    await s.board(() => /all 1 tests pass/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
  });
  await s.step("how a piece goes", async () => {
    await tab("Pieces");
    await reach("white archer");
    await press("Enter");
    await page.locator(".goes figure svg").first().waitFor();
  });
  await s.step("ferz answers", async () => {
    await tab("Play");
    await reach("Who plays black");
    await press("ArrowDown");
    await plies(page, 2);
    await press("ArrowUp");
  });
  await s.step("all is saved", async () => {
    await press("Control+s");
    await s.board(() => window.workbench.documents.list.every((doc) => !doc.dirty));
    expect(existsSync(join(served.folder, "my-atomic.ferz")), "the rules");
    expect(existsSync(join(served.folder, "my-atomic.toml")), "the tests");
  });
  await s.step("nothing holds one, there and back", async () => {
    await reach("Start from …");
    await reach("Seconds for a move", "Shift+Tab");
    await reach("Start from …", "Shift+Tab");
  }, "end");
}
