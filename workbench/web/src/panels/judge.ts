// The judgement of a move: the evaluation before and after it, a better move, and the punishment; and why the game is over or
// goes on.

import { game } from "../game";
import { t } from "../language";
import { server } from "../rpc";
import type { Named } from "../tree";
import type { Side, Told } from "../types";
import { button, fill, h } from "../ui";
import { score as inWords } from "./score";

/** How long each of both positions is looked at, in milliseconds. */
const TIME = 1500;
/** A loss of less than this many hundredths of a pawn does not count. */
const LITTLE = 30;
/** The score of a forced win, in hundredths of a pawn. */
const WON = 10_000;

type Ending = { over: boolean; facts: string[]; rule: string | null };
type Found = { move: string; san: string; told: Told };

/** A score as a side sees it. */
function worth({ score }: Told, side: Side): number {
  const white = "mate" in score ? Math.sign(score.mate) * WON : Math.max(-WON, Math.min(WON, score.centipawns));
  return side === "white" ? white : -white;
}

const think = (moves: string[]): Promise<Found> => server.ask<Found>("think", { ...game.question(), moves, lines: 1, time: TIME });

export function judge(): HTMLElement {
  const said = h("p", { role: "status" });
  const put = button("Put the better line into the game", () => void add(), { hidden: true });
  const start = button("Judge the last move", () => void run());
  let better: { at: number; line: string[] } | null = null;
  /** The position whose end, or lack of it, is told. */
  let ended = "";

  const run = async () => {
    const at = game.at;
    const ply = game.line[at - 1];
    const over = game.state?.outcome;
    if (!ply || !game.shown) return void fill(said, "Play a move first.");
    const moves = game.moves;
    ended = "";
    start.disabled = true;
    put.hidden = true;
    fill(said, "Looking …");
    try {
      const before = await think(moves.slice(0, -1));
      const after = over ? null : await think(moves);
      const best = worth(before.told, ply.turn);
      const now = after ? worth(after.told, ply.turn) : over?.winner ? (over.winner === ply.turn ? WON : -WON) : 0;
      const lost = best - now;
      if (before.move === ply.text || lost < LITTLE) return void fill(said, t`${ply.san} is a good move.`);
      const cost = best >= WON ? t`${ply.san} lets a forced win go.` : now <= -WON ? t`${ply.san} loses by force.` : t`${ply.san} costs ${(lost / 100).toFixed(1)} pawns.`;
      const line = before.told.line;
      const answer = after ? t`The answer is ${after.told.line.slice(0, 5).join(" ")} (${inWords(after.told.score)}).` : "";
      const instead = t`Better is ${line.slice(0, 5).join(" ")} (${inWords(before.told.score)}).`;
      fill(said, [cost, instead, answer].join(" "));
      better = { at: at - 1, line };
      put.hidden = false;
    } catch (error) {
      fill(said, (error as Error).message);
    } finally {
      start.disabled = false;
    }
  };
  const add = async () => {
    if (!better) return;
    await game.jump(better.at);
    const asked = game.question();
    if (!asked) return;
    const { line } = await server.ask<{ line: Named[] }>("tree", { ...asked, line: better.line.map((text) => ({ text })) });
    game.add(line);
    put.hidden = true;
  };
  const ending = async () => {
    const asked = game.question();
    if (!asked) return;
    const { over, facts, rule } = await server.ask<Ending>("ending", asked);
    const told = [...facts, ...(rule ? [rule] : [])].join("; ");
    ended = game.state?.fen ?? "";
    fill(said, over ? t`The game is over: ${told}` : t`The game goes on: ${told}`);
  };
  const over = button("Why is the game not over?", () => void ending());
  game.on(() => {
    if (ended && game.state?.fen !== ended) {
      ended = "";
      fill(said);
    }
    over.textContent = game.state?.outcome ? t("Why is the game over?") : t("Why is the game not over?");
    if (better && game.at !== better.at + 1) put.hidden = true;
  });
  return h("div", {}, h("div", { class: "row" }, start, put, over), said);
}
