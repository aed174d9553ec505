// A row above and one below the board: the player of that side, its extra material, its clock; its
// hand is put there by the board.

import { figure } from "./board/figure";
import { clock, shown } from "./clock";
import { game } from "./game";
import { t } from "./language";
import { surplus } from "./material";
import { choose, onPlayers, players, type Who } from "./players";
import type { Side } from "./types";
import { fill, h, sentence } from "./ui";

/** So many pieces are shown at most. */
const MOST = 10;

/** The control that chooses the player of a side. */
function chip(side: Side): { element: HTMLElement; update: () => void } {
  const options = (["you", "ferz"] as const).map((who) => h("option", { value: who }, who));
  const select = h("select", { "aria-label": side === "white" ? "Who plays white" : "Who plays black" }, options);
  select.addEventListener("change", () => choose({ [side]: select.value as Who }));
  const name = h("span", {}, sentence(side));
  const element = h("label", { class: `chip ${side}` }, h("i", { "aria-hidden": "true" }), name, select);
  const update = () => {
    const { level } = players();
    options[1]!.textContent = t`ferz, level ${level}`;
    select.value = players()[side];
    element.classList.toggle("turn", game.state?.turn === side && !game.state.outcome);
    element.classList.toggle("ferz", select.value === "ferz");
  };
  return { element, update };
}

/** The rows, the upper one first. */
export function rows(): [HTMLElement, HTMLElement] {
  const both = { white: chip("white"), black: chip("black") };
  const parts = [0, 1].map(() => ({ who: h("div", {}), more: h("div", { class: "more" }), time: h("output", { class: "clock", hidden: true }) }));
  const elements = parts.map(({ who, more, time }) => h("div", { class: "side" }, h("div", { class: "side-line" }, who, more, time)));
  const sides = (): Side[] => (game.flip ? ["white", "black"] : ["black", "white"]);
  const tick = () =>
    sides().forEach((side, i) => {
      const { time } = parts[i]!;
      time.hidden = !clock.pace;
      time.value = shown(clock.left[side]);
      time.setAttribute("aria-label", side === "white" ? t("White's clock") : t("Black's clock"));
      time.classList.toggle("running", clock.running === side);
      time.classList.toggle("fallen", clock.fallen === side);
    });
  const update = () => {
    sides().forEach((side, i) => {
      const { who, more } = parts[i]!;
      if (who.firstChild !== both[side].element) fill(who, both[side].element);
      both[side].update();
      const { pieces, points } = surplus(side, update);
      const lead = points >= 0.5 ? `+${Math.round(points)}` : "";
      const left = pieces.length - MOST;
      fill(more, pieces.slice(0, MOST).map(figure), left > 0 && t`+${left} more`, lead && h("span", {}, lead));
      more.setAttribute("title", pieces.length ? t`${t(sentence(side))} has more: ${pieces.map((piece) => piece.name).join(", ")}` : "");
    });
    tick();
  };
  game.on(update);
  onPlayers(update);
  clock.on(tick);
  return [elements[0]!, elements[1]!];
}
