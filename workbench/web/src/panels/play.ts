// The opponent: plays either side, and evaluates a position.

import type { Board } from "../board";
import { PACES, clock } from "../clock";
import { game } from "../game";
import { t } from "../language";
import { choose, onPlayers, other, players } from "../players";
import { server } from "../rpc";
import type { About, Told } from "../types";
import { button, fill, h, later } from "../ui";
import type { Panel } from "./panel";
import { judge as judging } from "./judge";
import { score as inWords, share } from "./score";
import { solve } from "./solve";

/** The strength of a level, in words. */
function strengthOf([nodes, noise]: About["levels"][number]): string {
  if (nodes === null) return t("ferz looks at all positions that its time allows.");
  if (!noise) return t`ferz looks at up to ${nodes} positions before a move.`;
  return t`ferz looks at up to ${nodes} positions before a move, and misjudges each by up to ${(noise / 100).toFixed(1)} pawns.`;
}

/** `bar` shows the evaluation. */
export function play(board: Board, bar: HTMLElement): Panel {
  const level = h("input", { type: "range", min: 1, max: 10, value: 4, "aria-label": "Level" });
  const strength = h("output", {}, "4");
  const sees = h("p", { class: "soft" });
  let levels: About["levels"] = [];
  const seconds = h("input", { type: "number", min: 0.1, max: 60, step: 0.1, value: 1, "aria-label": "Seconds for a move" });
  const pace = h("select", { "aria-label": "Clock" }, PACES.map((pace, i) => h("option", { value: i }, pace ? t`${pace.minutes} min + ${pace.increment} s` : "none")));
  pace.addEventListener("change", () => clock.set(PACES[Number(pace.value)] ?? null));
  const lines = h("input", { type: "number", min: 1, max: 5, value: 3, "aria-label": "Lines" });
  lines.addEventListener("change", () => anew());
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
    return h("p", {}, h("strong", { class: "score" }, inWords(info.score)), first && button(first, go, { class: "link", title: "Play it" }), ` ${more.join(" ")} `, h("span", { class: "soft" }, t`depth ${info.depth}`));
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
      bar.setAttribute("aria-label", t`Evaluation: ${inWords(best.score)}`);
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

  /** How long ferz may think: as its clock allows. */
  const time = () => {
    const own = players().seconds * 1000;
    const side = game.state?.turn;
    return clock.pace && side ? Math.min(own, Math.max(50, clock.left[side] / 25 + clock.pace.increment * 500)) : own;
  };

  const begin = async (kind: "move" | "analysis") => {
    const asked = game.question();
    if (!asked) return;
    thinking = kind;
    told = [];
    const own = ++tag;
    const limits = kind === "move" ? { level: players().level, time: time() } : { lines: lines.valueAsNumber || 3, time: 15_000 };
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
    if (!state || thinking || state.outcome || game.wrong || clock.fallen) return;
    if (players()[state.turn] === "ferz" && game.at === game.line.length) void begin("move");
    else if (judge.checked && !told.length) void begin("analysis");
  });

  const learn = async () => {
    levels = (await server.ask<About>("about")).levels;
    showPlayers();
  };

  const update = () => {
    const now = game.state;
    if (!now) return;
    if (now.fen !== seen) {
      seen = now.fen;
      stop();
      told = [];
    }
    const turn = players()[now.turn] === "ferz";
    halt.disabled = !judge.checked && players().white === "you" && players().black === "you";
    state.textContent = turn && !now.outcome ? t("ferz is thinking …") : "";
    show();
    next();
  };
  level.addEventListener("input", () => choose({ level: level.valueAsNumber }));
  seconds.addEventListener("change", () => choose({ seconds: seconds.valueAsNumber || 1 }));
  const anew = () => {
    stop();
    update();
  };
  judge.addEventListener("change", anew);
  const showPlayers = () => {
    const { level: own, seconds: long } = players();
    level.value = strength.value = String(own);
    const known = levels[own - 1];
    fill(sees, known && strengthOf(known));
    if (document.activeElement !== seconds) seconds.value = String(long);
  };
  onPlayers(() => {
    showPlayers();
    anew();
  });
  /** One side for oneself, the other for ferz. */
  const against = (side: "white" | "black") => {
    game.flip = side === "black";
    choose({ [side]: "you", [other(side)]: "ferz" });
    void game.refresh();
  };
  const halt = button("Stop", () => {
    judge.checked = false;
    choose({ white: "you", black: "you" });
  });
  const element = h(
    "div",
    { class: "panel" },
    h("div", { class: "row" }, button("Play White against ferz", () => against("white")), button("Play Black against ferz", () => against("black"))),
    h("div", { class: "row" }, h("label", {}, "Level ", strength, level), h("label", {}, "Seconds", seconds), h("label", {}, "Clock", pace)),
    sees,
    h("div", { class: "row" }, h("label", { class: "check" }, judge, "Evaluation and best lines"), h("label", {}, "Lines", lines), halt),
    state,
    said,
    judging(),
    solve(),
  );
  let text = "";
  game.on(() => {
    // Another text has other players.
    if (game.shown && game.shown.file !== text) {
      text = game.shown.file;
      showPlayers();
    }
    update();
  });
  const look = () => {
    if (!levels.length) void learn().catch(() => {});
    update();
  };
  return { name: "Play", element, update: look };
}
