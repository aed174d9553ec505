// Compiled, never run: the types agree with the code.
import { check, configure, Engine, FerzError, Game, load, Variant, variants } from "../src/index.js";
import type { Diagnostic, Info, Outcome, Position } from "../src/index.js";
import { Thinker } from "../src/worker.js";
import ffish, { Board } from "../src/ffish.js";

export async function all(): Promise<string> {
  configure({ small: new URL("https://example.org/small.wasm") });
  await load("full");
  const list: { name: string }[] = await variants();
  const found: Diagnostic[] = await check("variant", { library: { mine: "" } });
  const chess: Variant = await Variant.bundled(list[0]!.name);
  const start: Position = chess.start();
  const dests: Map<string, string[]> = start.dests();
  const game = new Game(chess, start);
  const outcome: Outcome | null = game.outcome;
  try {
    game.push("e4");
  } catch (error) {
    if (error instanceof FerzError && error.kind === "illegal") {
      return error.reason ?? "";
    }
  }
  const info: (Info & { move: string }) | null = new Engine(chess).think(game, { depth: 3, onInfo: (i) => i.depth < 3 });
  const later = await new Thinker().think({ name: "chess" }, { level: 3 });
  await ffish.load();
  const board = new Board("chess");
  // @ts-expect-error: there is no such notation
  start.moves("klingon");
  // @ts-expect-error: variants are made by `bundled` and `parse`
  new Variant();
  return `${found.length} ${dests.size} ${outcome?.reason} ${info?.move} ${later?.move} ${board.fen()}`;
}
