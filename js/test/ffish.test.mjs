import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { before, test } from "node:test";
import ffish, { Board, load, Notation } from "../src/ffish.js";

/** `build.mjs --dev` leaves the file for large boards out. */
const large = existsSync(new URL("../dist/full.wasm", import.meta.url));

before(() => load(large ? undefined : ["small"]));

test("a board plays", () => {
  const board = new Board("chess");
  assert.equal(board.legalMoves().split(" ").length, 20);
  assert.equal(board.numberLegalMoves(), 20);
  assert.equal(board.sanMove("g1f3"), "Nf3");
  assert.ok(board.push("e2e4"));
  assert.ok(!board.push("e2e4"));
  assert.ok(!board.turn());
  assert.equal(board.variationSan("e7e5 g1f3 b8c6"), "1... e5 2. Nf3 Nc6");
  assert.ok(board.pushSan("e5"));
  assert.equal(board.moveStack(), "e2e4 e7e5");
  assert.equal(board.fullmoveNumber(), 2);
  assert.equal(board.gamePly(), 2);
  board.pop();
  assert.equal(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  board.reset();
  board.pushSanMoves("f3 e5 g4 Qh4");
  assert.ok(board.isGameOver());
  assert.equal(board.result(), "0-1");
  assert.ok(board.isCheck());
});

test("hands", () => {
  const house = new Board("crazyhouse");
  house.pushMoves("e2e4 d7d5 e4d5");
  assert.equal(house.pocket(true), "p");
  assert.ok(ffish.capturesToHand("crazyhouse"));
  assert.ok(!ffish.capturesToHand("chess"));
});

test("large boards, xiangqi's notation, castling from anywhere", { skip: !large }, () => {
  const xiangqi = new Board("xiangqi");
  assert.equal(xiangqi.sanMove("h3e3", Notation.XIANGQI_WXF), "C2=5");
  assert.match(xiangqi.toString(), /^rnbakabnr\n\.{9}\n/);
  const fischer = new Board("chess", "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1", true);
  assert.ok(fischer.is960());
  assert.ok(fischer.legalMoves().split(" ").includes("c1b1"));
});

test("positions are validated, and variants listed", () => {
  assert.equal(ffish.validateFen(ffish.startingFen("minishogi"), "minishogi"), 1);
  assert.equal(ffish.validateFen("8/8", "chess"), -1);
  assert.ok(ffish.variants().split(" ").includes("janggi"));
  ffish.addVariant("mine", 'variant "Mine" extends chess\n');
  assert.equal(new Board("mine").numberLegalMoves(), 20);
});
