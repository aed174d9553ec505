// The messages of the server.

export type Side = "white" | "black";

/** A variant as a question names it: a path or `<chess>`, and the open texts. */
export type Meant = { file: string; texts: Record<string, string> };

export type Playable = {
  move: string;
  san: string;
  /** Squares, and before a drop the letter of a piece behind `@`. */
  path: string[];
  capture: boolean;
  /** The piece comes to the last square of a longer path. */
  ends?: boolean;
  promotion?: number;
  /** How much of the path the piece moves, if a wall is put somewhere after that. */
  half?: number;
};

export type Cell = { name: string; x: number; y: number; shapes: string; piece?: string; side?: Side };

export type Outcome = { winner: Side | null; reason: string; words: string };

export type BoardState = {
  /** The pieces, if they were asked for. */
  palette: Palette | null;
  fen: string;
  turn: Side;
  check: boolean;
  /** The squares of attacked royal pieces. */
  checked: string[];
  outcome: Outcome | null;
  facts: string[] | null;
  claim: Outcome | null;
  decision: { words: string; squares: string[] } | null;
  /** Which move of the turn this is, and how many it has. */
  part: [number, number];
  moves: Playable[];
  last: [string, string] | null;
  broken: { ply: number; text: string; reason: string } | null;
  size: number;
  frame: [number, number, number, number];
  ground: { mark: string; shapes: string | null };
  /** Outlines that the page did not know. */
  outlines: Record<string, string>;
  cells: Cell[];
  hands: [number, number][][];
  pools: [string, string[]][];
  notes: string[];
};

export type Piece = { kind: number; name: string; side: Side; letter: string; royal: boolean; shapes: string };

export type Palette = {
  title: string;
  about: string;
  armies: [string, string];
  extends: string | null;
  start: string;
  pieces: Piece[];
  drops: boolean;
  /** The players' name for a wall that moves put somewhere. */
  wall: string | null;
};

/** A board to be looked at. */
export type Stage = { size: number; frame: number[]; ground: string; definitions: string; cells: Cell[] };

export type Picture = { svg: string; definitions: string };

export type About = {
  version: string;
  folder: string | null;
  files: string[];
  message: number;
  thinking: number;
  study: { games: number; nodes: number };
  /** For each level of ferz: the positions that it looks at, and how far it errs in hundredths of a pawn. */
  levels: [nodes: number | null, noise: number][];
};

export type Score = { centipawns: number } | { mate: number };

export type Told = { tag: number; rank: number; depth: number; nodes: number; score: Score; line: string[]; move: string | null };

export type Wrong = { code: string; message: string; help: string | null; file: string | null; line: number };
