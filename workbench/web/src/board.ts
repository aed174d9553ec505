// The board: drawn by the server, moved on by mouse, touch and keys.

import { Effects, foretold } from "./effects";
import { game } from "./game";
import { server } from "./rpc";
import { arrow, shape } from "./sketch";
import type { BoardState, Cell, Meant, Piece, Playable, Side } from "./types";
import { announce, button, fill, h, written } from "./ui";

/** A drag begins when the pointer has gone so far, in pixels. */
const FAR = 5;

type Refusal = { reason: string; squares: string[]; tried: string[]; movement: string | null; legal: boolean };

/** What a click on a square does while a position is set up. */
export type Painter = (square: string) => void;

export class Board {
  readonly element: HTMLElement;
  private readonly svg = shape("svg", { "aria-hidden": "true" });
  private readonly chooser = h("div", { class: "chooser", hidden: true, role: "group", "aria-label": "Which move?" });
  private readonly said = h("div", { class: "refusal", hidden: true, role: "alert" });
  private readonly words = h("p", { class: "words-ahead", hidden: true });
  private readonly hands = [h("div", { class: "hand" }), h("div", { class: "hand" })];
  private readonly other = h("div", { class: "row others" });
  private readonly beside = h("div", { class: "beside" });
  private readonly box = h("div", {
    class: "board",
    tabindex: 0,
    role: "application",
    "aria-label": "Board. Arrow keys go from square to square, Enter takes and puts a piece, Escape lets go.",
  });
  /** What was touched so far: squares, `@P` for a piece of the hand. */
  private path: string[] = [];
  cursor: string | null = null;
  private refusal: Refusal | null = null;
  private before = new Map<string, string>();
  private changed = new Set<string>();
  private shownFen = "";
  private rules: Meant | null = null;
  private readonly effects = new Effects();
  /** The square under the pointer. */
  private hover: string | null = null;
  private drag: { from: string; x: number; y: number; ghost: SVGElement | null; again: boolean } | null = null;
  painter: Painter | null = null;
  /** Cells to be shown in place of the game's. */
  cells: Cell[] | null = null;
  /** Moves that are drawn: squares in order, and what kind of arrow it is. */
  arrows: { squares: string[]; kind: "best" | "gained" | "lost" }[] = [];
  private arrowsFen = "";

  /** `bar` is shown beside the board. */
  constructor(bar: HTMLElement) {
    this.box.append(this.svg, this.chooser, this.words);
    this.element = h("div", { class: "board-area" }, this.hands[0], h("div", { class: "frame" }, bar, this.box), this.hands[1], this.beside, this.said, this.other);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerleave", () => this.over(null));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    // A finger that has touched a square clicks nothing that has come to lie under it, such as a choice of pieces.
    this.svg.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
    this.box.addEventListener("keydown", (event) => this.key(event));
    game.on(() => this.update());
  }

  private get state(): BoardState | null {
    return game.state;
  }

  /** What can be played that begins with what was touched. */
  private candidates(path = this.path): Playable[] {
    const moves = this.state?.moves ?? [];
    return moves.filter((move) => path.every((step, i) => move.path[i] === step));
  }

  private update(): void {
    const state = this.state;
    if (!state) return;
    // A refusal by other rules is no reason any more.
    if (game.shown !== this.rules) {
      this.let();
      this.effects.forget();
      this.arrows = [];
    }
    this.rules = game.shown;
    if (state.fen !== this.shownFen) {
      const now = new Map(state.cells.map((cell) => [cell.name, cell.shapes]));
      this.changed = new Set(state.last ? [...now].filter(([name, shapes]) => this.before.get(name) !== shapes).map(([name]) => name) : []);
      // After a jump or with other rules nothing has "changed".
      if (this.changed.size > now.size / 2) this.changed.clear();
      this.before = now;
      this.shownFen = state.fen;
      this.let();
    }
    this.path = this.candidates().length ? this.path : [];
    this.draw();
  }

