// The balance of the rules: ferz plays against itself, and counts.

import { game } from "../game";
import { t } from "../language";
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

const around = (e: Estimate) => t`${percent(e.value)} (${percent(e.low)} to ${percent(e.high)})`;

/** A share as a bar, with a line for where it may lie in truth. */
function track(share: { value: number; low?: number; high?: number }): HTMLElement {
  const { value, low, high } = share;
  const range = low !== undefined && high !== undefined && h("i", { class: "range", style: `left:${100 * low}%;width:${100 * (high - low)}%` });
  return h("div", { class: "track", "aria-hidden": "true" }, h("i", { class: "filled", style: `width:${100 * Math.min(1, value)}%` }), range);
}

const row = (label: string, chart: HTMLElement | null, note: string) => h("tr", {}, h("th", { scope: "row" }, label), chart && h("td", { class: "chart" }, chart), h("td", {}, note));

const table = (title: string, rows: HTMLElement[]) => rows.length > 0 && h("table", {}, h("caption", {}, title), h("tbody", {}, rows));

/** The share of wins, as one bar and in numbers. */
function results(s: Summary): HTMLElement[] {
  const parts: [string, Estimate][] = [["white", s.white], ["drawn", s.draws], ["black", s.black]];
  const label = t`White wins ${percent(s.white.value)}, ${percent(s.draws.value)} are drawn, Black wins ${percent(s.black.value)}`;
  const whole = h("div", { class: "whole", role: "img", "aria-label": label }, parts.map(([name, share]) => h("i", { class: name, style: `width:${100 * share.value}%` })));
  const names: Record<string, string> = { white: "White wins", drawn: "Drawn", black: "Black wins" };
  const rows = parts.map(([name, share]) => row(names[name]!, track(share), around(share)));
  return [whole, h("table", {}, h("caption", {}, "Results"), h("tbody", {}, rows))];
}

/** The lengths of games: a column for a range of plies. */
function lengths(counts: number[]): HTMLElement | false {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return false;
  const most = Math.max(...counts);
  const name = (i: number) => t`${i * STEP} to ${(i + 1) * STEP - 1}`;
  const words = counts.flatMap((count, i) => (count ? [t`${name(i)} plies: ${count}`] : [])).join("; ");
  const columns = counts.slice(first).map((count, i) => h("i", { style: `height:${(100 * count) / most}%`, title: t`${name(first + i)} plies: ${count}` }));
  return h(
    "figure",
    { class: "lengths" },
    h("figcaption", {}, "How long games are, in plies"),
    h("div", { class: "columns", role: "img", "aria-label": words }, columns),
    h("div", { class: "ends", "aria-hidden": "true" }, h("span", {}, String(first * STEP)), h("span", {}, String(counts.length * STEP - 1))),
  );
}

/** The values of pieces, and their bounds; pieces stay in the table while the games do not tell their value. */
function worths(s: Summary): HTMLElement | false {
  const most = Math.max(1, ...s.worths.map(({ measured }) => measured?.value ?? 0)) * 1.25;
  const share = (value: number) => Math.max(0, Math.min(1, value / most));
  const rows = s.worths.map(({ piece, measured: e }) =>
    e ? row(piece, track({ value: share(e.value), low: share(e.low), high: share(e.high) }), t`${e.value.toFixed(1)} (${e.low.toFixed(1)} to ${e.high.toFixed(1)})`) : row(piece, track({ value: 0 }), "not known yet"),
  );
  return table("Values of pieces by results", rows);
}

export function study(): Panel {
  const games = h("input", { type: "number", min: 10, max: 10_000, value: 100, "aria-label": "How many games" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Games played", hidden: true });
  const said = h("p", { role: "status" });
  const charts = h("div", { class: "charts" }, h("p", { class: "soft" }, "ferz plays against itself and counts: the favoured side, the ends and lengths of games, the values of pieces."));
  let tag = 0;
  let going = false;
  server.on<Told>("ferz/studied", (told) => told.tag === tag && show(told));

  const start = button("Play and count", () => void (going ? server.ask("stop", "study") : run()), { class: "main" });
  const run = async () => {
    const variant = game.shown;
    if (!variant) return;
    going = true;
    start.textContent = t("Stop");
    progress.hidden = false;
    fill(charts);
    said.textContent = t`${game.palette?.title ?? ""}: the first games are on …`;
    try {
      show(await server.ask<Told>("study", { variant, games: games.valueAsNumber || 100, seed: Date.now() % 1_000_000, tag: ++tag }));
    } catch (error) {
      said.textContent = (error as Error).message;
    }
    going = false;
    progress.hidden = true;
    start.textContent = t("Play and count");
  };

  const show = (told: Told) => {
    progress.max = told.games;
    progress.value = told.done;
    if (!told.done && told.stopped) said.textContent = t("It was stopped before the first game was over.");
    if (!told.done) return;
    const { summary: s, done } = told;
    const count = told.stopped ? t`${done} of ${told.games} games, then it was stopped.` : t`${done} of ${told.games} games.`;
    const length = t`White scores ${around(s.score)}; a game lasts ${s.plies.value.toFixed(0)} plies, with ${s.branching.value.toFixed(1)} moves to choose from.`;
    said.textContent = `${count} ${length}`;
    fill(
      charts,
      results(s),
      table("How games end", s.endings.map((end) => row(end.name, track(end.share), percent(end.share.value)))),
      lengths(s.lengths),
      table("First moves", s.openings.slice(0, 8).map((first) => row(first.text, track({ value: first.games / done }), t`${first.games}, White scores ${percent(first.score.value)}`))),
      table("What happens in a game", s.deeds.slice(0, 12).map((deed) => row(deed.name, null, deed.share.value.toFixed(2)))),
      worths(s),
    );
  };
  const element = h("div", { class: "panel" }, h("div", { class: "row" }, h("label", {}, "Games", games), start), progress, said, charts);
  return { name: "Study", element, update: () => {} };
}
