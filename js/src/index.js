// ferz for JavaScript: variants, positions, games, an opponent.
//
// Making a variant is asynchronous, because its engine may have to be loaded; everything after that
// is not.

import names from "../dist/large.js";
import { ask, configure, core, FerzError, ready } from "./core.js";
import { Place } from "./place.js";

export { configure, FerzError };

/** Bundled variants, by all their names, whose boards the small build does not hold. */
const large = new Set(names);

/**
 * The build that is asked first: the small one, unless it is known to be of no use, or only the full
 * one has been fetched.
 */
function first(name) {
  const isFull = large.has(name) || (ready("full") && !ready("small"));
  return isFull ? "full" : "small";
}

/** Asks a build, and the full one where the board is too large for it. */
async function make(question, name) {
  const build = first(name);
  const instance = await core(build);
  try {
    return [instance, ask(instance, question)];
  } catch (error) {
    if (error.kind !== "too-large") {
      throw error;
    }
  }
  const full = await core("full");
  return [full, ask(full, question)];
}

/** The same with modules that are loaded already. */
function makeNow(question, name) {
  const build = first(name);
  const instance = ready(build);
  if (!instance && build === "small") {
    throw new FerzError({ kind: "load", message: "call `await load()` first" });
  }
  try {
    if (instance) {
      return [instance, ask(instance, question)];
    }
  } catch (error) {
    if (error.kind !== "too-large") {
      throw error;
    }
  }
  const full = ready("full");
  if (!full) {
    const message = 'this board has more than 64 squares: call `await load("full")` first';
    throw new FerzError({ kind: "load", message });
  }
  return [full, ask(full, question)];
}

function lines(text) {
  return text === "" ? [] : text.split("\n");
}

/** ferz's own notation needs no name, which would cross the border as a text at every call. */
function own(notation) {
  return notation === "ferz" ? undefined : notation;
}

/** A whole number within limits. WebAssembly would take any other for some whole number. */
function whole(value, what, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    const message = `${what} is a whole number from ${least} to ${most}, not ${String(value)}`;
    throw new FerzError({ kind: "argument", message });
  }
  return value;
}

/** The options of a call; nothing is none of them. */
function given(options) {
  if (typeof (options ?? {}) !== "object") {
    throw new TypeError(`options are an object, not ${typeof options}`);
  }
  return options ?? {};
}

function json(text) {
  return text === undefined || text === null ? null : JSON.parse(text);
}

/**
 * Loads an engine ahead of time, so that `Variant.bundledNow` and `parseNow` can use it.
 * @param {"small" | "full"} build
 */
export async function load(build = "small") {
  if (build !== "small" && build !== "full") {
    throw new FerzError({ kind: "argument", message: `a build is \`small\` or \`full\`, not \`${String(build)}\`` });
  }
  await core(build);
}

/** All bundled variants: name, title, family, about. */
export async function variants() {
  const any = await core(first());
  return JSON.parse(ask(any, (raw) => raw.variants()));
}

/** The text of a bundled variant or library; `undefined` if there is none. */
export async function text(name) {
  const any = await core(first());
  return ask(any, (raw) => raw.text(name));
}

/** The faults of a text: a list of diagnostics. */
export async function check(source, options) {
  const { name = "text", library = {} } = given(options);
  const [, list] = await make((raw) => raw.check(source, name, JSON.stringify(library)));
  return JSON.parse(list);
}

export class Variant {
  #core;
  #raw;
  #info;

  #recipe;

  constructor(key, made, name, recipe) {
    if (key !== Variant) {
      throw new TypeError("use Variant.bundled or Variant.parse");
    }
    [this.#core, this.#raw] = made;
    this.#recipe = recipe;
    this.name = name;
  }

  static #bundled(name) {
    return (raw) => raw.bundled(name);
  }

