// Scores in words and as shares.

import { t } from "../language";
import type { Score } from "../types";

/** A score in words: pawns, or moves to a forced end. */
export function score(score: Score): string {
  if ("mate" in score) return t`${t(score.mate > 0 ? "White" : "Black")} wins in ${Math.abs(score.mate)}`;
  const pawns = score.centipawns / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(1)}`;
}

/** White's part of the bar. */
export function share(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.centipawns / 400));
}
