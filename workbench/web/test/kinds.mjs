// Variants of all kinds, a few moves each: turns of several moves, walls, hands, powers, choices of both players.

import { expect, fen, open, plies } from "./browser.mjs";

const status = (s) => s.text(".status");

const kinds = {
  /** A turn of two moves. */
  "Monster Chess": async (s) => {
    expect(/^White to move: move 1 of 2/.test(await status(s)), await status(s));
    await s.hands.move("e2", "e3");
    await plies(s.page, 1);
    expect(/^White to move: move 2 of 2/.test(await status(s)), await status(s));
    expect((await s.page.locator(".parts i").count()) === 2, "a mark for each");
    await s.hands.move("e3", "e4");
    await plies(s.page, 2);
    expect(/^Black to move/.test(await status(s)), await status(s));
  },
  /** A movement that the opponent may deny. */
  "Denial Chess": async (s) => {
    await s.hands.move("e2", "e4");
    await plies(s.page, 1);
    expect(/^Black decides about the movement e2e4/.test(await status(s)), await status(s));
    await s.page.locator(".arrow.effect").waitFor({ state: "attached" });
    await s.push("Deny e2e4");
    await plies(s.page, 2);
    expect((await fen(s.page)).startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "it is taken back");
  },
  /** A choice of the player whose piece was captured. */
  "Risen Bishops": async (s) => {
    const game = [["a2", "a3"], ["d7", "d6"], ["a3", "a4"], ["c8", "h3"], ["g2", "h3"]];
    for (const [i, [from, to]] of game.entries()) {
      await s.hands.move(from, to);
      await plies(s.page, i + 1);
    }
    expect(/^Black decides on h3/.test(await status(s)), await status(s));
    await s.page.locator("circle.target.effect").waitFor({ state: "attached" });
    await s.push("Raise");
    await plies(s.page, 6);
    expect((await fen(s.page)).includes("/7b/"), await fen(s.page));
    // It may go where the pawn stood that took it, and is back.
    expect(/^Black to move/.test(await status(s)), await status(s));
  },
  /** A movement of two steps, by its end. */
  "Crazy Chess": async (s) => {
    await s.hands.move("e2", "e4");
    await plies(s.page, 1);
    await s.push("Accept e2e4");
    await plies(s.page, 2);
    expect(/\/4P3\/8\/PPPP1PPP\//.test(await fen(s.page)), await fen(s.page));
  },
  /** A wall that goes from square to square. */
  "Duck Chess": async (s) => {
    await s.hands.move("e2", "e4");
    await s.page.locator(".prompt", { hasText: "White: place the duck." }).waitFor();
    expect((await s.page.locator('[data-square="e4"]').count()) === 1 && (await s.page.locator('[data-square="e2"]').count()) === 0, "the pawn stands where it has moved");
    expect((await s.page.locator(".target.effect").count()) === 0, "putting the duck is no effect");
    await s.hands.touch("d7");
    await s.page.getByText("a pawn stands on d7").waitFor();
    await s.push("Take the move back");
    await s.hands.move("e2", "e4");
    await s.page.locator(".prompt", { hasText: "White: place the duck." }).waitFor();
    await s.hands.touch("d5");
    await plies(s.page, 1);
    await s.hands.move("e7", "e5");
    await s.hands.touch("c5");
    await plies(s.page, 2);
    expect((await fen(s.page)).startsWith("rnbqkbnr/pppp1ppp/8/2*1p3/4P3/"), await fen(s.page));
    // A link to a bundled variant carries the game, too.
    await s.push("Share");
    const link = await s.page.getByLabel("Link").inputValue();
    await s.push("Close");
    const other = await open(s.page.context().browser(), s.served.address, { ...s.look, hash: new URL(link).hash });
    expect((await fen(other.page)) === (await fen(s.page)), "the position of the link");
    expect((await other.page.evaluate(() => window.workbench.game.line.map(({ san }) => san).join(" "))) === "e4,d5 e5,c5", "its moves");
    await other.context.close();
  },
  /** A hand. */
  Crazyhouse: async (s) => {
    await s.hands.move("e2", "e4");
    await plies(s.page, 1);
    await s.hands.move("d7", "d5");
    await plies(s.page, 2);
    await s.hands.move("e4", "d5");
    await plies(s.page, 3);
    await s.hands.move("a7", "a6");
    await plies(s.page, 4);
    await s.push("white pawn in hand, 1");
    await s.hands.touch("e6");
    await plies(s.page, 5);
    expect((await fen(s.page)).startsWith("rnbqkbnr/1pp1pppp/p3P3/3P4/"), await fen(s.page));
  },
  /** A power that holds pieces. */
  "Madrasi Chess": async (s) => {
    await s.hands.move("e2", "e4");
    await plies(s.page, 1);
    await s.hands.move("d7", "d5");
    await plies(s.page, 2);
    await s.hands.touch("e4");
    await s.hands.touch("d5");
    await s.page.locator(".refusal:not([hidden])").waitFor();
    expect(/attacked by the black pawn on d5 \(paralysis\)/.test(await s.text(".refusal")), await s.text(".refusal"));
  },
};

/** Looks at each as a person does, and plays. */
export async function lookAround(s) {
  for (const [title, play] of Object.entries(kinds)) {
    await s.step(`${title} is looked at`, async () => {
      await s.push("Start from …");
      await s.hands.fill("Search variants", title);
      await s.push(`Play ${title}`);
      await s.board((title) => window.workbench.game.palette?.title === title && !window.workbench.game.busy, title);
      await play(s);
    }, title.toLowerCase().replace(" ", "-"));
    await s.step(`${title} is closed`, async () => {
      await s.part("left");
      const name = await s.page.evaluate(() => window.workbench.documents.active.bundled);
      await s.push(`Close ${name}`);
      await s.part("right");
    });
  }
}
