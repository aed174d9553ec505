/** A color. */
export type Side = "white" | "black";

/** How positions and moves are written: as ferz does, or as other programs do. */
export type Notation =
  | "ferz" | "uci" | "usi" | "ucci" | "san" | "lan" | "wxf" | "janggi"
  | "hodges" | "hodges-number" | "hosking" | "thai-san" | "thai-lan";

/** A bundled variant. */
export interface VariantHead {
  name: string;
  title: string;
  family: string;
  about: string;
}

/** A place in a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** An error or a warning about a text. */
export interface Diagnostic {
  /** Stable code, such as `F0112`. */
  code: string;
  severity: "error" | "warning";
  message: string;
  /** The remedy, if one is known. */
  help: string | null;
  /** Words at the place, if there are any. */
  label: string | null;
  place: Place | null;
}

/**
 * An error of ferz. `kind` says which:
 *
 * - `rules`: the text of a variant has errors, in `diagnostics`;
 * - `illegal`: a move cannot be played, with `reason` and `squares`;
 * - `position`: a text is no position;
 * - `unknown`: no bundled variant has this name;
 * - `notation`, `limits`, `library`, `tags`, `argument`: an argument is wrong (anything but a text in
 *   place of a text is a `TypeError`);
 * - `load`: the engine could not be loaded, or has not been;
 * - `crashed`: a fault in ferz. Variants made afterwards work; older objects do not.
 */
export class FerzError extends Error {
  kind:
    | "rules" | "illegal" | "position" | "unknown" | "notation" | "limits" | "library" | "tags" | "argument"
    | "load" | "crashed" | "other";
  diagnostics?: Diagnostic[];
  reason?: string;
  squares?: string[];
}

/** How a game has ended. */
export interface Outcome {
  /** `null` is a draw. */
  winner: Side | null;
  /** One word, such as `checkmate`, or the name of a goal. */
  reason: string;
  result: "1-0" | "0-1" | "1/2-1/2";
}

/** Why a move cannot be played. */
export interface Refusal {
  /** One word, such as `blocked`. */
  reason: string;
  /** A sentence. */
  message: string;
  /** The squares that it is about. */
  squares: string[];
}

/** A kind of piece. `null` is a side that does not have it. */
export interface Kind {
  name: string;
  white: string | null;
  black: string | null;
  royal: boolean;
}

/** The pieces on the board and in hand. Hands count letters. */
export interface Pieces {
  board: Record<string, { name: string; side: Side; letter: string | null }>;
  hands: Record<Side, Record<string, number>>;
}

/** Other texts that a text may name, besides the bundled ones. */
export interface TextOptions {
  /** The name of the text in diagnostics. */
  name?: string;
  library?: Record<string, string>;
}

/** Says where the two files of WebAssembly are, where they do not stand beside the code. */
export function configure(files: {
  small?: string | URL | BufferSource;
  full?: string | URL | BufferSource;
}): void;

/** Loads an engine ahead of time: `small` for boards of up to 64 squares, `full` for all. */
export function load(build?: "small" | "full"): Promise<void>;

/** All bundled variants, by name. */
export function variants(): Promise<VariantHead[]>;

/** The text of a bundled variant or library. */
export function text(name: string): Promise<string | undefined>;

/** The faults of a text and hints for its author. */
export function check(text: string, options?: TextOptions): Promise<Diagnostic[]>;

/** The rules of a game, compiled. */
export class Variant {
  private constructor();
  /** A bundled variant, by any of its names. */
  static bundled(name: string): Promise<Variant>;
  /** The variant that a text defines. */
  static parse(text: string, options?: TextOptions): Promise<Variant>;
  /** `bundled`, where the engine has been loaded by {@link load}. */
  static bundledNow(name: string): Variant;
  /** `parse`, where the engine has been loaded by {@link load}. */
  static parseNow(text: string, options?: TextOptions): Variant;
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly source: string;
  readonly files: number;
  readonly ranks: number;
  readonly squares: string[];
  readonly pieces: Kind[];
  /** Whether pieces that are captured go to a hand. */
  readonly capturesToHand: boolean;
  /** The same rules with castling from any squares, as in Chess960; the same again if there is nothing to change. */
  chess960(): Promise<Variant>;
  /** `chess960`, where the engine has been loaded by {@link load}. */
  chess960Now(): Variant;
  /** The start position. */
  start(): Position;
  /** Reads a position: extended FEN, FEN as other programs write it, or SFEN. */
  position(fen: string): Position;
}

/** A position. It never changes. */
export class Position {
  private constructor();
  readonly variant: Variant;
  readonly fen: string;
  readonly turn: Side;
  readonly moveCount: number;
  readonly isCheck: boolean;
  /** How it ends the game by itself. Repetitions and claims are the business of {@link Game}. */
  readonly outcome: Outcome | null;
  /** The position in a notation. */
  write(notation: Notation): string;
  /** All legal moves. */
  moves(notation?: Notation): string[];
  /** The position after a move: in coordinates, SAN, or another program's notation. */
  play(move: string): Position;
  /** Why a move cannot be played; `null` if it can. */
  why(move: string): Refusal | null;
  /** A legal move in another notation, SAN if none is named. */
  moveText(move: string, notation?: Notation): string;
  /** The targets of the pieces on the board, in the form that chessground expects. */
  dests(): Map<string, string[]>;
  /** The squares for drops from the hand: letters to squares. */
  drops(): Map<string, string[]>;
  pieces(): Pieces;
  /** How many lines of legal moves there are, exact up to 2^53. */
  perft(depth: number): number;
  /** A picture. `width` in pixels; without it, it fills what it stands in. */
  svg(options?: { flip?: boolean; coordinates?: boolean; details?: boolean; width?: number }): string;
}

/** A position with its history. */
export class Game {
  constructor(variant: Variant, from?: Position);
  readonly variant: Variant;
  readonly position: Position;
  /** How the game has ended, by the position, a repetition or a limit. */
  readonly outcome: Outcome | null;
  /** How it would end if the side to move claimed it. */
  readonly claim: Outcome | null;
  /** How often the position now has occurred. */
  readonly repetitions: number;
  /** Plays a move and returns its text. */
  push(move: string): string;
  /** Takes the last move back; whether there was one. */
  undo(): boolean;
  /** The position before move number `ply`, from 0. */
  positionAt(ply: number): Position | undefined;
  moves(notation?: Notation): string[];
  pgn(tags?: Record<string, string>): string;
}

/** When a search ends: after a second, if nothing is said. */
export interface Limits {
  /** How strong it plays, from 1 to 10. */
  level?: number;
  /** Plies. */
  depth?: number;
  /** Positions. */
  nodes?: number;
  /** Milliseconds. */
  time?: number;
  /** How many lines, each with another first move. */
  lines?: number;
  /** The seed of the random mistakes of a level. */
  seed?: number;
}

/** How far a search is. Scores are those of the side to move. */
export interface Info {
  /** 0 is the best line. */
  rank: number;
  depth: number;
  nodes: number;
  /** Milliseconds. */
  time: number;
  centipawns: number | null;
  /** A forced win in that many moves; negative: a loss. */
  mate: number | null;
  line: string[];
}

/** An opponent. */
export class Engine {
  /** `hash` is the size of its table in MiB. */
  constructor(variant: Variant, options?: { hash?: number });
  /**
   * Finds a move; `null` if there is none. It returns when it has found it: in a page, use it in a worker.
   * `onInfo` hears of every depth, and ends the search by returning `false`.
   */
  think(game: Game, options?: Limits & { onInfo?: (info: Info) => unknown }): (Info & { move: string }) | null;
  forget(): void;
}