  /** Forgets what was touched. */
  let(): void {
    this.path = [];
    this.refusal = null;
    this.chooser.hidden = true;
    this.said.hidden = true;
  }

  /** Draws moves on the position that is shown now, until it changes. */
  point(arrows: Board["arrows"]): void {
    const fen = this.state?.fen ?? "";
    if (!arrows.length && !this.arrows.length) return;
    if (fen === this.arrowsFen && JSON.stringify(arrows) === JSON.stringify(this.arrows)) return;
    this.arrows = arrows;
    this.arrowsFen = fen;
    if (!this.drag) this.draw();
  }

  /** Brings the board into view. */
  seen(): void {
    this.box.scrollIntoView({ block: "nearest" });
  }

  draw(): void {
    const state = this.state;
    if (!state) return;
    this.svg.setAttribute("viewBox", state.frame.join(" "));
    const cells = this.cells ?? state.cells;
    const pieces = cells.map((cell) => (cell.shapes ? `<g data-square="${cell.name}">${cell.shapes}</g>` : "")).join("");
    this.svg.innerHTML = `<g>${state.ground.shapes ?? ""}</g><g class="under"></g><g class="pieces">${pieces}</g><g class="over"></g>`;
    this.marks(this.svg.querySelector(".under")!, this.svg.querySelector(".over")!);
    this.drawHands();
    this.drawOther();
    this.drawBeside();
  }

  /** Draws only what is marked. */
  private remark(): void {
    const [under, over] = [this.svg.querySelector(".under"), this.svg.querySelector(".over")];
    if (!under || !over || !this.state) return;
    under.replaceChildren();
    over.replaceChildren();
    this.marks(under, over);
  }

  /** The pointer is over a square. */
  private over(square: string | null): void {
    if (square === this.hover) return;
    this.hover = square;
    if (this.path.length) this.remark();
  }

  /** What the move would do to the square that is pointed at. */
  private foretell(over: Element): void {
    const next = this.hover ?? this.cursor;
    const found = next === null || !this.path.length ? [] : this.candidates([...this.path, next]);
    const list = this.effects.of(found);
    this.words.hidden = !list.length;
    if (!list.length) return;
    this.words.textContent = list.map((effect) => effect.words).join("; ");
    over.append(foretold(list, this.state!.cells, this.state!.size));
  }

  private cell(name: string): Cell | undefined {
    return this.state?.cells.find((cell) => cell.name === name);
  }

  private marks(under: Element, over: Element): void {
    const state = this.state!;
    const half = state.size / 2;
    const square = (name: string, kind: string) => {
      const cell = this.cell(name);
      if (cell) under.append(shape("rect", { class: kind, x: cell.x - half, y: cell.y - half, width: state.size, height: state.size }));
    };
    if (!this.cells) {
      for (const name of this.changed) square(name, "changed");
      for (const name of state.last ?? []) square(name, "last");
    }
    if (this.path.length) for (const name of this.path) square(name, "taken");
    const targets = new Map<string, boolean>();
    if (this.path.length) {
      const found = this.candidates();
      void this.effects.ask(found, () => this.remark());
      for (const move of found) {
        const next = move.path[this.path.length];
        const last = move.ends ? move.path.at(-1) : undefined;
        if (next) targets.set(next, (targets.get(next) ?? false) || move.capture);
        if (last && !targets.has(last)) targets.set(last, move.capture);
      }
    }
    // Where a click drops a piece at once.
    if (!this.path.length && !this.cells && !this.refusal) for (const move of this.endless()) targets.set(move.path[1]!, false);
    for (const [name, capture] of targets) {
      const cell = this.cell(name);
      if (!cell) continue;
      const full = Boolean(cell.shapes);
      over.append(
        shape("circle", {
          class: capture ? "target capture" : "target",
          cx: cell.x,
          cy: cell.y,
          r: full || capture ? half * 0.86 : half * 0.3,
        }),
      );
      if (this.effects.any(this.candidates([...this.path, name]))) {
        over.append(shape("circle", { class: "target effect", cx: cell.x, cy: cell.y, r: full || capture ? half * 0.68 : half * 0.48 }));
      }
    }
    this.foretell(over);
    if (!this.cells) this.drawOpen(over);
    if (this.refusal) this.drawRefusal(over);
    if (this.arrowsFen === state.fen && !this.cells) {
      for (const { squares, kind } of this.arrows) {
        const cells = squares.map((name) => this.cell(name)).filter((cell): cell is Cell => cell !== undefined);
        if (cells.length > 1) over.append(arrow(cells, state.size, kind));
      }
    }
    if (this.cursor && document.activeElement === this.box) {
      const cell = this.cell(this.cursor);
      if (cell) over.append(shape("rect", { class: "cursor", x: cell.x - half + 2, y: cell.y - half + 2, width: state.size - 4, height: state.size - 4 }));
    }
  }

