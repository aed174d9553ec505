import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { ask, core } from "../src/core.js";
import { check, Engine, FerzError, Game, load, text, Variant, variants } from "../src/index.js";

/** `build.mjs --dev` leaves the file for large boards out. */
const large = existsSync(new URL("../dist/full.wasm", import.meta.url));

const centaur = `variant "Centaur Mini" extends gardner

piece centaur C = king | knight, value 6

start "rcbnk/ppppp/5/PPPPP/RCBNK w - - 0 1"
`;

function thrown(f) {
  try {
    f();
  } catch (error) {
    assert.ok(error instanceof FerzError, String(error));
    return error;
  }
  return assert.fail("nothing was thrown");
}

test("bundled variants are listed and have texts", async () => {
  const list = await variants();
  assert.ok(list.length > 400);
  const chess = list.find((head) => head.name === "chess");
  assert.equal(chess.title, "Chess");
  assert.match(await text("chess"), /^variant "/m);
  assert.equal(await text("no such"), undefined);
});

test("positions know their moves, and counts agree with what is known", async () => {
  const known = { chess: [20, 400, 8902, 197281], xiangqi: [44, 1920, 79666], shogi: [30, 900, 25470], duck: [640] };
  for (const [name, counts] of Object.entries(known)) {
    if (!large && ["xiangqi", "shogi"].includes(name)) {
      continue;
    }
    const start = (await Variant.bundled(name)).start();
    assert.deepEqual(counts.map((_, i) => start.perft(i + 1)), counts, name);
    assert.equal(start.moves().length, counts[0]);
    assert.equal(start.moveCount, counts[0]);
  }
});

test("positions do not change", async () => {
  const start = (await Variant.bundled("chess")).start();
  const fen = start.fen;
  const after = start.play("e4");
  assert.equal(start.fen, fen);
  assert.equal(start.turn, "white");
  assert.equal(after.turn, "black");
  assert.match(after.fen, /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8/);
  assert.equal(after.moveText("g8f6"), "Nf6");
  assert.deepEqual(start.dests().get("g1").sort(), ["f3", "h3"]);
  assert.equal(start.dests().size, 10);
});

test("drops, hands and other programs' texts", async () => {
  const house = await Variant.bundled("crazyhouse");
  const position = house.position("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1");
  assert.ok(position.drops().get("N").includes("e4"));
  assert.equal(position.pieces().hands.white.N, 1);
  assert.equal(position.pieces().board.e1.name, "king");
  const mini = (await Variant.bundled("minishogi")).start();
  assert.ok(mini.moves("usi").includes("5d5c"));
  assert.match(mini.play("5d5c").write("usi"), / w - 2$/);
});

test("a move that cannot be played has its reason", async () => {
  const start = (await Variant.bundled("chess")).start();
  assert.equal(start.why("e2e4"), null);
  const refusal = start.why("e1e3");
  assert.equal(refusal.reason, "unreachable");
  assert.match(refusal.message, /e3/);
  const error = thrown(() => start.play("e1e3"));
  assert.equal(error.kind, "illegal");
  assert.equal(error.reason, "unreachable");
});

test("games know what only history knows", async () => {
  const variant = await Variant.bundled("chess");
  const game = new Game(variant);
  for (let i = 0; i < 2; i += 1) {
    ["g1f3", "g8f6", "f3g1", "f6g8"].forEach((move) => game.push(move));
  }
  assert.equal(game.repetitions, 3);
  assert.equal(game.claim.reason, "repetition");
  assert.equal(thrown(() => game.push("e2e5")).kind, "illegal");
  assert.equal(game.moves().length, 8);
  assert.ok(game.undo());
  assert.equal(game.moves("san").at(-1), "Ng1");
  assert.match(game.pgn({ White: "Ada" }), /\[White "Ada"\]/);
  const mate = new Game(variant);
  ["f3", "e5", "g4"].forEach((move) => mate.push(move));
  assert.equal(mate.push("Qh4"), "d8h4");
  assert.deepEqual(mate.outcome, { winner: "black", reason: "checkmate", result: "0-1" });
  assert.ok(mate.position.isCheck);
  const from = new Game(variant, mate.positionAt(2));
  assert.equal(from.position.turn, "white");
  assert.equal(new Game(variant, variant.start()).position.fen, variant.start().fen);
});

test("texts of variants, right and wrong", async () => {
  const variant = await Variant.parse(centaur);
  assert.equal(variant.title, "Centaur Mini");
  assert.equal(variant.files, 5);
  assert.ok(variant.pieces.some((kind) => kind.name === "centaur" && kind.white === "C"));
  const wrong = centaur.replace("king | knight", "king | knihgt");
  await assert.rejects(Variant.parse(wrong), (error) => {
    assert.equal(error.kind, "rules");
    const [diagnostic] = error.diagnostics;
    assert.equal(diagnostic.severity, "error");
    assert.equal(diagnostic.place.line, 3);
    assert.match(`${diagnostic.message} ${diagnostic.help}`, /knight/);
    return true;
  });
  assert.deepEqual(await check(centaur), []);
  const child = 'variant "Child" extends mine\n';
  const inherited = await Variant.parse(child, { library: { mine: centaur } });
  assert.equal(inherited.start().fen, variant.start().fen);
  await assert.rejects(Variant.bundled("ches"), /did you mean `chess`/);
});

test("hostile texts end in errors, and what comes next works", async () => {
  const hostile = ["", "\0", "(".repeat(100_000), `variant "x" extends chess\npiece a A = ${"(".repeat(50_000)}`,
    `variant "x"\nboard 16x16\n`, "variant \"\u{1F409}\" extends chess\npiece \u{1F409} = king"];
  for (const source of hostile) {
    await assert.rejects(Variant.parse(source), FerzError);
  }
  const chess = await Variant.bundled("chess");
  for (const fen of ["", "8/8", "k7/8/8/8/8/8/8/8 w - - 0 1", "9".repeat(100_000), "\u{1F409}"]) {
    assert.equal(thrown(() => chess.position(fen)).kind, "position");
  }
  for (const move of ["", "e9e9", "x".repeat(100_000), "\u{1F409}"]) {
    assert.equal(thrown(() => chess.start().play(move)).kind, "illegal");
  }
  assert.equal(thrown(() => chess.start().moves("klingon")).kind, "notation");
  assert.equal(chess.start().perft(3), 8902);
});

test("an opponent thinks, tells, and stops", async () => {
  const variant = await Variant.bundled("chess");
  const game = new Game(variant, variant.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
  const engine = new Engine(variant);
  const depths = [];
  const found = engine.think(game, { depth: 4, onInfo: (info) => depths.push(info.depth) });
  assert.equal(found.move, "a1a8");
  assert.equal(found.mate, 1);
  assert.ok(depths.length > 0);
  const begun = Date.now();
  engine.think(new Game(variant), { time: 200 });
  assert.ok(Date.now() - begun < 1500);
  engine.think(new Game(variant), { time: 60_000, onInfo: () => false });
  assert.ok(Date.now() - begun < 5000);
  assert.throws(() => engine.think(game, { depth: 3, onInfo: () => { throw new Error("mine"); } }), /mine/);
  assert.equal(thrown(() => engine.think(game, { speed: 3 })).kind, "limits");
});

test("pictures", async () => {
  const svg = (await Variant.bundled("chess")).start().svg({ width: 320 });
  assert.match(svg, /^<svg[^>]*width="320"/);
  assert.doesNotMatch(svg, /NaN|undefined/);
});

test("a crash is an error, and what is made afterwards works", async () => {
  const old = await Variant.bundled("chess");
  const start = old.start();
  const trap = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  const instance = await core("small");
  assert.equal(thrown(() => ask(instance, trap)).kind, "crashed");
  assert.match(thrown(() => start.moves()).message, /make it again/);
  const [one, other] = await Promise.all([Variant.bundled("chess"), Variant.bundled("atomic")]);
  assert.equal(one.start().perft(2), 400);
  assert.equal(other.start().perft(2), 400);
  assert.equal(await core("small"), await core("small"));
  assert.equal(thrown(() => old.start()).kind, "crashed");
});

test("wrong arguments are errors, and nothing is broken by them", async () => {
  const chess = await Variant.bundled("chess");
  const start = chess.start();
  const game = new Game(chess);
  const engine = new Engine(chess);
  const wrong = [
    () => Variant.bundled(5),
    () => Variant.bundled(undefined),
    () => Variant.bundled("\ud800"),
    () => Variant.bundled("no such"),
    () => Variant.parse(null),
    () => Variant.parse(""),
    () => Variant.parse("(".repeat(100_000)),
    () => Variant.parse('variant "X" extends x\n', { library: { x: 5 } }),
    () => Variant.parse('variant "X" extends x\n', { library: 7 }),
    () => Variant.parse('variant "X" extends text\n'),
    () => Variant.parse('variant "X" extends chess\n', { name: {} }),
    () => chess.position(),
    () => chess.position(12),
    () => chess.position("8/".repeat(10_000)),
    () => chess.position({ fen: start.fen }),
    () => start.play("e2e5"),
    () => start.play(NaN),
    () => start.play(null),
    () => start.play(["e2e4"]),
    () => start.play("x".repeat(10_000)),
    () => start.moves("klingon"),
    () => start.moves(3),
    () => start.write({}),
    () => start.moveText("e2e4", 5),
    () => start.why(5),
    () => start.perft(-1),
    () => start.perft(NaN),
    () => start.perft(2.5),
    () => start.perft(1e9),
    () => start.perft("5"),
    () => start.svg({ width: -1 }),
    () => start.svg({ width: NaN }),
    () => game.push(undefined),
    () => game.push("e2e5"),
    () => game.positionAt(-1),
    () => game.moves("klingon"),
    () => new Game(chess, {}),
    () => new Game(undefined),
    () => new Game({}),
    () => new Game(chess, start.fen),
    () => new Variant(),
    () => new start.constructor(),
    () => start.svg(5),
    () => game.pgn("White"),
    () => load("huge"),
    () => new Engine(null),
    () => new Engine({}, { hash: 1 }),
    () => engine.think(game, { depth: NaN }),
    () => engine.think(game, { time: Infinity }),
    () => engine.think(game, { depth: 1, onInfo: 5 }),
    () => engine.think(game, "deep"),
    () => engine.think(game, { depth: 3, onInfo: () => engine.think(game, { depth: 1 }) }),
    () => engine.think(game, { depth: 3, onInfo: () => game.push("e2e4") }),
    () => Object.getPrototypeOf(start).play.call({}, "e2e4"),
    () => new Game(chess, ""),
    () => new Game(chess, NaN),
    () => new Engine(chess, { hash: -1 }),
    () => new Engine(chess, { hash: 1e12 }),
    () => new Engine(chess, { hash: NaN }),
    () => engine.think(game, { level: 99 }),
    () => engine.think(game, { nodes: -5 }),
    () => engine.think(game, { time: 1e12 }),
    () => engine.think(game, { depth: "deep" }),
    () => engine.think(game, { depth: 2n }),
    () => engine.think(undefined, { depth: 1 }),
    () => engine.think(start, { depth: 1 }),
  ];
  for (const call of wrong) {
    await assert.rejects(async () => call(), (error) => {
      assert.ok(error instanceof FerzError || error instanceof TypeError, String(error));
      assert.notEqual(error.kind, "crashed", `${call}: ${error.message}`);
      return true;
    });
    assert.equal(start.perft(2), 400, String(call));
  }
  const atomic = new Game(await Variant.bundled("atomic"));
  assert.equal(thrown(() => engine.think(atomic, { depth: 1 })).kind, "argument");
  assert.equal(thrown(() => new Game(chess, atomic.position)).kind, "argument");
  assert.ok(engine.think(new Game(await Variant.bundled("chess")), { depth: 1 }).move);
  const inside = () => engine.think(game, { depth: 3, onInfo: () => engine.forget() });
  assert.throws(inside);
  assert.ok(engine.think(game, { depth: 2 }).move);
  // Nothing in place of options is none of them.
  assert.match(start.svg(null), /^<svg/);
  assert.equal((await Variant.parse(centaur, null)).title, "Centaur Mini");
});

test("positions are made again where an instance no longer holds them", async () => {
  const zh = await Variant.bundled("crazyhouse");
  const start = zh.start();
  const read = zh.position("4k3/8/8/8/8/8/4P3/4K3[Q] w - - 0 1");
  const game = new Game(zh);
  game.push("e4");
  const [reached, first] = [game.position, game.positionAt(0)];
  let position = start;
  const line = [];
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"];
  for (let ply = 0; ply < 2000; ply += 1) {
    // By number where the moves are known, or else by text.
    assert.ok(ply % 2 || position.moves().includes(shuffle[ply % 8]));
    position = position.play(shuffle[ply % 8]);
    line.push([position, ply % 3 ? position.fen : undefined]);
  }
  for (const [index, [then, fen]] of [...line.entries()].reverse().filter(([index]) => index % 50 < 2)) {
    assert.equal(then.write("ferz").split(" ").at(-1), String(Math.floor((index + 1) / 2) + 1));
    assert.equal(then.write("ferz"), fen ?? then.fen, String(index));
  }
  // Far apart, so that everything between them is made again.
  assert.equal(line.at(-1)[0].moves().join(), position.moves().join());
  assert.equal(start.perft(2), 400);
  assert.equal(read.play("Q@d7+").turn, "black");
  assert.equal(reached.write("ferz"), zh.start().play("e4").write("ferz"));
  assert.equal(first.moveCount, 20);
});
