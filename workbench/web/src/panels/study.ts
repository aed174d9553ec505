// What the rules are worth: ferz plays against itself, and counts.

import { game } from "../game";
import { server } from "../rpc";
import { button, fill, h, percent } from "../ui";
import type { Panel } from "./panel";

type Estimate = { value: number; low: number; high: number };
type Count = { name: string; games: number; share: Estimate };
type Summary = {
  white: Estimate;
  draws: Estimate;
  black: Estimate;
  score: Estimate;
  plies: Estimate;
  lengths: number[];
  branching: Estimate;
  endings: Count[];
  deeds: Count[];
  openings: { text: string; games: number; score: Estimate }[];
  worths: { piece: string; measured: Estimate | null }[];
};
type Told = { tag: number; done: number; games: number; stopped: boolean; summary: Summary };

const STEP = 20;

export function study(): Panel {
  const games = h("input", { type: "number", min: 10, max: 10_000, value: 100, "aria-label": "How many games" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Games played", hidden: true });
  const said = h("p", { role: "status" });
  const charts = h("div", { class: "charts" });
  let tag = 0;
  let going = false;
  server.on<Told>("ferz/studied", (told) => told.tag === tag && show(told));

  const start = button("Play and count", () => void (going ? server.ask("stop", "study") : run()), { class: "main" });
  const run = async () => {
    const variant = game.shown;
    if (!variant) return;
    going = true;
    start.textContent = "Stop";
    progress.hidden = false;
    fill(charts);
    said.textContent = `${game.palette?.title}: the first games are on …`;
    try {
      show(await server.ask<Told>("study", { variant, games: games.valueAsNumber || 100, seed: Date.now() % 1_000_000, tag: ++tag }));
    } catch (error) {
      said.textContent = (error as Error).message;
    }
    going = false;
    progress.hidden = true;
    start.textContent = "Play and count";
  };

  const bar = (label: string, share: number, note: string) =>
    h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, h("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" })), h("td", {}, note));
  const table = (title: string, rows: HTMLElement[]) => rows.length > 0 && h("table", {}, h("caption", {}, title), h("tbody", {}, rows));

  const show = ({ done, games, summary: s }: Told) => {
    progress.max = games;
    progress.value = done;
    if (!done) return;
    const around = (e: Estimate) => `${percent(e.value)} (${percent(e.low)} to ${percent(e.high)})`;
    said.textContent = `${done} of ${games} games. White scores ${around(s.score)}; a game lasts ${s.plies.value.toFixed(0)} plies, with ${s.branching.value.toFixed(1)} moves to choose from.`;
    const longest = Math.max(1, ...s.lengths);
    fill(
      charts,
      table("Results", [bar("White", s.white.value, around(s.white)), bar("Drawn", s.draws.value, around(s.draws)), bar("Black", s.black.value, around(s.black))]),
      table("How games end", s.endings.map((end) => bar(end.name, end.share.value, percent(end.share.value)))),
      table("Plies", s.lengths.map((count, i) => bar(`${i * STEP}–${(i + 1) * STEP - 1}`, count / longest, String(count)))),
      table("What happens in a game", s.deeds.slice(0, 12).map((deed) => h("tr", {}, h("th", { scope: "row" }, deed.name), h("td", {}, deed.share.value.toFixed(2))))),
      table("First moves", s.openings.slice(0, 8).map((first) => bar(first.text, first.games / done, `${first.games}, White scores ${percent(first.score.value)}`))),
      table("What pieces are worth by results", s.worths.filter((worth) => worth.measured).map((worth) => h("tr", {}, h("th", { scope: "row" }, worth.piece), h("td", {}, worth.measured!.value.toFixed(1))))),
    );
  };
  const element = h("div", { class: "panel" }, h("div", { class: "row" }, h("label", {}, "Games", games), start), progress, said, charts);
  return { name: "Study", element, update: () => {} };
}