  /** What somebody has to decide about: the movement that was proposed, or the square of a choice. */
  private drawOpen(over: Element): void {
    const { decision, size } = this.state!;
    const cells = (decision?.squares ?? []).map((name) => this.cell(name)).filter((cell) => cell !== undefined);
    const [first] = cells;
    if (cells.length > 1) over.append(arrow(cells, size, "effect"));
    else if (first) over.append(shape("circle", { class: "target effect", cx: first.x, cy: first.y, r: size * 0.46 }));
  }

  /** The squares that a refusal speaks of, and a line from those that forbid to what they forbid. */
  private drawRefusal(over: Element): void {
    const { squares, tried } = this.refusal!;
    const half = this.state!.size / 2;
    const guilty = squares.filter((name) => !tried.includes(name)).map((name) => this.cell(name));
    for (const name of squares) {
      const cell = this.cell(name);
      if (cell) over.append(shape("rect", { class: "guilty", x: cell.x - half + 2, y: cell.y - half + 2, width: 2 * half - 4, height: 2 * half - 4 }));
    }
    const points = guilty.length > 1 ? guilty : [this.cell(tried[0] ?? ""), ...guilty, guilty.length ? undefined : this.cell(tried.at(-1) ?? "")];
    const there = points.filter((cell): cell is Cell => cell !== undefined);
    if (there.length > 1) over.append(shape("polyline", { class: "forbids", points: there.map((cell) => `${cell.x},${cell.y}`).join(" ") }));
  }

  private drawHands(): void {
    const { state, palette } = { state: this.state!, palette: game.palette };
    const sides: Side[] = game.flip ? ["white", "black"] : ["black", "white"];
    sides.forEach((side, place) => {
      const held = state.hands[side === "white" ? 0 : 1] ?? [];
      const pieces = held.map(([kind, count]) => {
        const piece = palette?.pieces.find((piece) => piece.kind === kind && piece.side === side);
        if (!piece) return null;
        const step = `@${piece.letter}`;
        const taken = this.path[0] === step && state.turn === side;
        const element = h(
          "button",
          { type: "button", class: taken ? "held taken" : "held", "aria-pressed": taken, "data-step": step, "aria-label": count ? `${side} ${piece.name} in hand, ${count}` : `${side} ${piece.name}, to be dropped` },
          figure(piece),
          count > 0 && h("span", {}, String(count)),
        );
        element.addEventListener("click", () => this.touch(step));
        return element;
      });
      fill(this.hands[place]!, pieces);
      this.hands[place]!.hidden = pieces.length === 0;
    });
  }

  /** Moves without squares, such as passing or answers, as buttons. */
  private drawOther(): void {
    const state = this.state!;
    const others = this.cells ? [] : state.moves.filter((move) => move.path.length === 0);
    fill(this.other, others.map((move) => button(move.san === "pass" && state.part[0] > 1 ? "pass: no more moves in this turn" : move.san, () => void game.play(move))));
    this.other.hidden = others.length === 0;
  }

