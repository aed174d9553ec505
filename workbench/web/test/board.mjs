// The hand on the board: what players know from other boards, by mouse, touch and keys, at three widths.
//
//   node test/board.mjs [look ...]

import { deflateRawSync } from "node:zlib";
import { browse, drag, expect, fen, open, place, plies, serve, slide, slow } from "./browser.mjs";
import { games, round } from "./more.mjs";
import { Session, failures } from "./session.mjs";

const browser = await browse();

/** Shows a bundled variant. */
const show = async (page, name, fen = null, moves = []) => {
  await page.evaluate((name) => window.workbench.show(name), name);
  if (fen || moves.length) await page.evaluate(([fen, moves]) => window.workbench.game.replay(fen, moves), [fen, moves]);
  await plies(page, moves.length);
};

async function walk(s) {
  const { look, page } = s;
  const draw = (from, to) => (look.keys ? s.hands.move(from, to) : look.touch ? slide(page, from, to) : drag(page, from, to));
  await s.part("right");

  await s.step("the board fills its column", async () => {
    await show(page, "chess");
    const [board, column] = await page.evaluate(() => [".board > svg", ".stage"].map((name) => document.querySelector(name).getBoundingClientRect()).map(({ width, height, top }) => ({ width, height, top })));
    const least = look.width < 800 ? look.width - 20 : Math.min(look.height - 320, 480);
    expect(board.width >= least, `the board is ${Math.round(board.width)} wide`);
    expect(Math.abs(board.width - column.width) < 3, "and as wide as its column");
    const fold = await page.evaluate(() => document.querySelector(".tabs").getBoundingClientRect().top);
    expect(look.width < 800 || fold < look.height, "the tabs are in sight");
  }, "board");
  await s.step("all tabs are seen", async () => {
    const cut = await page.evaluate(() => [...document.querySelectorAll(".tabs button")].filter((tab) => tab.getBoundingClientRect().right > innerWidth).length);
    expect(cut === 0, `${cut} tabs are cut`);
  });
  await s.step("a drop by drawing from the hand, and nothing jumps", async () => {
    await show(page, "crazyhouse");
    const top = () => page.evaluate(() => document.querySelector(".board > svg").getBoundingClientRect().top);
    const before = await top();
    await page.evaluate(() => window.workbench.game.replay(null, ["e2e4", "d7d5", "e4d5", "a7a6"]));
    await plies(page, 4);
    expect(Math.abs((await top()) - before) < 1, "the first piece in a hand moves nothing");
    if (look.keys) {
      await s.push("white pawn in hand, 1");
      await s.hands.touch("e6");
      return plies(page, 5);
    }
    const held = page.locator('.held[data-step="@P"]');
    await held.scrollIntoViewIfNeeded();
    const box = await held.boundingBox();
    const to = await place(page, "e6");
    const from = await held.boundingBox();
    expect(Math.abs(from.y - box.y) < 1, "the hand and the board are seen together");
    if (look.touch) {
      const fingers = await page.context().newCDPSession(page);
      const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
      await touch("touchStart", { x: from.x + 12, y: from.y + 12 });
      await touch("touchMove", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
      await touch("touchMove", to);
      await touch("touchEnd");
    } else {
      await page.mouse.move(from.x + 12, from.y + 12);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await s.shot("drop");
      await page.mouse.up();
    }
    await plies(page, 5);
    expect((await fen(page)).startsWith("rnbqkbnr/1pp1pppp/p3P3/3P4/"), await fen(page));
  });
  await s.step("check and mate are marked", async () => {
    await show(page, "chess", null, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    expect((await page.locator(".check").count()) === 1 && (await page.locator(".mate").count()) === 1, "the mated king");
    await page.getByText("Black wins: checkmate").first().waitFor();
  }, "mate");
  await s.step("the choice of a promotion is at its square", async () => {
    await show(page, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1".replace("8/8/8", "P7/8/8"));
    await draw("a7", "a8");
    const choice = page.locator(".chooser button").first();
    await choice.waitFor();
    const [box, square] = [await choice.boundingBox(), await place(page, "a8")];
    expect(Math.abs(box.x + box.width / 2 - square.x) < 60 && Math.abs(box.y + box.height / 2 - square.y) < 60, "the queen is on it");
  }, "promotion");
  await s.step("a choice covers no square that may be gone to", async () => {
    await show(page, "crazy");
    for (const square of ["e2", "e3"]) await s.hands.touch(square);
    await page.locator(".chooser:not([hidden])").waitFor();
    await s.shot("longer");
    await s.hands.touch("e4");
    await plies(page, 1);
    expect((await page.evaluate(() => window.workbench.game.line[0].text)) === "e2e3e4", "the pawn goes on");
  });
  await s.step("the last move, targets and captures are marked", async () => {
    await show(page, "chess", null, ["e2e4", "d7d5"]);
    const marks = (kind) => page.locator(`.board svg ${kind}`).count();
    expect((await marks("rect.last")) === 2, "both squares of the last move");
    await s.hands.touch("e4");
    expect((await marks(".target.capture")) === 1 && (await marks(".target:not(.capture)")) === 1, "a ring for the capture, a dot for the step");
    await s.hands.touch("e4");
    expect((await marks(".target")) === 0, "the piece is let go");
  });
  if (!look.touch && !look.keys) {
    await s.step("arrows and circles by the right button", async () => {
      await show(page, "chess");
      const [a, b, c] = [await place(page, "g1"), await place(page, "f3"), await place(page, "e5")];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down({ button: "right" });
      await page.mouse.move(b.x, b.y, { steps: 3 });
      await page.mouse.up({ button: "right" });
      await page.mouse.click(c.x, c.y, { button: "right" });
      expect((await page.locator(".arrow.drawn").count()) === 1 && (await page.locator("circle.drawn").count()) === 1, "one of each");
      await s.shot("pencil");
      await page.mouse.click(c.x, c.y);
      expect((await page.locator(".drawn").count()) === 0, "a click wipes them out");
    });
  }
  if (!look.touch) {
    await s.step("keys go through the game", async () => {
      await show(page, "chess", null, ["e2e4", "e7e5", "g1f3"]);
      await page.evaluate(() => document.activeElement.blur());
      for (const [key, at] of [["ArrowLeft", 2], ["ArrowLeft", 1], ["ArrowRight", 2], ["Home", 0], ["End", 3]]) {
        await page.keyboard.press(key);
        await plies(page, at);
      }
    });
  }
  await s.step("a move slides, unless somebody wants no motion", async () => {
    await show(page, "chess");
    const slides = async () => {
      await page.evaluate(() => window.workbench.game.begin());
      return page.evaluate(async () => {
        const { game } = window.workbench;
        await game.play(game.state.moves.find((move) => move.move === "g1f3"));
        return document.querySelector('[data-square="f3"]').getAnimations().map((one) => one.effect.getTiming().duration);
      });
    };
    expect(`${await slides()}` === "150", "it slides for 150 ms");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect((await slides()).length === 0, "it does not");
    await page.emulateMedia({ reducedMotion: null });
  });
  await s.step("a refusal covers nothing but its own place", async () => {
    await show(page, "chess");
    const tabs = () => page.evaluate(() => document.querySelector(".tabs").getBoundingClientRect().top);
    const before = await tabs();
    await s.hands.touch("a1");
    await s.hands.touch("a5");
    await page.locator(".refusal:not([hidden])").waitFor();
    expect(Math.abs((await tabs()) - before) < 1, "nothing jumps");
  }, "refusal");
  await s.step("a wall is a second half that may be taken back", async () => {
    await show(page, "amazons");
    await draw("d1", "d5");
    await page.locator(".prompt", { hasText: "White: place the arrow." }).waitFor();
    await s.shot("half");
    await s.hands.touch("d10");
    await page.locator(".refusal:not([hidden])").waitFor();
    expect(/^d1d5,d10/.test(await s.text(".refusal")), await s.text(".refusal"));
    await page.keyboard.press("Escape");
    await page.locator(".prompt").waitFor({ state: "hidden" });
    await plies(page, 0);
  });
  await s.step("who plays is seen, and is so for one text alone", async () => {
    await show(page, "chess");
    await page.evaluate(() => window.workbench.choose({ seconds: 0.1 }));
    await s.hands.choose("Who plays black", "ferz");
    await draw("e2", "e4");
    await plies(page, 2);
    await s.shot("ferz");
    await show(page, "atomic");
    expect((await page.getByLabel("Who plays black").inputValue()) === "you", "another text has its own players");
    await draw("e2", "e4");
    await page.waitForTimeout(300);
    await plies(page, 1);
  });
  await s.step("a move before its turn", async () => {
    await show(page, "chess");
    // The answer waits until the move in advance is made, however slow the machine is.
    await page.evaluate(() => {
      const { server, choose } = window.workbench;
      const { ask } = server;
      const held = new Promise((go) => (window.answer = go));
      server.ask = async (question, asked) => {
        if (question === "think") await held;
        return ask.call(server, question, asked);
      };
      choose({ seconds: 0.1, level: 8, black: "ferz" });
    });
    await draw("e2", "e4");
    await plies(page, 1);
    await draw("g1", "f3");
    expect((await page.locator(".premove").count()) === 2, "it is marked");
    await page.evaluate(() => {
      delete window.workbench.server.ask;
      window.answer();
    });
    await plies(page, 3);
    expect((await page.evaluate(() => window.workbench.game.line[2].text)) === "g1f3", "and played");
    await page.evaluate(() => window.workbench.choose({ black: "you" }));
  });
  await s.step("a clock", async () => {
    await s.tab("Play");
    await page.getByLabel("Clock", { exact: true }).selectOption("1");
    await show(page, "chess");
    await draw("e2", "e4");
    await plies(page, 1);
    await page.waitForTimeout(350);
    const left = await page.locator(".clock").first().innerText();
    expect(/^0:5\d$/.test(left), `Black has ${left}`);
    await page.getByLabel("Clock", { exact: true }).selectOption("0");
  });
  await s.step("a position is set up by drawing, and more than a game has is allowed", async () => {
    await show(page, "chess");
    await s.tab("Pieces");
    await s.hands.check("Set up a position");
    // Keys put and take pieces, and draw none.
    if (!look.keys) {
      await draw("a2", "a4");
      await page.getByText("This position can be played").waitFor();
    }
    await s.push("white queen");
    await s.hands.touch("e4");
    await page.getByText("No game comes to this position, but it can be played").waitFor();
    expect((await page.locator('.palette [aria-pressed="true"]').getAttribute("aria-label")) === "white queen", "the piece that was chosen is marked");
    await s.axe("a position that is set up");
    await s.shot("setup");
    await s.push("Play this");
    await page.waitForFunction((rank) => window.workbench.game.fen?.includes(rank), look.keys ? "4Q3" : "P3Q3");
  });
  await s.step("a game with variations and comments, read and written", async () => {
    await show(page, "chess");
    await s.tab("Moves");
    await s.push("PGN …");
    const text = '[Event "x"]\n[Variant "Atomic"]\n\n1. e4 {the best} e5 (1... d5 2. exd5 {boom} (2. d4)) 2. Nf3 *\n';
    await page.getByLabel("The game as PGN").last().fill(text);
    await s.push("Put it on the board");
    await plies(page, 3);
    expect((await page.evaluate(() => window.workbench.game.palette.title)) === "Atomic Chess", "the variant that the game names");
    expect((await page.locator(".moves .variation").count()) === 2, "both variations");
    await s.push("exd5");
    await plies(page, 3);
    await s.push("Make it the main line");
    await s.shot("tree");
    await s.push("PGN …");
    const told = await page.getByLabel("The game as PGN").last().inputValue();
    expect(/1\. e4 \{the best\} 1\.\.\. d5 \(1\.\.\. e5 2\. Nf3\) 2\. exd5 \{boom\} \(2\. d4\) \*/.test(told.replace(/\s+/g, " ")), told.replace(/\s+/g, " "));
    await s.push("Close");
    await s.push("Share");
    const link = await page.getByLabel("Link").inputValue();
    await s.push("Close");
    const other = await open(browser, s.served.address, { ...look, hash: new URL(link).hash });
    expect((await other.page.locator(".moves .variation").count()) === 2 && (await fen(other.page)) === (await fen(page)), "a link carries them");
    await other.context.close();
  });
  await s.step("a move is typed, and one that cannot be played says why", async () => {
    await show(page, "chess");
    await s.hands.fill("Type a move", "Nf3");
    await page.keyboard.press("Enter");
    await plies(page, 1);
    await s.hands.fill("Type a move", "e7e4");
    await page.keyboard.press("Enter");
    await page.locator(".refusal:not([hidden])").waitFor();
  });
  await s.step("a forced win is found, and put into the game", async () => {
    await show(page, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    await s.tab("Play");
    await s.push("Find a forced win");
    await page.getByText("White wins by force in 1 move").waitFor();
    await s.push("Put the proof into the game");
    await s.tab("Moves");
    await page.getByRole("button", { name: "Ra8#" }).waitFor();
  });
  await s.step("why a move was bad", async () => {
    await show(page, "chess", null, ["e2e4", "e7e5", "d1h5", "g7g6"]);
    await page.evaluate(() => window.workbench.game.play(window.workbench.game.state.moves.find((move) => move.move === "h5g6")));
    await plies(page, 5);
    await s.tab("Play");
    await s.push("Judge the last move");
    await page.getByText(/^Qxg6 costs \d+\.\d pawns\. Better is .* The answer is [hf]xg6/).waitFor();
    await s.push("Put the better line into the game");
    await s.tab("Moves");
    await page.locator(".moves .variation").first().waitFor();
  });
  await s.step("why the game is over, or is not", async () => {
    await show(page, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    await s.tab("Play");
    await s.push("Why is the game not over?");
    const going = page.getByText(/^The game goes on: white has \d+ legal moves/);
    await going.waitFor();
    await show(page, "chess", null, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    expect((await going.count()) === 0, "another position has another answer");
    await s.push("Why is the game over?");
    await page.getByText(/^The game is over: white .*checkmate: loss/).waitFor();
  });
  await s.step("a puzzle is found, solved on the board, and has a link", async () => {
    await show(page, "atomic");
    await s.tab("Puzzles");
    await s.hands.fill("How many games", "10000");
    await s.push("Look for puzzles");
    await page.locator(".puzzles li").first().waitFor({ timeout: 120_000 * slow });
    await s.push("Stop");
    await page.getByText(/^Atomic Chess: \d+ puzzles? in \d+ of 10000 games, then it was stopped/).waitFor();
    await s.axe("puzzles");
    await page.locator(".puzzles .link").first().click();
    await page.getByText("Play the first move on the board").waitFor();
    await s.shot("puzzle");
    await page.getByRole("button", { name: "Copy the link" }).first().click();
    await page.getByText("The link is copied.").waitFor();
    const [link, position] = [await page.evaluate(() => navigator.clipboard.readText()), await fen(page)];
    const other = await open(browser, s.served.address, { ...look, hash: new URL(link).hash });
    expect((await fen(other.page)) === position, "the link has the position");
    await other.context.close();
    // A move that is not the solution, then the solution.
    await page.getByRole("button", { name: "Solution" }).first().click();
    await page.waitForFunction(() => window.workbench.game.line.length > 0 && !window.workbench.game.busy);
    const line = await page.evaluate(() => window.workbench.game.line.map((ply) => ply.text));
    const playing = (text) => page.evaluate((text) => window.workbench.game.play(window.workbench.game.state.moves.find((move) => move.move === text)), text);
    await page.locator(".puzzles .link").first().click();
    await page.getByText("Play the first move on the board").waitFor();
    await playing(await page.evaluate((first) => window.workbench.game.state.moves.find((move) => move.move !== first).move, line[0]));
    await page.getByText(/does not win as fast/).waitFor();
    await s.push("Try again");
    await page.getByText("Play the first move on the board").waitFor();
    for (let i = 0; i < line.length; i += 2) {
      await plies(page, i);
      await playing(line[i]);
    }
    await page.getByText("Solved.").waitFor();
  });
  await s.step("rules that were wrong from the first have a board to be looked at", async () => {
    const texts = { "/broken.ferz": 'variant "Broken" extends xiangqi\n\npiece archer A = rok\n' };
    const packed = deflateRawSync(JSON.stringify({ texts, active: "/broken.ferz" })).toString("base64url");
    const context = await browser.newContext({ viewport: { width: look.width, height: look.height } });
    const other = await context.newPage();
    await other.goto(`${s.served.address}#share=${packed}`);
    await other.getByText(/No game until line 3 is repaired/).waitFor();
    expect((await other.locator(".board > svg g[data-square]").count()) === 32, "the pieces of Xiangqi");
    await context.close();
  });
  await s.step("other figures, another theme, another language", async () => {
    await show(page, "xiangqi");
    const choose = async (label, value) => {
      await s.push("Look …");
      await page.getByRole("dialog").getByLabel(label).selectOption(value);
    };
    await choose("Figures", "native");
    await page.locator('.board use[href^="#ferz-sign-"]').first().waitFor({ state: "attached" });
    await s.axe("the look");
    await s.push("Close");
    await s.shot("native");
    await show(page, "shogi", null, ["c3c4"]);
    await s.shot("shogi");
    await show(page, "chess");
    await choose("Figures", "western");
    await page.getByRole("dialog").getByLabel("Board").selectOption("green");
    await s.push("Close");
    const colour = await page.evaluate(() => getComputedStyle(document.querySelector('.board rect[fill="#c7ab86"]')).fill);
    expect(colour === "rgb(119, 149, 86)", colour);
    for (const [language, tab, close] of [["ja", "指し手", "閉じる"], ["de", "Züge", "Schließen"]]) {
      await page.evaluate((language) => localStorage.setItem("ferz-settings", JSON.stringify({ language })), language);
      await page.reload();
      await page.getByRole("tab", { name: tab, exact: true }).waitFor();
      await s.board(() => document.body.dataset.ready);
      await s.part("right");
      await s.shot(language);
      expect((await page.evaluate(() => document.documentElement.lang)) === language, close);
    }
    await page.evaluate(() => localStorage.removeItem("ferz-settings"));
    await page.reload();
    await s.board(() => document.body.dataset.ready);
    await s.part("right");
  });
  await s.step("the gallery", async () => {
    await s.push("Start from …");
    await s.hands.fill("Search variants", "crazyhouse");
    await page.locator(".thumb svg rect").first().waitFor({ state: "attached" });
    const first = () => page.locator(".gallery strong").first().innerText();
    expect((await first()) === "Crazyhouse", "the exact title first");
    expect((await page.locator(".gallery li").first().locator("button").first().innerText()) === "Play", "to play is the first button");
    await s.hands.fill("Search variants", "Chess");
    expect((await first()) === "Chess", `${await first()} for Chess`);
    await s.hands.fill("Search variants", "looking-glass");
    expect((await first()) === "Alice Chess", "words of the description are found");
    await s.hands.fill("Search variants", "denial");
    expect(/^Mechanics: .*denial/.test(await page.locator(".gallery li .soft").first().innerText()), "the mechanics of each");
    await s.hands.fill("Search variants", "");
    await page.getByLabel("Family").selectOption("xiangqi");
    expect((await page.locator(".gallery li").count()) === 13, "a family");
    const fits = await page.getByLabel("Family").evaluate((select) => select.getBoundingClientRect().right <= select.closest("dialog").getBoundingClientRect().right - 8);
    expect(fits, "the choice of a family is not cut");
    await s.shot("gallery");
    await s.axe("the gallery");
    await s.push("Close");
  });
  await games(s, show);
  await round(s, browser, show);
  await s.axe("the board");
}

const looks = [
  { name: "board-1280", width: 1280, height: 800, languages: ["de", "zh"] },
  { name: "board-1600", width: 1600, height: 1000, languages: ["fr"] },
  { name: "board-keys", width: 1280, height: 800, keys: true, languages: [] },
  { name: "board-390", width: 390, height: 844, touch: true, languages: ["es", "ja"] },
];
const wanted = process.argv.slice(2);
for (const look of looks.filter((look) => !wanted.length || wanted.includes(look.name))) {
  const served = await serve();
  const began = Date.now();
  const { page, errors, context } = await open(browser, served.address, look);
  const s = new Session(look, page, served);
  await walk(s);
  failures.push(...errors.map((error) => `${look.name}: ${error}`));
  console.log(`${look.name}: ${s.number} steps in ${Math.round((Date.now() - began) / 1000)} s`);
  await context.close();
  served.stop();
}
await browser.close();
if (failures.length) {
  console.error(failures.join("\n"));
  process.exit(1);
}
