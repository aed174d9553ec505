// Forced wins: looked for in the position on the board, and put into the game as variations.

import { game } from "../game";
import { t } from "../language";
import { server } from "../rpc";
import type { Named, Written } from "../tree";
import type { Side } from "../types";
import { button, fill, h, sentence } from "../ui";

type Branch = { text: string; then: Branch[] };
type Solution = { winner: Side; moves: number | null; noneWithin: number; complete: boolean; nodes: number; tree: Branch[] };
type Progress = { tag: number; moves: number; judged: number; all: number; nodes: number };

/** Branches as lines with variations. */
function lines(tree: Branch[]): Written[] {
  const line: Written[] = [];
  for (let list = tree; list.length; list = list[0]!.then) {
    const [main, ...others] = list as [Branch, ...Branch[]];
    line.push({ text: main.text, or: others.map((one) => [{ text: one.text }, ...lines(one.then)]) });
  }
  return line;
}

const many = (moves: number): string => (moves === 1 ? t("1 move") : t`${moves} moves`);

/** The result, in a sentence. */
function words({ winner, moves, noneWithin, complete }: Solution): string {
  const side = t(sentence(winner));
  if (moves !== null) return t`${side} wins by force in ${many(moves)}, and not in fewer.`;
  if (!noneWithin) return t("Nothing is proved yet.");
  const told = t`${side} has no forced win within ${many(noneWithin)}.`;
  return complete ? told : `${told} ${t("The search was stopped.")}`;
}

export function solve(): HTMLElement {
  const moves = h("input", { type: "number", min: 1, max: 30, value: 3, "aria-label": "In how many moves" });
  const said = h("p", { role: "status" });
  const put = button("Put the proof into the game", () => void add(), { hidden: true });
  let tag = 0;
  let going = false;
  let found: { solution: Solution; fen: string } | null = null;
  server.on<Progress>("ferz/solving", (told) => {
    if (told.tag === tag && going) said.textContent = t`Looking for a win in ${many(told.moves)}: ${told.judged} of ${told.all} first moves, ${told.nodes} positions …`;
  });
  const run = async () => {
    const asked = game.question();
    const fen = game.state?.fen ?? "";
    if (!asked) return;
    going = true;
    put.hidden = true;
    start.textContent = t("Stop the search");
    said.textContent = t("Looking …");
    try {
      const solution = await server.ask<Solution>("solve", { ...asked, moves: moves.valueAsNumber || 1, tag: ++tag });
      found = { solution, fen };
      said.textContent = words(solution);
      put.hidden = solution.moves === null;
    } catch (error) {
      said.textContent = sentence((error as Error).message);
    }
    going = false;
    start.textContent = t("Find a forced win");
  };
  const add = async () => {
    const asked = game.question();
    if (!asked || !found || game.state?.fen !== found.fen) return;
    const { line } = await server.ask<{ line: Named[] }>("tree", { ...asked, line: lines(found.solution.tree) });
    game.add(line);
    put.hidden = true;
  };
  game.on(() => {
    if (found && game.state?.fen !== found.fen) {
      found = null;
      put.hidden = true;
      if (!going) fill(said);
    }
  });
  const start = button("Find a forced win", () => void (going ? server.ask("stop", "solve") : run()));
  return h("div", {}, h("h3", {}, "Solve"), h("div", { class: "row" }, h("label", {}, "within", moves, "moves"), start, put), said);
}
