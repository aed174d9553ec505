// How fast the package is: `node test/bench.mjs [FERZ]`, beside the command (for counts) and beside ffish, if
// it is there (`npm install --no-save ffish`). All in one run, in turns.
import { execFileSync } from "node:child_process";
import { Variant } from "../src/index.js";

const command = process.argv[2];
const counts = { chess: 5, crazyhouse: 5, xiangqi: 4, shogi: 4, grand: 4, duck: 2, atomic: 5 };
const rounds = 5;

/** The quickest time: other work on the machine only adds to it. */
function best(list) {
  return Math.min(...list);
}

function seconds(work) {
  const begun = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - begun) / 1e9;
}

console.log("variant\tdepth\tlines\tM lines/s here\tnative\tratio");
for (const [name, depth] of Object.entries(counts)) {
  const start = (await Variant.bundled(name)).start();
  const lines = start.perft(depth);
  const times = { here: [], native: [] };
  for (let i = 0; i < rounds; i += 1) {
    times.here.push(seconds(() => start.perft(depth)));
    if (command) {
      const told = execFileSync(command, ["perft", name, String(depth), "--threads", "1", "--json"], { encoding: "utf8" });
      times.native.push(JSON.parse(told).seconds);
    }
  }
  const speed = (list) => (list.length === 0 ? NaN : lines / best(list) / 1e6);
  const [here, native] = [speed(times.here), speed(times.native)];
  console.log([name, depth, lines, here.toFixed(1), native.toFixed(1), (here / native).toFixed(2)].join("\t"));
}

/** Random games: all moves as texts, one of them played, the position as text. */
function play(start, plies) {
  let seed = 7;
  for (let ply = 0, board = start(); ply < plies; ply += 1) {
    const moves = board.moves();
    if (moves.length === 0 || ply % 80 === 79) {
      board = start();
      continue;
    }
    seed = (seed * 1103515245 + 12345) % 2147483648;
    board = board.push(moves[seed % moves.length]);
    board.fen();
  }
}

let ffish;
try {
  const saved = globalThis.fetch;
  globalThis.fetch = undefined;
  ffish = (await import("ffish")).default;
  await new Promise((resolve) => { ffish.onRuntimeInitialized = resolve; });
  globalThis.fetch = saved;
} catch (error) {
  console.log(`ffish is not here: ${error.message}`);
}
const plies = 20_000;
console.log("\nvariant\tplies/s with texts here\tffish\tratio");
for (const name of ["chess", "crazyhouse", "xiangqi", "atomic"]) {
  const variant = await Variant.bundled(name);
  const wrap = (position) => ({
    moves: () => position.moves(),
    push: (move) => wrap(position.play(move)),
    fen: () => position.fen,
  });
  let last;
  const theirs = () => {
    last?.delete();
    const board = new ffish.Board(name);
    last = board;
    const own = {
      moves: () => board.legalMoves().split(" ").filter(Boolean),
      push: (move) => { board.push(move); return own; },
      fen: () => board.fen(),
    };
    return own;
  };
  const times = { here: [], ffish: [] };
  for (let i = 0; i < rounds; i += 1) {
    times.here.push(seconds(() => play(() => wrap(variant.start()), plies)));
    if (ffish) {
      times.ffish.push(seconds(() => play(theirs, plies)));
    }
  }
  const speed = (list) => (list.length === 0 ? NaN : plies / best(list));
  const [here, other] = [speed(times.here), speed(times.ffish)];
  console.log([name, here.toFixed(0), other.toFixed(0), (here / other).toFixed(2)].join("\t"));
}