  private drawBeside(): void {
    const state = this.state!;
    const pools = state.pools.map(([name, letters]) => `${name}: ${letters.join(" ")}`);
    fill(this.beside, [...pools, ...state.notes].map((words) => h("span", {}, words)));
    this.beside.hidden = !pools.length && !state.notes.length;
  }

  /** Something was touched: a square, or a piece of the hand. */
  async touch(step: string): Promise<void> {
    this.refusal = null;
    this.said.hidden = true;
    this.chooser.hidden = true;
    if (this.painter) return this.painter(step);
    const longer = [...this.path, step];
    const found = this.candidates(longer);
    if (this.path.length && found.length) {
      this.path = longer;
      return this.decide(found);
    }
    // A longer way, when nothing else is meant by its end.
    const ways = this.ways(step);
    if (ways.length === 1) {
      this.path = [];
      return game.play(ways[0]!);
    }
    if (ways.length) return this.choose(ways);
    const own = this.candidates([step]);
    const endless = this.path.length ? [] : this.endless().filter((move) => move.path[1] === step);
    if (!own.length && endless.length === 1) return game.play(endless[0]!);
    if (!own.length && endless.length) return this.choose(endless);
    if (this.path.length === 1 && this.path[0] === step) this.path = [];
    else if (own.length) {
      this.path = [step];
      const complete = own.filter((move) => move.path.length === 1);
      if (complete.length) this.choose(complete);
      announce(`${step}: ${own.length} moves`);
    } else if (this.path.length) await this.refuse(step);
    else if (this.cell(step)?.shapes) this.path = [step];
    this.draw();
  }

  /** Moves by which what was taken comes to a square in several steps. */
  private ways(to: string): Playable[] {
    return this.path.length ? this.candidates().filter((move) => move.ends && move.path.at(-1) === to && move.path.length > this.path.length) : [];
  }

  /** Drops of pieces that never run out: a click on a square is enough. */
  private endless(): Playable[] {
    const state = this.state!;
    const kinds = (state.hands[state.turn === "white" ? 0 : 1] ?? []).flatMap(([kind, count]) => (count ? [] : [kind]));
    const letters = kinds.map((kind) => game.palette?.pieces.find((piece) => piece.kind === kind && piece.side === state.turn)?.letter);
    return state.moves.filter((move) => move.path.length === 2 && letters.some((letter) => move.path[0] === `@${letter}`));
  }

  private decide(found: Playable[]): Promise<void> | void {
    const complete = found.filter((move) => move.path.length === this.path.length);
    if (complete.length === 1 && found.length === 1) {
      const move = complete[0]!;
      this.path = [];
      return game.play(move);
    }
    if (complete.length) this.choose(complete);
    this.draw();
  }

  /** Several moves share what was touched: promotions, actions. */
  private choose(moves: Playable[]): void {
    const turn = this.state!.turn;
    const label = (move: Playable) => {
      const piece = game.palette?.pieces.find((piece) => piece.kind === move.promotion && piece.side === turn);
      const choice = h("button", { type: "button", "data-move": move.move, "aria-label": piece ? `${move.san}: ${piece.name}` : move.san }, piece ? figure(piece) : null, h("span", {}, move.san));
      choice.addEventListener("click", () => {
        this.let();
        void game.play(move);
      });
      return choice;
    };
    const cancel = button("✕", () => (this.let(), this.draw(), this.box.focus()), { "aria-label": "Let go" });
    fill(this.chooser, moves.map(label), cancel);
    this.chooser.hidden = false;
    this.chooser.querySelector("button")?.focus();
  }

  /** Says why a move cannot be played. */
  private async refuse(to: string): Promise<void> {
    const asked = game.question();
    const [from] = this.path;
    this.path = [];
    if (!asked || !from) return;
    const text = from.startsWith("@") ? `${from.slice(1).toUpperCase()}@${to}` : from + to;
    const refusal = await server.ask<Refusal>("why", { ...asked, move: text });
    if (refusal.legal) return;
    this.refusal = refusal;
    fill(this.said, h("strong", {}, `${text} `), ...written(refusal.reason), refusal.movement && h("code", { class: "way" }, refusal.movement));
    this.said.hidden = false;
  }

