/** The notations of ffish. Those that are not known here throw. */
export const Notation: Readonly<Record<
  "DEFAULT" | "SAN" | "LAN" | "SHOGI_HOSKING" | "SHOGI_HODGES" | "SHOGI_HODGES_NUMBER" | "JANGGI" | "XIANGQI_WXF" | "THAI_SAN"
  | "THAI_LAN", number>>;
export const Termination: Readonly<Record<
  "ONGOING" | "CHECKMATE" | "STALEMATE" | "INSUFFICIENT_MATERIAL" | "N_MOVE_RULE" | "N_FOLD_REPETITION" | "VARIANT_WIN"
  | "VARIANT_LOSS" | "VARIANT_DRAW", number>>;

/** Loads the engine, of large boards as well if nothing is said. Wait for it once; nothing else here is asynchronous. */
export function load(builds?: ("small" | "full")[]): Promise<void>;
/** Adds a variant from a text in the language of ferz. */
export function addVariant(name: string, text: string): void;
export function variants(): string;
export function info(): string;
export function startingFen(name: string): string;
export function capturesToHand(name: string): boolean;
/** 1 if the text is a position of the variant, else -1. */
export function validateFen(fen: string, name?: string): number;

export class Board {
  constructor(variant?: string, fen?: string, is960?: boolean);
  delete(): void;
  variant(): string;
  setFen(fen: string): void;
  reset(): void;
  fen(): string;
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  push(move: string): boolean;
  pushSan(move: string): boolean;
  pushMoves(moves: string): void;
  pushSanMoves(moves: string): void;
  pop(): void;
  sanMove(move: string, notation?: number): string;
  variationSan(moves: string, notation?: number, numbers?: boolean): string;
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  isCheck(): boolean;
  isCapture(move: string): boolean;
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): string;
  moveStack(): string;
  pocket(white: boolean): string;
  is960(): boolean;
  toString(): string;
}

declare const ffish: {
  load: typeof load;
  Board: typeof Board;
  Notation: typeof Notation;
  Termination: typeof Termination;
  addVariant: typeof addVariant;
  variants: typeof variants;
  info: typeof info;
  startingFen: typeof startingFen;
  capturesToHand: typeof capturesToHand;
  validateFen: typeof validateFen;
};
export default ffish;
