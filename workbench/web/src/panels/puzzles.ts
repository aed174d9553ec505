// Puzzles: positions of games that ferz plays against itself, in which one line alone wins; to be solved on the board.

import { game } from "../game";
import { t } from "../language";
import { choose } from "../players";
import { server } from "../rpc";
import type { Side } from "../types";
import { button, fill, h, sentence, toast } from "../ui";
import type { Panel } from "./panel";

/** The line has each move as it is played, and as people read it. */
type Puzzle = { fen: string; winner: Side; moves: number; line: [text: string, san: string][] };
type Told = { tag: number; done: number; games: number; stopped: boolean; puzzles: Puzzle[] };

/** The task of a puzzle. */
const task = ({ winner, moves }: Puzzle): string => moves === 1 ? t`${t(sentence(winner))} wins in 1 move` : t`${t(sentence(winner))} wins in ${moves} moves`;

/** `link` makes the link of a position. */
export function puzzles(link: (fen: string) => Promise<string>): Panel {
  const games = h("input", { type: "number", min: 1, max: 10_000, value: 20, "aria-label": "How many games" });
  const most = h("input", { type: "number", min: 1, max: 5, value: 3, "aria-label": "Wins in at most this number of moves" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Games played", hidden: true });
  const said = h("p", { role: "status" }, "ferz plays against itself, and keeps the positions in which one line alone wins by force. Each is proved.");
  const list = h("ol", { class: "puzzles", "aria-label": "Puzzles" });
  const told = h("p", { class: "task", role: "status", hidden: true });
  let tag = 0;
  let going = false;
  let shown: { puzzles: number; title: string | undefined } = { puzzles: 0, title: undefined };
  let now: Puzzle | null = null;
  /** How many moves were on the board before. */
  let at = 0;
  server.on<Told>("ferz/puzzled", (known) => known.tag === tag && show(known));

  const start = button("Look for puzzles", () => void (going ? server.ask("stop", "puzzles") : run()), { class: "main" });
  const run = async () => {
    const variant = game.shown;
    if (!variant) return;
    going = true;
    start.textContent = t("Stop");
    progress.hidden = false;
    shown = { puzzles: 0, title: game.palette?.title };
    fill(list);
    fill(said, t`${shown.title ?? ""}: the first games are on …`);
    const last = most.valueAsNumber || 3;
    try {
      show(await server.ask<Told>("puzzles", { variant, games: games.valueAsNumber || 20, moves: [Math.min(2, last), last], seed: Date.now() % 1_000_000, tag: ++tag }));
    } catch (error) {
      fill(said, sentence((error as Error).message));
    }
    going = false;
    progress.hidden = true;
    start.textContent = t("Look for puzzles");
  };

  const show = ({ done, games, stopped, puzzles }: Told) => {
    progress.max = games;
    progress.value = done;
    const count = puzzles.length === 1 ? t("1 puzzle") : t`${puzzles.length} puzzles`;
    const title = shown.title ?? "";
    fill(said, stopped ? t`${title}: ${count} in ${done} of ${games} games, then it was stopped.` : t`${title}: ${count} in ${done} of ${games} games.`);
    // Those that are there stay, so that nothing moves under a hand.
    list.append(...puzzles.slice(shown.puzzles).map(item));
    shown.puzzles = puzzles.length;
  };

  const item = (puzzle: Puzzle) => {
    const copy = async () => {
      await navigator.clipboard.writeText(await link(puzzle.fen));
      toast("The link is copied.");
    };
    return h(
      "li",
      {},
      button(task(puzzle), () => void begin(puzzle), { class: "link", title: "Put it on the board" }),
      button("Solution", () => void solve(puzzle)),
      button("Copy the link", () => void copy().catch((error) => toast((error as Error).message, "wrong"))),
    );
  };

  const begin = async (puzzle: Puzzle) => {
    // No other player moves.
    choose({ white: "you", black: "you" });
    await game.begin(puzzle.fen);
    [now, at] = [puzzle, 0];
    follow();
  };

  const solve = async (puzzle: Puzzle) => {
    now = null;
    follow();
    await game.read(puzzle.fen, puzzle.line.map(([text]) => ({ text })), 0);
  };

  /** Judges what was played, and answers for the other side. */
  const follow = () => {
    if (now && game.fen !== now.fen) now = null;
    // A solver who goes back is not sent forward again.
    const forward = game.at > at;
    at = game.at;
    told.hidden = !now;
    const state = game.state;
    if (!now || !state) return;
    const { line, winner } = now;
    const moves = game.moves;
    const wrong = moves.findIndex((text, i) => text !== line[i]?.[0]);
    const won = state.outcome?.winner === winner;
    if (won) return fill(told, "Solved. ", button("Solution", () => void solve(now!)));
    if (wrong >= 0) return fill(told, t`${game.line[wrong]?.san ?? ""} does not win as fast. `, button("Try again", () => void game.jump(wrong)));
    if (moves.length === line.length) return fill(told, "Solved.");
    fill(told, moves.length ? t`Right. ${t(sentence(winner))} goes on.` : t`${task(now)}. Play the first move on the board.`);
    if (state.turn === winner || !forward) return;
    const answer = state.moves.find((move) => move.move === line[moves.length]![0]);
    if (answer) void game.play(answer);
  };
  game.on(follow);

  const element = h("div", { class: "panel" }, h("div", { class: "row" }, h("label", {}, "Games", games), h("label", {}, "Moves, at most", most), start), progress, said, told, list);
  return { name: "Puzzles", element, update: () => {} };
}
