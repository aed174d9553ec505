// What is beside the hand on the board: full screen, material, ways, files, studies, boards of other games, languages.

import { deflateRawSync } from "node:zlib";
import { expect, open, place, plies, slow } from "./browser.mjs";
import { translated } from "./words.mjs";

/** A variant with a mechanic of its author's, which acts in almost every game. */
const OWN = `variant "Boom" extends chess

mechanic boom {
  on capture {
    remove: all except king on step all at mover
  }
}

use boom
`;

/** The squares of a board in a picture: their colours, lines and discs. */
const ground = (page) =>
  page.evaluate(() => {
    const all = (what) => [...document.querySelectorAll(`.board .ground ${what}`)];
    return { colours: new Set(all("rect").map((one) => one.getAttribute("fill"))).size, lines: all("path").map((one) => one.getAttribute("d")).join(""), stars: all("circle").length };
  });

/** Steps on the board of any game; `show` puts a bundled variant on it. */
export async function games(s, show) {
  const { page, look } = s;
  await s.step("a move is said to those who do not see the board", async () => {
    await show(page, "chess");
    await s.hands.touch("e2");
    expect((await s.text(".unseen")) === "e2: 2 moves", await s.text(".unseen"));
    await s.hands.touch("e4");
    await plies(page, 1);
    expect((await s.text(".unseen")) === "White: e4", await s.text(".unseen"));
    expect((await page.locator(".status").getAttribute("role")) === "status", "and who is to move");
  });
  await s.step("nothing jumps in a whole game", async () => {
    for (const name of ["crazyhouse", "denial-chess", "duck"]) {
      await show(page, name);
      const places = () =>
        page.evaluate(() => {
          const top = document.querySelector(".stage").getBoundingClientRect().y;
          return [".board > svg", ".controls", ".tabs"].map((one) => {
            const { x, y, width } = document.querySelector(one).getBoundingClientRect();
            return `${one} ${[x, y - top, width].map(Math.round)}`;
          }).join("; ");
        });
      const before = await places();
      for (let i = 1; i <= 16; i++) {
        await page.evaluate((i) => {
          const { game } = window.workbench;
          const { moves } = game.state;
          return moves.length ? game.play(moves[(i * 7919) % moves.length]) : null;
        }, i);
        const after = await places();
        expect(after === before, `${name}, ply ${i}: ${before} became ${after}`);
      }
    }
  });
  await s.step("what was captured is counted", async () => {
    await show(page, "chess", null, ["e2e4", "d7d5", "e4d5"]);
    await page.locator(".side").last().getByText("+1").waitFor();
    expect(/^White has more: pawn$/.test(await page.locator(".more").last().getAttribute("title")), "a pawn");
  }, "material");
  await s.step("a choice that is pointed at shows its way", async () => {
    await show(page, "crazy");
    for (const square of ["e2", "e3"]) await s.hands.touch(square);
    const choice = page.locator(".chooser:not([hidden]) [data-move]").first();
    await choice.waitFor();
    await (look.touch || look.keys ? choice.focus() : choice.hover());
    await page.locator(".arrow.way").waitFor({ state: "attached" });
    await s.shot("way");
    await page.keyboard.press("Escape");
  });
  await s.step("half a move is taken back by its button, and a refusal keeps it", async () => {
    await show(page, "duck");
    await s.hands.touch("e2");
    await s.hands.touch("e4");
    await page.locator(".prompt", { hasText: "White: place the duck." }).waitFor();
    expect((await page.locator('[data-square="e4"]').count()) === 1, "the pawn stands on e4");
    await s.hands.touch("d7");
    await page.locator(".refusal:not([hidden])").waitFor();
    expect(/^e2e4,d7/.test(await s.text(".refusal")), await s.text(".refusal"));
    expect(await page.locator(".prompt").isVisible(), "the half is kept");
    await s.push("Take the move back");
    await page.locator(".prompt").waitFor({ state: "hidden" });
    for (const square of ["e2", "e4", "d5"]) await s.hands.touch(square);
    await plies(page, 1);
    expect((await page.locator('.board [data-square="d5"] path, .board [data-square="d5"] circle').count()) > 2, "the duck is a bird");
  }, "duck");
  await s.step("a gate is a choice after the move", async () => {
    await show(page, "seirawan", null, ["e2e4", "e7e5"]);
    await s.hands.touch("g1");
    await s.hands.touch("f3");
    await page.locator(".chooser:not([hidden])").waitFor();
    expect((await page.locator(".chooser [data-move]").count()) === 3, "alone, or with one of two pieces");
    await page.locator('.chooser [data-move="g1f3h"]').click();
    await plies(page, 3);
    expect(/^\w*\/.*\/RNBQKBHR/.test(await page.evaluate(() => window.workbench.game.state.fen)), "a hawk stands on g1");
  }, "gate");
  await s.step("answers are buttons in words", async () => {
    await show(page, "denial-chess");
    await s.hands.touch("e2");
    await s.hands.touch("e4");
    await plies(page, 1);
    await s.button("Accept e2e4").waitFor();
    const [board, answer] = [await page.locator(".board > svg").boundingBox(), await s.button("Deny e2e4").boundingBox()];
    expect(answer.y - board.y - board.height < 160, "beside the board");
    await s.push("Deny e2e4");
    await plies(page, 2);
  });
  await s.step("boards of other games", async () => {
    await show(page, "xiangqi");
    const xiangqi = await ground(page);
    expect(xiangqi.colours === 1 && xiangqi.lines.length > 300, "lines, and no checkers");
    await show(page, "gomoku");
    expect((await ground(page)).stars === 9, "nine points are marked");
    await show(page, "draughts");
    expect((await page.evaluate(() => document.querySelector('.board [data-square] circle') !== null)), "men are discs");
    await show(page, "alice");
    const [a, k] = [await place(page, "a1"), await place(page, "k8")];
    expect(Math.abs(a.x - k.x) < 1 && k.y > a.y, "the second board stands below the first");
    await s.shot("alice");
    await show(page, "rollerball");
    expect((await page.locator('.board .ground path[stroke-width="3.5"]').count()) === 0, "zones that only serve movements are not drawn");
  });
}

