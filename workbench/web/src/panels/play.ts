// The opponent: plays either side, and says what it thinks of a position.

import type { Board } from "../board";
import { game } from "../game";
import { server } from "../rpc";
import type { Score, Side, Told } from "../types";
import { button, fill, h, later, sentence } from "../ui";
import type { Panel } from "./panel";

const KEEPS = ["people", "ferz"] as const;

/** A score in words: pawns, or moves to a forced end. */
function words(score: Score): string {
  if ("mate" in score) return `${score.mate > 0 ? "White" : "Black"} wins in ${Math.abs(score.mate)}`;
  const pawns = score.centipawns / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(1)}`;
}

/** White's part of the bar. */
function share(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.centipawns / 400));
}

/** `bar` shows the evaluation. */
export function play(board: Board, bar: HTMLElement): Panel {
  const who = (side: Side) =>
    h("select", { "aria-label": `Who plays ${side}` }, KEEPS.map((name) => h("option", { value: name }, name === "ferz" ? "ferz" : "you")));
  const players: Record<Side, HTMLSelectElement> = { white: who("white"), black: who("black") };
  const level = h("input", { type: "range", min: 1, max: 10, value: 4, "aria-label": "Level" });
  const strength = h("output", {}, "4");
  const seconds = h("input", { type: "number", min: 0.1, max: 60, step: 0.1, value: 1, "aria-label": "Seconds for a move" });
  const judge = h("input", { type: "checkbox", id: "judge" });
  const said = h("div", { class: "lines", "aria-live": "off" });
  const state = h("p", { class: "soft" });
  let tag = 0;
  let thinking: "move" | "analysis" | null = null;
  let seen = "";
  let told: Told[] = [];
  let pointed = false;

  const stop = () => {
    if (!thinking) return;
    thinking = null;
    tag++;
    if (server.open) void server.ask("stop", "think").catch(() => {});
  };

  /** A line: its score, and its moves, the first of which is a click. */
  const line = (info: Told) => {
    const [first, ...more] = info.line;
    const go = () => {
      const move = game.state?.moves.find((move) => move.move === info.move);
      if (move) void game.play(move);
    };
    return h("p", {}, h("strong", { class: "score" }, words(info.score)), first && button(first, go, { class: "link", title: "Play it" }), ` ${more.join(" ")} `, h("span", { class: "soft" }, `depth ${info.depth}`));
  };

  /** Draws the best move; what others have drawn stays. */
  const point = (best: Told | undefined) => {
    const move = best && game.state?.moves.find((move) => move.move === best.move);
    if (move) board.point([{ squares: move.path.filter((step) => !step.startsWith("@")), kind: "best" }]);
    else if (pointed) board.point([]);
    pointed = move !== undefined;
  };

  const show = () => {
    const best = told[0];
    bar.hidden = !judge.checked;
    if (best) {
      (bar.firstChild as HTMLElement).style.height = `${100 * share(best.score)}%`;
      bar.setAttribute("aria-label", `Evaluation: ${words(best.score)}`);
    }
    bar.classList.toggle("flip", game.flip);
    point(judge.checked ? best : undefined);
    fill(said, judge.checked ? told.filter(Boolean).map(line) : []);
  };

  server.on<Told>("ferz/thinking", (info) => {
    if (info.tag !== tag || thinking !== "analysis") return;
    told[info.rank] = info;
    show();
  });

  const begin = async (kind: "move" | "analysis") => {
    const asked = game.question();
    if (!asked) return;
    thinking = kind;
    told = [];
    const own = ++tag;
    const limits = kind === "move" ? { level: level.valueAsNumber, time: seconds.valueAsNumber * 1000 } : { lines: 3, time: 15_000 };
    try {
      const found = await server.ask<{ move: string }>("think", { ...asked, ...limits, tag: own });
      if (own !== tag) return;
      thinking = null;
      const move = game.state?.moves.find((move) => move.move === found.move);
      if (kind === "move" && move) await game.play(move);
    } catch {
      if (own === tag) thinking = null;
    }
    update();
  };

  const next = later(120, () => {
    const state = game.state;
    if (!state || thinking || state.outcome || game.wrong) return;
    if (players[state.turn].value === "ferz" && game.at === game.line.length) void begin("move");
    else if (judge.checked && !told.length) void begin("analysis");
  });

  const update = () => {
    const now = game.state;
    if (!now) return;
    if (now.fen !== seen) {
      seen = now.fen;
      stop();
      told = [];
    }
    const turn = players[now.turn].value === "ferz";
    state.textContent = now.outcome ? sentence(now.outcome.words) : turn ? "ferz is thinking …" : "";
    show();
    next();
  };
  level.addEventListener("input", () => (strength.value = level.value));
  for (const input of [players.white, players.black, judge]) {
    input.addEventListener("change", () => {
      stop();
      update();
    });
  }
  const element = h(
    "div",
    { class: "panel" },
    h("div", { class: "row" }, h("label", {}, "White", players.white), h("label", {}, "Black", players.black)),
    h("div", { class: "row" }, h("label", {}, "Level ", strength, level), h("label", {}, "Seconds", seconds)),
    h("div", { class: "row" }, h("label", { class: "check" }, judge, "Evaluation and best lines"), button("Stop", () => {
      players.white.value = players.black.value = "people";
      judge.checked = false;
      stop();
      update();
    })),
    state,
    said,
  );
  game.on(() => update());
  return { name: "Play", element, update };
}
