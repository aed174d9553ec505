// A newcomer's session, step by step: wide and narrow, light and dark, by mouse and touch, and by keys alone.
//
//   node test/newcomer.mjs [look ...]

import { deflateRawSync } from "node:zlib";
import { browse, expect, fen, open, place, plies, serve, slow, site, slide } from "./browser.mjs";
import { Keys } from "./hands.mjs";
import { lookAround } from "./kinds.mjs";
import { Session, failures } from "./session.mjs";

const browser = await browse();

async function session(look) {
  const served = await serve();
  const began = Date.now();
  const { page, errors, context } = await open(browser, served.address, look);
  const opened = Date.now() - began;
  const s = new Session(look, page, served);
  await newcomer(s);
  failures.push(...errors.map((error) => `${look.name}: ${error}`));
  console.log(`${look.name}: ${s.number} steps in ${Math.round((Date.now() - began) / 1000)} s; the page was there after ${opened} ms`);
  await context.close();
  served.stop();
}

async function newcomer(s) {
  const { look, page, served } = s;

  await s.step("the page begins with a variant of one's own", async () => {
    await s.part("right");
    expect((await s.text("h1")) === "Mine", "its title");
  });
  await s.step("start from another variant", async () => {
    await s.push("Start from …");
    await s.axe("the dialog to start from");
    await s.hands.fill("Search variants", "atomic");
    await s.push("Extend Atomic Chess");
    await s.board(() => window.workbench.game.palette?.title === "My Atomic");
  }, "start");
  if (!look.touch && !look.keys) {
    await s.step("a piece is lifted before the answer to the last move is there", async () => {
      const [from, to] = [await place(page, "d7"), await place(page, "d5")];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.evaluate(() => window.workbench.game.play(window.workbench.game.state.moves.find((move) => move.move === "e2e4")));
      await plies(page, 1);
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await plies(page, 2);
      await s.push("New game");
      await plies(page, 0);
    });
  }
  if (look.touch) {
    await s.step("a pawn is drawn with a finger", async () => {
      await slide(page, "d2", "d4");
      await plies(page, 1);
      expect((await fen(page)).includes("/3P4/"), await fen(page));
      await s.push("New game");
      await plies(page, 0);
    });
  }
  await s.step("a pawn is moved", async () => {
    await s.hands.move("e2", "e4");
    await plies(page, 1);
  });
  await s.step("another is clicked", async () => {
    await s.hands.touch("d7");
    expect((await page.locator(".target").count()) === 2, "two targets are shown");
    await s.hands.touch("d5");
    await plies(page, 2);
  });
  await s.step("what a capture would do is seen before", async () => {
    await s.hands.touch("e4");
    await page.locator(".target.effect").waitFor({ state: "attached" });
    if (!look.touch) {
      await s.hands.point("d5");
      await page.locator(".words-ahead", { hasText: "the white pawn on d5 is gone" }).waitFor();
    }
    await s.shot("effects");
    await s.hands.touch("e4");
  });
  await s.step("an explosion is seen", async () => {
    await s.hands.move("e4", "d5");
    await plies(page, 3);
    expect((await fen(page)).startsWith("rnbqkbnr/ppp1pppp/8/8/8/8/"), "both pawns are gone");
    expect((await page.locator(".changed").count()) >= 2, "what has changed is marked");
  }, "explosion");
  await s.step("a move of the list is gone back to", async () => {
    await s.push("e4");
    await plies(page, 1);
    expect((await fen(page)).includes("/4P3/"), await fen(page));
    await s.push("exd5");
    await plies(page, 3);
  });
  await s.step("a refused move says why", async () => {
    await s.hands.touch("a8");
    await s.hands.touch("a5");
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
    // A popup over the text goes when the pointer does.
    await page.mouse.move(look.width / 4, look.height * 0.6);
    await page.locator(".cm-tooltip-hover").waitFor({ state: "detached" });
    await s.shot("mistake");
    await s.push(await page.locator(".problems .error .code").first().getAttribute("aria-label"));
    await page.getByRole("heading", { name: /^F\d+: / }).waitFor();
    await s.shot("explain");
    await s.axe("an explanation");
    await s.push("Close");
  });
  await s.step("its way out is a click", async () => {
    await s.push("Write rook");
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
    await s.hands.text();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("pro");
    await page.locator(".cm-tooltip-autocomplete").getByText("promotion").first().waitFor();
    await s.shot("completion");
    await page.keyboard.press("Escape");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
  });
  // A resting pointer needs a pointer.
  if (!look.keys) {
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
  }
  await s.step("format", async () => {
    await s.type("piece   guard   G   =   king\n");
    await s.part("left");
    await s.push("Format");
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
  await s.step("a block is folded", async () => {
    await s.type("end {\n  stalemate: loss\n}\n");
    await s.part("left");
    await s.caret("end {");
    await page.keyboard.press("Control+Shift+BracketLeft");
    await page.locator(".cm-foldPlaceholder").waitFor();
    await page.keyboard.press("Control+Shift+BracketRight");
    await page.locator(".cm-foldPlaceholder").waitFor({ state: "detached" });
    await s.rewrite("end {\n  stalemate: loss\n}\n", "");
    await s.part("left");
  });
  await s.step("the parent is a key away", async () => {
    await s.caret("atomic");
    await page.keyboard.press("F12");
    await s.board(() => window.workbench.documents.active.bundled === "atomic");
    // It has a game of its own, and so has the variant that extends it.
    await plies(page, 0);
    await s.push("Close atomic");
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
    await plies(page, 3);
  });
  await s.step("a text that extends one's own", async () => {
    await s.push("Start from …");
    await s.push("Extend my-atomic.ferz");
    await s.board(() => window.workbench.game.palette?.title === "My Atomic 2" && window.workbench.game.palette.pieces.some((piece) => piece.name === "sentry"));
    await s.push("Share");
    const link = await page.getByLabel("Link").inputValue();
    await s.push("Close");
    const other = await open(browser, served.address, { ...look, hash: new URL(link).hash });
    const texts = await other.page.evaluate(() => Object.fromEntries(window.workbench.documents.list.map((doc) => [doc.path, doc.text])));
    expect(Object.keys(texts).join(" ") === "/my-atomic-2.ferz /my-atomic.ferz", `both texts are in the link: ${Object.keys(texts)}`);
    expect(await other.page.evaluate(() => window.workbench.game.palette.pieces.some((piece) => piece.name === "sentry")), "and are played");
    await other.context.close();
    await s.part("left");
    await s.push("Close my-atomic-2.ferz");
    await s.push("Close it");
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
  });
  await s.step("a section of variants.ini is imported", async () => {
    await s.push("Start from …");
    await s.push("Import …");
    await s.hands.fill("Text to import", "[tiny:chess]\nstalemateValue = loss\nnMoveRul = 0\n");
    await s.push("Import");
    await s.board(() => window.workbench.documents.active.path === "/tiny.ferz" && window.workbench.game.palette?.title === "Tiny");
    await page.locator(".imported tr.taken-over", { hasText: "stalemateValue = loss" }).waitFor();
    await page.getByText("did you mean nMoveRule?").waitFor();
    await s.push("line 3");
    expect((await page.evaluate(() => getSelection().toString())) === "nMoveRul = 0", "the line is marked");
  }, "import");
  await s.step("what was imported is closed", async () => {
    await s.part("left");
    await s.push("Close tiny.ferz");
    await s.push("Close it");
    await s.board(() => window.workbench.documents.active.path === "/my-atomic.ferz");
  });
  await s.part("right");
  await lookAround(s);
  await s.step("a piece alone and among others", async () => {
    await s.part("right");
    await s.tab("Pieces");
    await s.push("white archer");
    await page.locator(".goes figure svg").nth(1).waitFor();
    await page.locator(".goes").scrollIntoViewIfNeeded();
  }, "piece");
  await s.step("a position is set up", async () => {
    await s.hands.check("Set up a position");
    await s.hands.touch("b1");
    await s.board(() => document.querySelector(".panel .soft:not([hidden])")?.textContent.includes("can be played"));
    await s.push("Play this");
    await s.board(() => window.workbench.game.fen?.includes("A"));
  }, "setup");
  await s.step("a pasted FEN, and a promotion", async () => {
    await s.tab("Moves");
    await s.hands.fill("Position as FEN", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    await page.keyboard.press("Enter");
    await s.board(() => window.workbench.game.state.fen.startsWith("4k3/P7") && !window.workbench.game.busy);
    await s.hands.touch("a7");
    await s.hands.touch("a8");
    await page.locator(".chooser:not([hidden])").waitFor();
    await s.shot("promotion");
    await page.locator(".chooser button").first().click();
    await plies(page, 1);
  });
  if (look.touch) {
    await s.step("a finger chooses nothing that comes to lie under it", async () => {
      await page.evaluate(() => window.workbench.game.begin("4k3/8/8/8/8/8/1p6/4K3 b - - 0 1"));
      await s.hands.touch("b2");
      await s.hands.touch("b1");
      await page.locator(".chooser:not([hidden])").waitFor();
      await page.waitForTimeout(400);
      await plies(page, 0);
      await page.locator(".chooser button").first().tap();
      await plies(page, 1);
      expect(/1q2K/.test(await fen(page)), await fen(page));
      await page.evaluate(() => window.workbench.game.begin("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
      await s.hands.touch("a7");
      await s.hands.touch("a8");
      await page.locator(".chooser button").first().tap();
      await plies(page, 1);
    });
  }
  await s.step("take back, and forward", async () => {
    await s.push("Take back");
    await plies(page, 0);
    await s.push("Forward again");
    await plies(page, 1);
  });
  await s.step("a test of this position", async () => {
    await s.push("Take back");
    await s.tab("Tests");
    await s.hands.fill("Name of the test", "a pawn promotes");
    await s.push("Keep this position as a test");
    await s.board(() => /the test passes/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
  }, "tests");
  await s.step("the test fails under other rules", async () => {
    await s.part("left");
    await s.push("my-atomic.ferz •");
    await s.type("without promotion pawn\n");
    await s.board(() => /the test fails/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
    await s.rewrite("without promotion pawn\n", "");
    await s.board(() => /the test passes/.test(document.querySelector(".panel [role=status]")?.textContent ?? ""));
  });
  await s.step("what differs from the parent", async () => {
    await s.tab("Changes");
    await s.push("From the parent");
    await page.locator(".changes strong", { hasText: "archer" }).first().waitFor();
  }, "changes");
  await s.step("a position shows it", async () => {
    const knight = "piece knight N = leap(3, 1)\n";
    await s.type(knight);
    await s.board(() => window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)") && !window.workbench.game.busy);
    await s.push("From the parent");
    await page.locator(".difference svg").waitFor();
    await s.shot("difference");
    await s.push("Show it on the board");
    await page.locator(".board .arrow.gained").first().waitFor({ state: "attached" });
    await s.rewrite(knight, "");
    await page.locator(".board .arrow").first().waitFor({ state: "detached" });
    await s.board(() => !window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)") && !window.workbench.game.busy);
  });
  await s.step("what differs from the saved file", async () => {
    await s.push("Save");
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    const knight = "piece knight N = leap(3, 1)\n";
    await s.type(knight);
    await s.board(() => window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)") && !window.workbench.game.busy);
    await s.push("From the saved file");
    await page.locator(".changes strong", { hasText: "knight" }).first().waitFor();
    expect((await page.locator(".changes strong", { hasText: "archer" }).count()) === 0, "the archer was saved");
    await s.rewrite(knight, "");
    await s.board(() => !window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)") && !window.workbench.game.busy);
  });
  await s.step("what the rules do is accepted", async () => {
    await s.push("From the accepted state (snapshot)");
    await s.push("Accept");
    await page.getByText("exactly as accepted").waitFor();
  });
  await s.step("a change of that is reviewed", async () => {
    await s.rewrite("leap(2, 1)", "leap(3, 1)");
    await s.board(() => window.workbench.game.shown.texts["/my-atomic.ferz"].includes("leap(3, 1)"));
    await s.push("From the accepted state (snapshot)");
    await page.locator(".snap .ins").first().waitFor();
  }, "review");
  await s.step("it is rejected", async () => {
    await s.push("Reject: back to the accepted state");
    await page.getByText("The rules are in the accepted state again").waitFor();
    await s.board(() => window.workbench.documents.rules.text.includes("leap(2, 1)"));
  });
  await s.step("the rules page", async () => {
    await s.tab("Rules page");
    await page.locator(".page h1").waitFor();
    expect(/My Atomic/.test(await page.locator(".page h1").innerText()), "its title");
  }, "page");
  await s.step("a folder for PyChess", async () => {
    await s.tab("Publish");
    await s.push("Publish on PyChess");
    await page.getByText(/PyChess does not accept:|index\.html in it says/).waitFor({ timeout: 120_000 });
    const panel = await page.locator(".panel", { hasText: "PyChess lets its players" }).innerText();
    expect(/tests? (pass|fail)|The file has no tests/.test(panel), "what the tests say");
    expect(/does not accept/.test(panel) || /of 20 short games/.test(panel), "the balance in one line");
  });
  await s.step("a study", async () => {
    await s.tab("Study");
    await s.hands.fill("How many games", "10000");
    await s.push("Play and count");
    await page.getByText(/^([5-9]|\d\d+) of 10000 games/).waitFor({ timeout: 120_000 * slow });
    expect((await page.locator(".charts table").count()) > 2, "charts while it goes on");
    expect(await page.getByRole("progressbar", { name: "Games played" }).isVisible(), "and how far it is");
    await s.shot("study");
    await s.push("Stop");
    await page.getByText(/^\d+ of 10000 games, then it was stopped/).waitFor();
  });
  await s.step("ferz answers", async () => {
    await s.push("New game");
    await s.tab("Play");
    await s.hands.choose("Who plays black", "ferz");
    await s.hands.fill("Seconds for a move", "0.3");
    await s.hands.move("g1", "f3");
    await plies(page, 2);
  });
  await s.step("it says what it thinks", async () => {
    await s.hands.check("Evaluation and best lines");
    await page.locator(".lines p").first().waitFor();
    await page.locator(".arrow.best").waitFor({ state: "attached" });
    await s.shot("play");
    await s.push("Stop");
  });
  await s.step("the game as PGN", async () => {
    await s.tab("Moves");
    await s.push("PGN …");
    expect(/1\. Nf3 /.test(await page.getByLabel("The game as PGN").last().inputValue()), "the first move");
    await s.push("Close");
  });
  await s.step("the board is turned", async () => {
    await s.push("Turn the board");
    await s.board(() => window.workbench.game.state.cells.find((cell) => cell.name === "a1").y < 100);
    await s.push("Turn the board");
    await s.board(() => window.workbench.game.state.cells.find((cell) => cell.name === "a1").y > 100);
  });
  if (!look.touch) {
    await s.step("moved by keys", async () => {
      const at = await page.evaluate(() => window.workbench.game.at);
      const [from, to] = await page.evaluate(() => window.workbench.game.state.moves.find((move) => move.path.length === 2).path);
      await page.locator(".board").focus();
      await new Keys(page).move(from, to);
      await plies(page, at + 1);
    }, "keys");
  }
  await s.step("ferz plays both sides", async () => {
    await s.tab("Play");
    const at = await page.evaluate(() => window.workbench.game.at);
    await s.hands.fill("Seconds for a move", "0.1");
    await s.hands.choose("Who plays black", "ferz");
    await s.hands.choose("Who plays white", "ferz");
    await page.waitForFunction((at) => window.workbench.game.at >= at + 3, at);
    await s.push("Stop");
  });
  await s.step("the texts are saved", async () => {
    await s.type("# saved\n");
    await s.push("Save");
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    expect((await served.read(page, "my-atomic.ferz")).includes("archer"), "the file");
  });
  await s.step("somebody else changes the file", async () => {
    await s.type("# mine\n");
    await served.write(page, "my-atomic.ferz", 'variant "Theirs" extends atomic\n');
    await page.getByText("my-atomic.ferz was changed elsewhere").waitFor();
    await s.push("Save");
    await page.getByRole("heading", { name: "my-atomic.ferz has changed" }).waitFor();
    await s.shot("conflict");
    await s.axe("two texts");
    await s.push("Overwrite it with mine");
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    expect((await served.read(page, "my-atomic.ferz")).includes("# mine"), "mine is written");
  });
  await s.step("two tabs have one file, and lose nothing", async () => {
    const other = await page.context().newPage();
    await other.goto(`${served.address}#file=/my-atomic.ferz`);
    await other.waitForFunction(() => document.body.dataset.ready && window.workbench.documents.find("/my-atomic.ferz"));
    await other.evaluate(() => {
      const { view } = window.workbench.documents.find("/my-atomic.ferz");
      view.dispatch({ changes: { from: view.state.doc.length, insert: "# of the other tab\n" }, userEvent: "input.type" });
    });
    await s.type("# of this tab\n");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.waitForFunction(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    await other.close();
    await page.bringToFront();
    await s.push("Save");
    await page.getByRole("heading", { name: "my-atomic.ferz has changed" }).waitFor();
    const told = await s.text("dialog");
    expect(told.includes("# of this tab") && told.includes("# of the other tab"), "both texts are seen");
    await s.push("Take theirs");
    await s.board(() => window.workbench.documents.find("/my-atomic.ferz").text.includes("# of the other tab"));
    // The replaced text is one undo away.
    await s.part("left");
    await s.hands.text();
    await page.keyboard.press("Control+Z");
    await s.board(() => window.workbench.documents.find("/my-atomic.ferz").text.includes("# of this tab"));
    await page.keyboard.press("Control+Shift+Z");
    await s.board(() => !window.workbench.documents.find("/my-atomic.ferz").dirty);
    await s.part("right");
  });
  await s.step("what is not saved survives a reload", async () => {
    await s.type("# kept\n");
    const before = await page.evaluate(() => [window.workbench.documents.list.length, window.workbench.game.at]);
    await page.reload();
    await s.board(() => document.body.dataset.ready && window.workbench.documents.find("/my-atomic.ferz")?.text.includes("# kept"));
    const after = await page.evaluate(() => [window.workbench.documents.list.length, window.workbench.game.at]);
    expect(`${before}` === `${after}` && before[1] > 0, `texts and moves were ${before} and are ${after}`);
    await s.part("right");
  });
  await s.step("a link carries everything", async () => {
    await s.push("Share");
    const link = await page.getByLabel("Link").inputValue();
    await s.push("Close");
    const other = await open(browser, served.address, { ...look, hash: new URL(link).hash });
    const text = await other.page.evaluate(() => window.workbench.documents.active.text);
    expect(text.includes("archer") && text.includes("# mine"), "the text");
    expect((await fen(other.page)) === (await fen(page)), "the position");
    await other.context.close();
  });
  await s.step("what a stranger has written is only words", async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const text = `variant "${evil}" extends chess\nsource "[x](javascript:alert(3)) ${evil}"\nabout "${evil} https://example.org/"\n`;
    const packed = deflateRawSync(JSON.stringify({ texts: { "/evil.ferz": text }, active: "/evil.ferz" })).toString("base64url");
    const other = await open(browser, served.address, { ...look, hash: `#share=${packed}` });
    expect((await other.page.locator("h1").first().textContent()) === evil, "its title");
    await other.page.getByRole("tab", { name: "Rules page" }).click();
    await other.page.locator(".page h1").waitFor();
    const found = await other.page.evaluate(() => {
      const { shadowRoot } = document.querySelector(".page");
      const links = [...shadowRoot.querySelectorAll("a")].map((link) => `${new URL(link.href).protocol} ${link.target} ${link.rel}`);
      return { strange: [document, shadowRoot].flatMap((root) => [...root.querySelectorAll("body img, body iframe, :host img, .body img, .body script")]).length, links };
    });
    expect(found.strange === 0, "no element of theirs is on the page");
    expect(found.links.length === 1 && found.links[0] === "https: _blank noopener noreferrer", `links: ${found.links}`);
    expect(other.errors.length === 0, other.errors.join("; "));
    await other.context.close();
  });
  if (site) {
    await s.step("what cannot be loaded is told, and tried again", async () => {
      const context = await browser.newContext({ viewport: { width: look.width, height: look.height } });
      await context.route(/small\.bin$/, (route) => route.fulfill({ status: 404 }));
      const other = await context.newPage();
      await other.goto(served.address);
      await other.getByText("The workbench cannot open. ferz could not be loaded: the part of ferz for all boards is not there.").waitFor();
      await context.unroute(/small\.bin$/);
      await other.waitForFunction(() => document.body.dataset.ready, null, { timeout: 60_000 });
      await context.close();
    });
  }
  if (look.keys) {
    await s.step("nothing holds one, there and back", async () => {
      await s.hands.reach("Start from …");
      await s.hands.reach("Start from …", "Shift+Tab");
    });
  } else {
    for (const name of ["Moves", "Play", "Pieces", "Tests", "Changes", "Rules page", "Study", "Puzzles", "Import", "Publish"]) {
      await s.tab(name);
      await s.axe(name);
    }
    await s.part("left");
    await s.axe("rules");
  }
  await s.shot("end");
}

const looks = [
  { name: "wide-light", width: 1280, height: 860 },
  { name: "broad-light", width: 1600, height: 1000 },
  { name: "wide-dark", width: 1280, height: 860, dark: true },
  { name: "narrow-light", width: 390, height: 844, touch: true },
  { name: "narrow-dark", width: 390, height: 844, touch: true, dark: true },
  { name: "keys", width: 1280, height: 860, keys: true },
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