  private at(event: PointerEvent): string | null {
    const state = this.state;
    const matrix = this.svg.getScreenCTM();
    if (!state || !matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const half = state.size / 2;
    const cell = state.cells.find((cell) => Math.abs(cell.x - point.x) <= half && Math.abs(cell.y - point.y) <= half);
    return cell?.name ?? null;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const from = this.at(event);
    if (!from) {
      this.let();
      return this.draw();
    }
    this.cursor = null;
    this.box.focus({ preventScroll: true });
    const again = this.path[0] === from;
    // A square that was aimed at is gone to; another one is taken.
    const aims = this.path.length > 0 && (this.candidates([...this.path, from]).length > 0 || this.ways(from).length > 0);
    const waits = this.path.length > 0 && !this.candidates([from]).length;
    if (this.painter || aims || waits || !this.cell(from)?.shapes) {
      void this.touch(from);
      return;
    }
    if (!again) void this.touch(from);
    this.drag = { from, x: event.clientX, y: event.clientY, ghost: null, again };
    this.svg.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    this.over(this.at(event));
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      const piece = this.svg.querySelector<SVGElement>(`[data-square="${CSS.escape(drag.from)}"]`);
      if (!piece) return;
      drag.ghost = piece.cloneNode(true) as SVGElement;
      drag.ghost.removeAttribute("data-square");
      drag.ghost.classList.add("ghost");
      piece.classList.add("lifted");
      this.svg.append(drag.ghost);
    }
    const matrix = this.svg.getScreenCTM();
    const cell = this.cell(drag.from);
    if (!matrix || !cell) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    drag.ghost.setAttribute("transform", `translate(${point.x - cell.x} ${point.y - cell.y})`);
    // A finger that moves a piece does not scroll the page.
    event.preventDefault();
  }

  private up(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const to = this.at(event);
    this.drop();
    if (!drag.ghost) {
      if (drag.again) void this.touch(drag.from);
      return;
    }
    if (to && to !== drag.from) {
      // A new position that came during the drag has let go of the piece.
      if (!this.path.length && !this.painter && this.candidates([drag.from]).length) this.path = [drag.from];
      void this.touch(to);
    } else this.draw();
  }

  private drop(): void {
    this.drag?.ghost?.remove();
    this.svg.querySelector(".lifted")?.classList.remove("lifted");
    this.drag = null;
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const state = this.state;
    if (!state || event.target !== this.box) return;
    if (way) {
      this.cursor = this.next(way);
      const cell = this.cell(this.cursor ?? "");
      this.hover = null;
      this.draw();
      if (cell) announce([`${cell.name}, ${cell.piece ?? "empty"}`, this.words.hidden ? "" : this.words.textContent].filter(Boolean).join("; "));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) void this.touch(this.cursor);
    else if (event.key === "Escape") (this.let(), this.draw());
    else if (event.key === "u") void game.jump(game.at - 1);
    else if (event.key === "f") ((game.flip = !game.flip), void game.refresh());
    else return;
    event.preventDefault();
  }

  /** The nearest square in a direction. */
  private next([dx, dy]: [number, number]): string | null {
    const cells = this.state!.cells;
    const from = this.cell(this.cursor ?? "");
    if (!from) return (this.path[0] && !this.path[0].startsWith("@") ? this.path[0] : cells[0]?.name) ?? null;
    let best: Cell | null = null;
    let least = Infinity;
    for (const cell of cells) {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 1 || aside > along) continue;
      const far = along + 2 * aside;
      if (far < least) [best, least] = [cell, far];
    }
    return (best ?? from).name;
  }
}

/** A piece by itself. */
export function figure(piece: Piece): SVGElement {
  const svg = shape("svg", { viewBox: "-30 -30 60 60", class: "figure", "aria-hidden": "true" });
  svg.innerHTML = piece.shapes;
  return svg;
}
