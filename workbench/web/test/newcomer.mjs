// A newcomer's session, step by step, as a person clicks and types: wide and narrow, light and dark, by mouse and touch, and by
// keys alone.
//
//   node test/newcomer.mjs [look ...]

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, click, expect, fen, open, place, plies, serve, shots } from "./browser.mjs";
import { keyboard } from "./keyboard.mjs";
import { Session, failures } from "./session.mjs";

const browser = await browse();

async function session(look) {
  const served = await serve();
  const began = Date.now();
  const { page, errors, context } = await open(browser, served.address, look);
  const opened = Date.now() - began;
  const s = new Session(look, page, served);
  await (look.walk ?? newcomer)(s);
  failures.push(...errors.map((error) => `${look.name}: ${error}`));
  console.log(`${look.name}: ${s.number} steps in ${Math.round((Date.now() - began) / 1000)} s; the page was there after ${opened} ms`);
  await context.close();
  served.stop();
}

async function newcomer(s) {
  const { look, page, served } = s;
  const own = page.locator(".cm-content");

  await s.step("the page begins with a variant of one's own", async () => {
    await s.part("right");
    expect((await s.text("h1")) === "Mine", "its title");
  });
  await s.step("start from another variant", async () => {
    await s.button("Start from …").click();
    await page.getByRole("searchbox").fill("atomic");
    await page.getByRole("button", { name: "Extend Atomic Chess", exact: true }).click();
    await s.board(() => window.workbench.game.palette?.title === "My Atomic");
  }, "start");
  await s.step("a pawn is moved", async () => {
    await s.play("e2", "e4");
    await plies(page, 1);
  });
  await s.step("another is clicked", async () => {
    await click(page, "d7", look.touch);
    expect((await page.locator(".target").count()) === 2, "two targets are shown");
    await click(page, "d5", look.touch);
    await plies(page, 2);
  });
  await s.step("what a capture would do is seen before", async () => {
    await click(page, "e4", look.touch);
    await page.locator(".target.effect").waitFor({ state: "attached" });
    if (!look.touch) {
      const { x, y } = await place(page, "d5");
      await page.mouse.move(x, y);
      await page.getByText("the white pawn on d5 is gone").waitFor();
    }
    await page.screenshot({ path: join(shots, `${look.name}-effects.png`) });
    await click(page, "e4", look.touch);
  });
  await s.step("an explosion is seen", async () => {
    await s.play("e4", "d5");
    await plies(page, 3);
    expect((await fen(page)).startsWith("rnbqkbnr/ppp1pppp/8/8/8/8/"), "both pawns are gone");
    expect((await page.locator(".changed").count()) >= 2, "what has changed is marked");
  }, "explosion");
  await s.step("a refused move says why", async () => {
    await click(page, "a8", look.touch);
    await click(page, "a5", look.touch);
    await page.getByText("the black pawn on a7 is in the way").waitFor();
    expect((await page.locator(".guilty").count()) > 0, "the squares are marked");
  }, "refused");
  await s.step("a mistake is told while one types", async () => {
    await s.type('\npiece archer A = jumping leap(2, 1) | rok\n');
    await s.board(() => /error/.test(document.querySelector(".problems").textContent));
    // The board shows the rules before.
    await page.locator("body.stale").waitFor();
  });
  await s.step("what its code means is told", async () => {
    await s.part("left");
    // What hangs over the text goes when the pointer does.
    await page.mouse.move(look.width / 4, look.height * 0.6);
    await page.locator(".cm-tooltip-hover").waitFor({ state: "detached" });
    await page.screenshot({ path: join(shots, `${look.name}-mistake.png`) });
    await page.locator(".problems .error .code").first().click();
    await page.getByRole("heading", { name: /^F\d+: / }).waitFor();
    await page.screenshot({ path: join(shots, `${look.name}-explain.png`) });
    await s.button("Close").click();
  });
  await s.step("its way out is a click", async () => {
    await s.button("Write rook").click();
    await s.board(() => window.workbench.documents.active.text.includes("| rook"));
    await s.board(() => !/error/.test(document.querySelector(".problems").textContent));
  });
  await s.step("the board lives at once", async () => {
    await s.part("right");
    await s.board(() => window.workbench.game.palette.pieces.some((piece) => piece.name === "archer"));
    await s.board(() => !document.body.classList.contains("stale"));
  });
  await s.step("completion", async () => {
    await s.part("left");
    await own.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("pro");
    await page.locator(".cm-tooltip-autocomplete").getByText("promotion").first().waitFor();
    await page.screenshot({ path: join(shots, `${look.name}-completion.png`) });
    await page.keyboard.press("Escape");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
  });
  await s.step("hover shows how a piece goes", async () => {
    const at = await page.evaluate(() => {
      const { view, text } = window.workbench.documents.active;
      const { left, top, bottom } = view.coordsAtPos(text.indexOf("archer") + 2);
      return [left, (top + bottom) / 2];
    });
    await page.mouse.move(at[0] - 40, at[1]);
    await page.mouse.move(...at, { steps: 3 });
    await page.locator(".cm-tooltip-hover pre").first().waitFor();
  }, "hover");
  await s.step("format", async () => {
    await s.type("piece   guard   G   =   king\n");
    await s.part("left");
    await s.button("Format").click();
    await s.board(() => /piece guard  G = king/.test(window.workbench.documents.active.text));
  });
  await s.step("another name, everywhere", async () => {
    await s.part("left");
    await s.caret("guard");
    await page.keyboard.press("F2");
    await page.locator(".cm-panel input").fill("sentry");
    await page.keyboard.press("Enter");
    await s.board(() => /piece sentry +G = king/.test(window.workbench.documents.active.text));
  });
  await s.step("the parent is a key away", async () => {
    await s.caret("atomic");
    await page.keyboard.press("F12");
    await s.board(() => window.workbench.documents.active.bundled === "atomic");
    await s.button("Close atomic").click();
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
  });
  await s.step("a text that extends one's own", async () => {
    await s.button("Start from …").click();
    await page.getByRole("button", { name: "Extend my-atomic.ferz", exact: true }).click();
    await s.board(() => window.workbench.game.palette?.title === "My Atomic 2" && window.workbench.game.palette.pieces.some((piece) => piece.name === "sentry"));
    await s.part("left");
    await s.button("Close my-atomic-2.ferz").click();
    await s.button("Close it").click();
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
  });
  await s.step("a section of variants.ini is imported", async () => {
    await s.button("Start from …").click();
    await s.button("Import …").click();
    await page.getByLabel("Text to import").fill("[tiny:chess]\nstalemateValue = loss\nnMoveRul = 0\n");
    await s.button("Import").click();
    await s.board(() => window.workbench.documents.active.path === "/tiny.ferz" && window.workbench.game.palette?.title === "Tiny");
    await page.locator(".imported tr.taken-over", { hasText: "stalemateValue = loss" }).waitFor();
    await page.getByText("did you mean nMoveRule?").waitFor();
    await page.getByRole("button", { name: "line 3" }).first().click();
    expect((await page.evaluate(() => getSelection().toString())) === "nMoveRul = 0", "the line is marked");
  }, "import");
  await s.step("what was imported is closed", async () => {
    await s.part("left");
    await s.button("Close tiny.ferz").click();
    await s.button("Close it").click();
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
  });
  await s.step("a piece alone and among others", async () => {
    await s.part("right");
    await s.tab("Pieces");
    await page.getByRole("button", { name: "white archer" }).click();
    await page.locator(".goes figure svg").nth(1).waitFor();
    await page.locator(".goes").scrollIntoViewIfNeeded();
  }, "piece");
  await s.step("a position is set up", async () => {
    await page.getByLabel("Set up a position", { exact: false }).check();
    await click(page, "b1", look.touch);
    await s.board(() => document.querySelector(".panel .soft:not([hidden])")?.textContent.includes("can be played"));
    await s.button("Play this").click();
    await s.board(() => window.workbench.game.fen?.includes("A"));
  }, "setup");
  await s.step("a pasted FEN, and a promotion", async () => {
    await s.tab("Moves");
    await page.getByLabel("Position as FEN").fill("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    await page.keyboard.press("Enter");
    await s.board(() => window.workbench.game.state.fen.startsWith("4k3/P7") && !window.workbench.game.busy);
    await click(page, "a7", look.touch);
    await click(page, "a8", look.touch);
    await page.locator(".chooser:not([hidden])").waitFor();
    await page.screenshot({ path: join(shots, `${look.name}-promotion.png`) });
    await page.locator(".chooser button").first().click();
    await plies(page, 1);
  });
  await s.step("take back, and forward", async () => {
    await s.button("Take back").click();
    await plies(page, 0);
    await s.button("Forward again").click();
    await plies(page, 1);
  });
  await s.step("a test of this position", async () => {
    await s.button("Take back").click();
    await s.tab("Tests");
    await page.getByLabel("Name of the test").fill("a pawn promotes");
    await s.button("Keep this position as a test").click();
    await s.board(() => /all 1 tests pass/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
  }, "tests");
  await s.step("the test fails under other rules", async () => {
    await page.evaluate(() => window.workbench.documents.show(window.workbench.documents.rules));
    await s.type("without promotion pawn\n");
    await s.board(() => /1 of 1 tests fail/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
    await page.evaluate(() => {
      const { rules } = window.workbench.documents;
      rules.replace(rules.text.replace("without promotion pawn\n", ""));
    });
    await s.board(() => /all 1 tests pass/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
  });
  await s.step("what differs from the parent", async () => {
    await s.tab("Changes");
    await s.button("From the parent").click();
    await page.locator(".changes strong", { hasText: "archer" }).first().waitFor();
  }, "changes");
  await s.step("what the rules do is accepted", async () => {
    await s.button("From what was accepted (snapshot)").click();
    await s.button("Accept").click();
    await page.getByText("exactly what was accepted").waitFor();
  });
  await s.step("a change of that is reviewed", async () => {
    await page.evaluate(() => {
      const { rules } = window.workbench.documents;
      rules.replace(rules.text.replace("leap(2, 1)", "leap(3, 1)"));
    });
    await s.board(() => window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)"));
    await s.button("From what was accepted (snapshot)").click();
    await page.locator(".snap .ins").first().waitFor();
  }, "review");
  await s.step("the rules page", async () => {
    await s.tab("Rules page");
    await page.locator(".page h1").waitFor();
    expect(/My Atomic/.test(await page.locator(".page h1").innerText()), "its title");
  }, "page");
  await s.step("a study", async () => {
    await s.tab("Study");
    await page.getByLabel("How many games").fill("10");
    await s.button("Play and count").click();
    await page.getByText(/^10 of 10 games/).waitFor({ timeout: 120_000 });
  }, "study");
  await s.step("ferz answers", async () => {
    await s.button("New game").click();
    await s.tab("Play");
    await page.getByLabel("Who plays black").selectOption("ferz");
    await page.getByLabel("Seconds for a move").fill("0.3");
    await s.play("g1", "f3");
    await plies(page, 2);
  });
  await s.step("it says what it thinks", async () => {
    await page.getByLabel("Evaluation and best lines").check();
    await page.locator(".lines p").first().waitFor();
    await page.locator(".arrow.best").waitFor({ state: "attached" });
    await page.screenshot({ path: join(shots, `${look.name}-play.png`) });
    await s.button("Stop").click();
  });
  await s.step("the game as PGN", async () => {
    await s.tab("Moves");
    await s.button("PGN …").click();
    expect(/1\. Nf3 /.test(await page.getByLabel("The game as PGN").last().inputValue()), "the first move");
    await s.button("Close").click();
  });
  await s.step("the board is turned", async () => {
    await s.button("Turn the board").click();
    await s.board(() => window.workbench.game.state.cells.find((cell) => cell.name === "a1").y < 100);
    await s.button("Turn the board").click();
  });
  await s.step("moved by keys alone", async () => {
    const at = await page.evaluate(() => window.workbench.game.at);
    await page.locator(".board").focus();
    const first = await page.evaluate(() => window.workbench.game.state.moves.find((move) => move.path.length === 2).path);
    for (const square of first) {
      for (let i = 0; i < 40; i++) {
        const way = await page.evaluate((square) => {
          const cell = (name) => window.workbench.game.state.cells.find((cell) => cell.name === name);
          const [here, there] = [cell(window.workbench.board.cursor), cell(square)];
          if (!here) return "ArrowRight";
          if (Math.abs(here.x - there.x) > 1) return here.x < there.x ? "ArrowRight" : "ArrowLeft";
          if (Math.abs(here.y - there.y) > 1) return here.y < there.y ? "ArrowDown" : "ArrowUp";
          return null;
        }, square);
        if (!way) break;
        await page.keyboard.press(way);
      }
      await page.keyboard.press("Enter");
    }
    await plies(page, at + 1);
  }, "keys");
  await s.step("ferz plays both sides", async () => {
    await s.tab("Play");
    const at = await page.evaluate(() => window.workbench.game.at);
    await page.getByLabel("Seconds for a move").fill("0.1");
    await page.getByLabel("Who plays black").selectOption("ferz");
    await page.getByLabel("Who plays white").selectOption("ferz");
    await page.waitForFunction((at) => window.workbench.game.at >= at + 3, at);
    await s.button("Stop").click();
  });
  await s.step("the texts are saved", async () => {
    await s.button("Save").click();
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    expect(readFileSync(join(served.folder, "my-atomic.ferz"), "utf8").includes("archer"), "the file");
  });
  await s.step("somebody else changes the file", async () => {
    await s.type("# mine\n");
    writeFileSync(join(served.folder, "my-atomic.ferz"), 'variant "Theirs" extends atomic\n');
    await s.button("Save").click();
    await page.getByRole("heading", { name: "my-atomic.ferz has changed" }).waitFor();
    await page.screenshot({ path: join(shots, `${look.name}-conflict.png`) });
    await s.button("Overwrite it with mine").click();
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    expect(readFileSync(join(served.folder, "my-atomic.ferz"), "utf8").includes("# mine"), "mine is written");
  });
  await s.step("what is not saved survives a reload", async () => {
    await s.type("# kept\n");
    await page.waitForTimeout(1000);
    await page.reload();
    await s.board(() => document.body.dataset.ready && window.workbench.documents.find("/my-atomic.ferz")?.text.includes("# kept"));
    await s.part("right");
  });
  await s.step("a link carries everything", async () => {
    await s.button("Share").click();
    const link = await page.getByLabel("Link").inputValue();
    await s.button("Close").click();
    const other = await open(browser, served.address, { ...look, hash: new URL(link).hash });
    const text = await other.page.evaluate(() => window.workbench.documents.active.text);
    expect(text.includes("archer") && text.includes("# mine"), "the text");
    expect((await fen(other.page)) === (await fen(page)), "the position");
    await other.context.close();
  });
  for (const name of ["Moves", "Play", "Pieces", "Tests", "Changes", "Rules page", "Study", "Import"]) {
    await s.tab(name);
    await s.axe(name);
  }
  await s.part("left");
  await s.axe("rules");
  await page.screenshot({ path: join(shots, `${look.name}-end.png`) });
}

const looks = [
  { name: "wide-light", width: 1280, height: 860 },
  { name: "wide-dark", width: 1280, height: 860, dark: true },
  { name: "narrow-light", width: 390, height: 844, touch: true },
  { name: "narrow-dark", width: 390, height: 844, touch: true, dark: true },
  { name: "keys", width: 1280, height: 860, walk: keyboard },
];
const wanted = process.argv.slice(2);
const left = looks.filter((look) => !wanted.length || wanted.includes(look.name));
/** Two at a time. */
const next = async () => {
  for (let look = left.shift(); look; look = left.shift()) await session(look);
};
await Promise.all([next(), next()]);
await browser.close();
if (failures.length) {
  console.error(failures.join("\n"));
  process.exit(1);
}
