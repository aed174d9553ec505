// The names of ffish.js, for pages that were written for it: `import { load, Board } from "@ferz/core/ffish"`.
//
// ffish makes boards without waiting, so wait once for `load()`. Notations are numbers there; SAN, LAN,
// and those of shogi and xiangqi are known here.

import { FerzError, Game, load as loadBuild, Variant, variants as listed } from "./index.js";

export const Notation = Object.freeze({
  DEFAULT: 0,
  SAN: 1,
  LAN: 2,
  SHOGI_HOSKING: 3,
  SHOGI_HODGES: 4,
  SHOGI_HODGES_NUMBER: 5,
  JANGGI: 6,
  XIANGQI_WXF: 7,
  THAI_SAN: 8,
  THAI_LAN: 9,
});

export const Termination = Object.freeze({
  ONGOING: 0,
  CHECKMATE: 1,
  STALEMATE: 2,
  INSUFFICIENT_MATERIAL: 3,
  N_MOVE_RULE: 4,
  N_FOLD_REPETITION: 5,
  VARIANT_WIN: 6,
  VARIANT_LOSS: 7,
  VARIANT_DRAW: 8,
});

const compiled = new Map();
let names = [];

/** Loads the engine, for all boards if nothing is said; everything else here waits for nothing. */
export async function load(builds = ["full"]) {
  await Promise.all(builds.map((build) => loadBuild(build)));
  names = (await listed()).map((head) => head.name);
}

function get(name) {
  const known = compiled.get(name);
  if (known) {
    return known;
  }
  const variant = Variant.bundledNow(name);
  compiled.set(name, variant);
  return variant;
}

/** Adds a variant of one's own, under a name. */
export function addVariant(name, text) {
  compiled.set(name, Variant.parseNow(text, { name }));
}

/** The names of all variants, with spaces between them, as ffish gives them. */
export function variants() {
  return [...new Set([...names, ...compiled.keys()])].join(" ");
}

export function info() {
  return "ferz";
}

export function startingFen(name) {
  return get(name).start().write("uci");
}

export function capturesToHand(name) {
  return get(name).capturesToHand;
}

/** 1 if the text is a position of the variant. Other numbers than 1 and -1 are not given. */
export function validateFen(fen, name = "chess") {
  try {
    get(name).position(fen);
    return 1;
  } catch (error) {
    if (error instanceof FerzError && error.kind === "position") {
      return -1;
    }
    throw error;
  }
}

function written(notation) {
  switch (notation) {
    case Notation.DEFAULT:
    case Notation.SAN:
      return "san";
    case Notation.XIANGQI_WXF:
      return "wxf";
    default:
      throw new FerzError({ kind: "notation", message: `notation ${notation} is not known here` });
  }
}

export class Board {
  #variant;
  #name;
  #game;
  #chess960;

  constructor(name = "chess", fen = "", is960 = false) {
    this.#name = name;
    this.#chess960 = is960;
    this.#variant = is960 ? get(name).chess960Now() : get(name);
    this.setFen(fen);
  }

  /** ffish's boards are freed by hand; these are not. */
  delete() {}

  variant() {
    return this.#name;
  }

  setFen(fen) {
    this.#game = new Game(this.#variant, fen ? this.#variant.position(fen) : undefined);
  }

  reset() {
    this.setFen("");
  }

  fen() {
    return this.#game.position.write("uci");
  }

  legalMoves() {
    return this.#game.position.moves("uci").join(" ");
  }

  legalMovesSan() {
    return this.#game.position.moves("san").join(" ");
  }

  numberLegalMoves() {
    return this.#game.position.moveCount;
  }

  /** Whether the move could be played. */
  push(move) {
    try {
      this.#game.push(move);
      return true;
    } catch (error) {
      if (error instanceof FerzError && error.kind === "illegal") {
        return false;
      }
      throw error;
    }
  }

  pushSan(move) {
    return this.push(move);
  }

  pushMoves(moves) {
    moves.split(" ").filter(Boolean).forEach((move) => this.push(move));
  }

  pushSanMoves(moves) {
    this.pushMoves(moves);
  }

  pop() {
    this.#game.undo();
  }

  sanMove(move, notation = Notation.DEFAULT) {
    return this.#game.position.moveText(move, written(notation));
  }

  /** Moves in SAN, numbered: `1. e4 e5 2. Nf3`. */
  variationSan(moves, notation = Notation.DEFAULT, numbers = true) {
    let position = this.#game.position;
    let ply = this.#ply();
    const words = [];
    for (const move of moves.split(" ").filter(Boolean)) {
      const white = ply % 2 === 0;
      if (numbers && (white || words.length === 0)) {
        words.push(`${Math.floor(ply / 2) + 1}${white ? "." : "..."}`);
      }
      words.push(position.moveText(move, written(notation)));
      position = position.play(move);
      ply += 1;
    }
    return words.join(" ");
  }

  #fields() {
    return this.#game.position.write("uci").split(" ");
  }

  #ply() {
    return 2 * (this.fullmoveNumber() - 1) + (this.turn() ? 0 : 1);
  }

  /** Whether White is to move. */
  turn() {
    return this.#game.position.turn === "white";
  }

  fullmoveNumber() {
    return Number(this.#fields().at(-1));
  }

  halfmoveClock() {
    return Number(this.#fields().at(-2));
  }

  gamePly() {
    return this.#ply();
  }

  isCheck() {
    return this.#game.position.isCheck;
  }

  isCapture(move) {
    return this.sanMove(move).includes("x");
  }

  #over(claim) {
    const game = this.#game;
    return game.outcome ?? (claim ? game.claim : null);
  }

  isGameOver(claimDraw = false) {
    return this.#over(claimDraw) !== null;
  }

  result(claimDraw = false) {
    return this.#over(claimDraw)?.result ?? "*";
  }

  moveStack() {
    return this.#game.moves("uci").join(" ");
  }

  /** The letters that a side has in hand. */
  pocket(white) {
    const hand = this.#game.position.pieces().hands[white ? "white" : "black"];
    return Object.entries(hand).map(([letter, count]) => letter.toLowerCase().repeat(count)).join("");
  }

  is960() {
    return this.#chess960;
  }

  toString() {
    const [board] = this.#fields();
    return board.replace(/\[.*$/, "").replace(/\d+/g, (n) => ".".repeat(Number(n))).replaceAll("/", "\n");
  }
}

export default { load, Board, Notation, Termination, addVariant, variants, info, startingFen, capturesToHand, validateFen };