  static #parsed(source, name, library) {
    const others = JSON.stringify(library);
    return (raw) => raw.parse(source, name, others);
  }

  /** A bundled variant, by any of its names. */
  static async bundled(name) {
    const recipe = Variant.#bundled(name);
    return new Variant(Variant, await make(recipe, name), name, recipe);
  }

  /** The variant that a text defines. */
  static async parse(source, options) {
    const { name = "text", library = {} } = given(options);
    const recipe = Variant.#parsed(source, name, library);
    return new Variant(Variant, await make(recipe), name, recipe);
  }

  /** `bundled`, where the engine has been loaded already. */
  static bundledNow(name) {
    const recipe = Variant.#bundled(name);
    return new Variant(Variant, makeNow(recipe, name), name, recipe);
  }

  /** `parse`, where the engine has been loaded already. */
  static parseNow(source, options) {
    const { name = "text", library = {} } = given(options);
    const recipe = Variant.#parsed(source, name, library);
    return new Variant(Variant, makeNow(recipe), name, recipe);
  }

  /** The same rules with castling from any squares, as in Chess960; itself, if it castles so already or not at all. */
  async chess960() {
    const recipe = (raw) => this.#recipe(raw).anywhere() ?? this.#recipe(raw);
    return new Variant(Variant, await make(recipe), this.name, recipe);
  }

  /** `chess960`, where the engine has been loaded already. */
  chess960Now() {
    const recipe = (raw) => this.#recipe(raw).anywhere() ?? this.#recipe(raw);
    return new Variant(Variant, makeNow(recipe), this.name, recipe);
  }

  #read() {
    this.#info ??= JSON.parse(this.ask((variant) => variant.info()));
    return this.#info;
  }

  /** @internal */
  ask(question) {
    return ask(this.#core, () => question(this.#raw, this.#core.raw));
  }

  /** @internal Whether another variant has the same rules in the same instance. */
  isSame(other) {
    return other instanceof Variant && this.#core === other.#core && this.ask((variant) => variant.is_same(other.#raw));
  }

  get title() {
    return this.#read().title;
  }

  get about() {
    return this.#read().about;
  }

  get source() {
    return this.#read().source;
  }

  get files() {
    return this.#read().files;
  }

  get ranks() {
    return this.#read().ranks;
  }

  get squares() {
    return this.#read().squares;
  }

  get pieces() {
    return this.#read().pieces;
  }

  /** Whether pieces that are captured go to a hand. */
  get capturesToHand() {
    return this.#read().capturesToHand;
  }

  /** @internal A raw position of this variant, and how it is made again. */
  placed(raw, from) {
    return new Position(Variant, this, this.ask(() => new Place(this.#core, raw, from)));
  }

  /** The start position. */
  start() {
    const root = () => this.#raw.start();
    return this.placed(this.ask(root), { root });
  }

  /** Reads a position: FEN of any program, or SFEN. */
  position(fen) {
    const root = () => this.#raw.position(fen);
    return this.placed(this.ask(root), { root });
  }

  /** @internal A raw position of a game of this variant. */
  reached(raw) {
    return this.placed(raw, { read: (fen) => this.#raw.position(fen) });
  }
}

export class Position {
  #place;
  #fen;
  #moves;

  constructor(key, variant, place) {
    if (key !== Variant) {
      throw new TypeError("use Variant.start or Variant.position");
    }
    this.variant = variant;
    this.#place = place;
  }

  /** @internal */
  ask(question) {
    return this.variant.ask(() => question(this.#place.raw));
  }

  get fen() {
    this.#fen ??= this.ask((position) => position.fen());
    return this.#fen;
  }

  /** The position in a notation: `ferz`, `uci`, `usi`, `ucci`. */
  write(notation) {
    return this.ask((position) => position.fen(own(notation)));
  }

  get turn() {
    return this.ask((position) => position.white()) ? "white" : "black";
  }

  /** All legal moves. */
  moves(notation = "ferz") {
    if (notation !== "ferz") {
      return lines(this.ask((position) => position.moves(notation)));
    }
    this.#moves ??= lines(this.ask((position) => position.moves()));
    return this.#moves.slice();
  }

  get moveCount() {
    return this.ask((position) => position.count());
  }

  /** The position after a move, in coordinates, SAN, or another program's notation. */
  play(move) {
    const number = this.#moves?.indexOf(move) ?? -1;
    const next = this.variant.ask(() => this.#place.after(number, move));
    return new Position(Variant, this.variant, next);
  }

  /** Why a move cannot be played: `{ reason, message, squares }`; `null` if it can. */
  why(move) {
    const refused = json(this.ask((position) => position.why(move)));
    return refused && { reason: refused.reason, message: refused.message, squares: refused.squares };
  }

  /** A legal move in another notation. */
  moveText(move, notation = "san") {
    return this.ask((position) => position.write(move, notation));
  }

  #dests(drops) {
    const found = new Map();
    for (const line of lines(this.ask((position) => position.dests()).trimEnd())) {
      const [from, ...to] = line.split(" ");
      if (from.endsWith("@") === drops) {
        found.set(drops ? from.slice(0, -1) : from, to);
      }
    }
    return found;
  }

  /** The targets of the pieces on the board: a `Map` from squares to lists of squares. */
  dests() {
    return this.#dests(false);
  }

  /** The squares for drops from the hand: a `Map` from letters to lists of squares. */
  drops() {
    return this.#dests(true);
  }

  /** The pieces on the board and in the hands. */
  pieces() {
    return JSON.parse(this.ask((position) => position.pieces()));
  }

  get isCheck() {
    return this.ask((position) => position.check());
  }

  /** How the position ends the game: `{ winner, reason, result }`, or `null`. Repetitions are the game's. */
  get outcome() {
    return json(this.ask((position) => position.outcome()));
  }

  /** How many lines of legal moves there are, exact up to 2^53. */
  perft(depth) {
    whole(depth, "a depth", 0, 60);
    return this.ask((position) => position.perft(depth));
  }

  /** A picture. */
  svg(options) {
    const { flip = false, coordinates = true, details = true, width } = given(options);
    if (width !== undefined && width !== null) {
      whole(width, "a width", 1, 100_000);
    }
    return this.ask((position) => position.svg(flip, coordinates, details, width));
  }

  toString() {
    return this.fen;
  }
}

export class Game {
  #raw;

  /** A game from the start position, or from another one. */
  constructor(variant, from) {
    if (!(variant instanceof Variant)) {
      throw new TypeError("a Variant is wanted");
    }
    if ((from ?? undefined) !== undefined && !(from instanceof Position)) {
      throw new TypeError("a Position is wanted");
    }
    if (from && from.variant !== variant && !variant.isSame(from.variant)) {
      throw new FerzError({ kind: "argument", message: "the position is of another variant" });
    }
    this.variant = variant;
    const copy = from && variant.ask((own) => own.position(from.fen));
    this.#raw = variant.ask((own, raw) => new raw.RawGame(own, copy));
  }

  /** @internal */
  ask(question) {
    return this.variant.ask(() => question(this.#raw));
  }

  /** Plays a move and returns its text. A move that cannot be played throws; the game is as it was. */
  push(move) {
    return this.ask((game) => game.push(move));
  }

  /** Takes the last move back; whether there was one. */
  undo() {
    return this.ask((game) => game.undo());
  }

  get position() {
    return this.variant.reached(this.ask((game) => game.position()));
  }

  /** The position before move number `ply`, from 0. */
  positionAt(ply) {
    whole(ply, "a ply", 0, 0xffff_ffff);
    const raw = this.ask((game) => game.position(ply));
    return raw && this.variant.reached(raw);
  }

  /** The moves so far. */
  moves(notation = "ferz") {
    return lines(this.ask((game) => game.moves(notation)));
  }

  get outcome() {
    return json(this.ask((game) => game.outcome()));
  }

  /** How it would end if the side to move claimed it; `null` if nothing can be claimed. */
  get claim() {
    return json(this.ask((game) => game.claim()));
  }

  get repetitions() {
    return this.ask((game) => game.repetitions());
  }

  /** The game as PGN. */
  pgn(tags) {
    const texts = Object.fromEntries(Object.entries(given(tags)).map(([key, value]) => [key, String(value)]));
    return this.ask((game) => game.pgn(this.variant.name, JSON.stringify(texts)));
  }
}

export class Engine {
  #variant;
  #raw;

  /** An opponent with a table of that many MiB. */
  constructor(variant, options) {
    if (!(variant instanceof Variant)) {
      throw new TypeError("a Variant is wanted");
    }
    const { hash = 16 } = given(options);
    whole(hash, "a table's size in MiB", 1, 1024);
    this.#variant = variant;
    this.#raw = variant.ask((own, raw) => new raw.RawEngine(own, hash));
  }

  /**
   * Finds a move; `null` if there is none. It does not return before it has found it: in a page, use it in a worker.
   * `onInfo` hears of every depth; it ends the search by returning `false`.
   */
  think(game, options) {
    const { onInfo, ...limits } = given(options);
    if (!(game instanceof Game)) {
      throw new TypeError("a Game is wanted");
    }
    if (game.variant !== this.#variant && !this.#variant.isSame(game.variant)) {
      throw new FerzError({ kind: "argument", message: "the game is of another variant" });
    }
    if (onInfo && typeof onInfo !== "function") {
      throw new TypeError("onInfo is a function");
    }
    // They would not be numbers in JSON.
    const endless = Object.entries(limits).find(([, value]) => typeof value === "number" && !Number.isFinite(value));
    if (endless) {
      throw new FerzError({ kind: "limits", message: `\`${endless[0]}\` is a whole number, not ${endless[1]}` });
    }
    let failed;
    const tell = onInfo && ((info) => {
      try {
        return onInfo(JSON.parse(info));
      } catch (error) {
        failed = { error };
        return false;
      }
    });
    const found = this.#variant.ask(() => game.ask((raw) => this.#raw.think(raw, JSON.stringify(limits), tell)));
    if (failed) {
      throw failed.error;
    }
    return json(found);
  }

  /** Forgets what it has found out about positions. */
  forget() {
    this.#variant.ask(() => this.#raw.forget());
  }
}