/** Steps on the page round the board. */
export async function round(s, browser, show) {
  const { page, look } = s;
  await s.step("the board fills the screen", async () => {
    await show(page, "chess");
    await s.button("Full screen").click();
    await page.waitForFunction(() => document.fullscreenElement?.matches(".stage"));
    await page.waitForTimeout(200);
    const box = await page.evaluate(() => document.querySelector(".board > svg").getBoundingClientRect().toJSON());
    const least = Math.min(look.width, look.height - 200) * 0.9;
    expect(box.width > least && box.bottom < look.height, `the board is ${Math.round(box.width)} wide and ends at ${Math.round(box.bottom)}`);
    await s.shot("full");
    await s.hands.touch("e2");
    await s.hands.touch("e4");
    await plies(page, 1);
    await s.button("Full screen").click();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });
  await s.step("the page does not scroll, and nothing is to be stopped", async () => {
    await s.tab("Play");
    expect(await s.button("Stop").isDisabled(), "nothing goes on");
    const [high, screen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(high <= screen, `the page is ${high} high in ${screen}`);
  });
  await s.step("lines, a bar, and the best move as an arrow", async () => {
    await show(page, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    await s.tab("Play");
    await page.getByLabel("Evaluation and best lines").check();
    await page.locator(".lines p").nth(1).waitFor();
    await page.locator(".bar:not([hidden])").waitFor();
    await page.locator(".arrow.best").waitFor({ state: "attached" });
    expect(/^Evaluation: (White wins in|\+)/.test(await page.locator(".bar").getAttribute("aria-label")), "White is better");
    await s.push("Stop");
    await s.tab("Moves");
  }, "lines");
  await s.step("a piece is drawn off the board while a position is set up", async () => {
    await show(page, "chess");
    await s.tab("Pieces");
    await s.hands.check("Set up a position");
    await s.push("Erase");
    await s.hands.touch("a2");
    await page.waitForFunction(() => !document.querySelector('.board [data-square="a2"]'));
    const from = await place(page, "h2");
    if (!look.touch && !look.keys) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 400, { steps: 5 });
      await page.mouse.up();
      await page.waitForFunction(() => !document.querySelector('.board [data-square="h2"]'));
    }
    await s.push("Play this");
    await page.waitForFunction(() => /PPPPPP/.test(window.workbench.game.fen ?? "") && !window.workbench.game.fen.includes("PPPPPPPP/R"));
    await s.tab("Moves");
  });
  await s.step("sounds are off until they are wanted", async () => {
    await page.evaluate(() => {
      const Real = window.AudioContext;
      window.heard = 0;
      window.AudioContext = class extends Real {
        constructor() {
          super();
          window.heard++;
        }
      };
    });
    const move = async () => {
      await show(page, "chess");
      await s.hands.touch("e2");
      await s.hands.touch("e4");
      await plies(page, 1);
      return page.evaluate(() => window.heard);
    };
    expect((await move()) === 0, "silent");
    await s.push("Look …");
    await page.getByRole("dialog").getByLabel("Sounds").check();
    await s.push("Close");
    expect((await move()) === 1, "heard");
    await page.evaluate(() => localStorage.removeItem("ferz-settings"));
  });
  await s.step("the tab of the text that is shown is in sight", async () => {
    for (const name of ["atomic", "crazyhouse", "shogi", "xiangqi", "makruk", "grand", "horde"]) await page.evaluate((name) => window.workbench.documents.bundled(name), name);
    await s.part("left");
    const seen = await page.evaluate(() => {
      const [strip, tab] = [".files", ".file.chosen"].map((one) => document.querySelector(one).getBoundingClientRect());
      return tab.left >= strip.left - 1 && tab.right <= strip.right + 1;
    });
    expect(seen, "horde is in sight");
    await s.part("right");
  }, "files");
  await s.step("a study has intervals, and names a mechanic as its author does", async () => {
    const packed = deflateRawSync(JSON.stringify({ texts: { "/boom.ferz": OWN }, active: "/boom.ferz" })).toString("base64url");
    const { page: other, context, errors } = await open(browser, s.served.address, { ...look, hash: `#share=${packed}` });
    await other.getByRole("tab", { name: "Study", exact: true }).click();
    // More games than are played before the button is pressed.
    await other.getByLabel("How many games").fill("10000");
    await other.getByRole("button", { name: "Play and count", exact: true }).click();
    // A value can be unknown again after the next game.
    const worths = other.locator("table", { hasText: "Values of pieces by results" });
    const bounded = { has: other.locator(".range"), hasText: /\(-?\d+\.\d to -?\d+\.\d\)/ };
    await worths.locator("tr", bounded).nth(2).waitFor({ timeout: 240_000 * slow });
    await other.getByRole("button", { name: "Stop", exact: true }).first().click();
    await other.getByText(/^\d+ of 10000 games, then it was stopped/).waitFor();
    for (const line of await worths.locator("td:last-child").allInnerTexts()) expect(/\(-?\d+\.\d to -?\d+\.\d\)|not known yet/.test(line), line);
    const deeds = await other.locator("table", { hasText: "What happens in a game" }).innerText();
    expect(/\bboom\b/.test(deeds), deeds);
    expect(!errors.length, errors.join("; "));
    await context.close();
  });
  await s.step("the choice of board and figures is kept", async () => {
    await show(page, "chess");
    const western = await page.evaluate(() => window.workbench.game.state.cells.find((cell) => cell.name === "d1").shapes);
    const looks = new Set([western]);
    for (const figures of ["flat", "letters"]) {
      await s.push("Look …");
      await page.getByRole("dialog").getByLabel("Figures").selectOption(figures);
      await s.push("Close");
      await page.waitForFunction((before) => !window.workbench.game.busy && window.workbench.game.state.cells.find((cell) => cell.name === "d1").shapes !== before, [...looks].at(-1));
      looks.add(await page.evaluate(() => window.workbench.game.state.cells.find((cell) => cell.name === "d1").shapes));
      await s.shot(figures);
    }
    expect(looks.size === 3, "three western sets");
    for (const theme of ["green", "blue", "grey"]) {
      await s.push("Look …");
      await page.getByRole("dialog").getByLabel("Board").selectOption(theme);
      await s.push("Close");
    }
    await page.reload();
    await s.board(() => document.body.dataset.ready);
    await s.part("right");
    expect((await page.evaluate(() => document.body.dataset.theme)) === "grey", "the theme");
    await page.evaluate(() => localStorage.removeItem("ferz-settings"));
    await page.reload();
    await s.board(() => document.body.dataset.ready);
    await s.part("right");
  });
  for (const language of look.languages) await s.step(`nothing is left in English: ${language}`, () => translated(s, language));
  await page.evaluate(() => localStorage.removeItem("ferz-settings"));
  await page.reload();
  await s.board(() => document.body.dataset.ready);
  await s.part("right");
}
