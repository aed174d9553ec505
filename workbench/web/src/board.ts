// The board: drawn by the server, moved on by mouse, touch and keys.

import { Chooser } from "./board/chooser";
import { Hands } from "./board/hands";
import { LIGHTS, check, filled, framed, refused, target } from "./board/marks";
import { slide, type Placed } from "./board/motion";
import { Pencil } from "./board/pencil";
import { Premove } from "./board/premove";
import { Effects, foretold } from "./effects";
import { game } from "./game";
import { t } from "./language";
import { server } from "./rpc";
import { settings } from "./settings";
import { arrow, shape } from "./sketch";
import { play as sound } from "./sound";
import type { BoardState, Cell, Meant, Playable } from "./types";
import { announce, button, fill, h, sentence, written } from "./ui";

/** A drag begins when the pointer has gone so far, in pixels. */
const FAR = 5;

type Refusal = { reason: string; squares: string[]; tried: string[]; movement: string | null; legal: boolean };

/**
 * The actions of a click on a square while a position is set up, and of a drag from one to another;
 * `null`: off the board.
 */
export type Painter = { touch: (square: string) => void; drag: (from: string, to: string | null) => void };

export class Board {
  readonly element: HTMLElement;
  readonly box = h("div", {
    class: "board",
    tabindex: 0,
    role: "application",
    "aria-label": "Board. Arrow keys go from square to square, Enter takes and puts a piece, Escape lets go, u takes a move back, r plays it again, f turns the board.",
  });
  private readonly svg = shape("svg", { "aria-hidden": "true" });
  private readonly said = h("div", { class: "refusal", hidden: true, role: "alert" });
  private readonly words = h("p", { class: "words-ahead", hidden: true });
  private readonly prompt = h("p", { class: "prompt", hidden: true, role: "status" });
  private readonly answers = h("div", { class: "row others" });
  private readonly beside = h("div", { class: "beside" });
  private readonly chooser = new Chooser((move) => this.chosen(move), () => (this.let(), this.draw(), this.box.focus()), (move) => this.pointed(move));
  readonly hands = new Hands({
    touch: (step) => void this.touch(step),
    taken: (step) => this.path[0] === step || this.premove.steps[0] === step,
    drag: (step) => this.lift(step),
    over: (event) => this.over(this.at(event)),
    drop: (event) => this.land(this.at(event)),
  });
  private readonly pencil = new Pencil();
  private readonly premove = new Premove();
  private readonly effects = new Effects();
  /** The touches so far: squares, `@P` for a piece of the hand. */
  private path: string[] = [];
  /** The squares after the first half of a move whose second half is still to come. */
  private half: Cell[] | null = null;
  cursor: string | null = null;
  /** Whether arrow keys go from square to square; after a click they go through the game. */
  private keys = false;
  private refusal: Refusal | null = null;
  private before: Placed = new Map();
  private changed = new Set<string>();
  private shownFen = "";
  /** How many moves were on the board when it was drawn last. */
  private ply = 0;
  private rules: Meant | null = null;
  /** Whether these rules have shown notes or decisions: their room is kept. */
  private noted = false;
  private flipped = false;
  /** The choice whose way is drawn. */
  private aimed: Playable | null = null;
  /** The square under the pointer. */
  private hover: string | null = null;
  private drag: { from: string; x: number; y: number; ghost: SVGElement | null; again: boolean } | null = null;
  /** The square of a piece that was dragged there: it does not slide there once more. */
  private landed: string | null = null;
  painter: Painter | null = null;
  /** Cells to be shown in place of the game's. */
  cells: Cell[] | null = null;
  /** Moves that are drawn: squares in order, and the kind of arrow. */
  arrows: { squares: string[]; kind: "best" | "gained" | "lost" }[] = [];
  private arrowsFen = "";

  /** `bar` is shown beside the board, `rows` above and below it, `status` under it. */
  constructor(bar: HTMLElement, rows: [HTMLElement, HTMLElement], status: HTMLElement) {
    this.box.append(this.svg, this.chooser.element, this.words);
    rows.forEach((row, i) => row.append(this.hands.elements[i]!));
    const say = h("div", { class: "say" }, h("div", { class: "told" }, status, this.prompt, this.beside), this.answers, this.said);
    this.element = h("div", { class: "board-area" }, rows[0], h("div", { class: "frame" }, bar, this.box), rows[1], say);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerleave", () => this.over(null));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that has touched a square clicks nothing that has come to lie under it, such as a choice of pieces.
    this.svg.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
    this.box.addEventListener("focus", () => (this.keys = true));
    this.box.addEventListener("keydown", (event) => this.key(event));
    game.on(() => this.update());
  }

  private get state(): BoardState | null {
    return game.state;
  }

  /** The moves that begin with the touches so far. */
  private candidates(path = this.path): Playable[] {
    const moves = this.state?.moves ?? [];
    return moves.filter((move) => path.every((step, i) => move.path[i] === step));
  }

  private update(): void {
    const state = this.state;
    if (!state) return;
    // A refusal by other rules is no longer a reason.
    if (game.shown !== this.rules) {
      this.let();
      this.effects.forget();
      this.arrows = [];
      this.noted = false;
    }
    const anew = game.shown !== this.rules || game.flip !== this.flipped;
    this.rules = game.shown;
    this.flipped = game.flip;
    const before = this.before;
    const fresh = state.fen !== this.shownFen;
    const now: Placed = new Map(state.cells.map((cell) => [cell.name, cell]));
    this.before = now;
    if (fresh) {
      const next = game.at === this.ply + 1;
      this.changed = new Set(state.last && next ? [...now].filter(([name, { shapes }]) => before.get(name)?.shapes !== shapes).map(([name]) => name) : []);
      // After a jump or with other rules nothing has "changed".
      if (this.changed.size > now.size / 2) this.changed.clear();
      this.shownFen = state.fen;
      this.ply = game.at;
      this.let();
      this.pencil.clear();
    }
    this.path = this.candidates().length ? this.path : [];
    this.draw();
    if (!fresh || anew || this.cells) return;
    slide(this.svg, before, now, this.landed);
    this.landed = null;
    if (game.at > 0 && before.size) this.sound(before, state);
    const meant = this.premove.take();
    if (meant) void game.play(meant);
  }

  private sound(before: Placed, state: BoardState): void {
    const count = (cells: Iterable<Cell>) => [...cells].filter((cell) => cell.side).length;
    if (state.outcome) sound("end");
    else if (state.check) sound("check");
    else sound(count(state.cells) < count(before.values()) ? "capture" : "move");
  }

  /** Forgets what was touched. */
  let(): void {
    this.path = [];
    this.half = null;
    this.refusal = null;
    this.chooser.close();
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
    const [, , width = 1, height = 1] = state.frame;
    this.element.parentElement?.style.setProperty("--aspect", String(width / height));
    this.svg.setAttribute("viewBox", state.frame.join(" "));
    const cells = this.shown();
    const pieces = cells.map((cell) => (cell.shapes ? `<g data-square="${cell.name}">${cell.shapes}</g>` : "")).join("");
    this.svg.innerHTML = `${LIGHTS}<g class="ground">${state.ground.shapes ?? ""}</g><g class="under"></g><g class="pieces">${pieces}</g><g class="over"></g>`;
    this.marks(this.svg.querySelector(".under")!, this.svg.querySelector(".over")!);
    this.hands.draw();
    this.drawAnswers();
    this.drawBeside();
    this.drawPrompt();
  }

  /** The squares that are seen: those of the game, of a move that is half done, or of a position that is set up. */
  private shown(): Cell[] {
    return this.cells ?? this.half ?? this.state?.cells ?? [];
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

  /** Shows the changes that the move to the square under the pointer would make. */
  private foretell(over: Element): void {
    const next = this.hover ?? this.cursor;
    const found = next === null || !this.path.length || this.half ? [] : this.candidates([...this.path, next]);
    const list = this.effects.of(found);
    this.words.hidden = !list.length;
    if (!list.length) return;
    this.words.textContent = list.map((effect) => effect.words).join("; ");
    over.append(foretold(list, this.state!.cells, this.state!.size));
  }

  private cell(name: string): Cell | undefined {
    return this.shown().find((cell) => cell.name === name);
  }

  private marks(under: Element, over: Element): void {
    const state = this.state!;
    const { size } = state;
    const find = (name: string) => this.cell(name);
    if (!this.cells) {
      for (const name of this.changed) filled(under, find(name), size, "changed");
      for (const name of state.last ?? []) filled(under, find(name), size, "last");
      const mate = state.outcome !== null;
      if (!this.half) for (const name of state.checked) check(under, over, find(name), size, mate);
    }
    for (const name of this.path) filled(under, find(name), size, "taken");
    for (const name of this.premove.steps) filled(under, find(name), size, "premove");
    for (const [name, capture] of this.targets()) {
      const cell = find(name);
      const effect = !this.half && this.effects.any(this.candidates([...this.path, name]));
      if (cell) target(over, cell, size, capture, effect);
    }
    this.foretell(over);
    if (this.aimed) this.drawArrow(over, this.aimed.path, "effect way");
    if (!this.cells) this.drawOpen(over);
    if (this.refusal) refused(over, this.refusal, find, size);
    if (this.arrowsFen === state.fen && !this.cells && !this.half) for (const { squares, kind } of this.arrows) this.drawArrow(over, squares, kind);
    this.pencil.draw(over, find, size);
    if (this.cursor && document.activeElement === this.box) framed(over, find(this.cursor), size, "cursor");
  }

  /** The targets of the touches so far, and whether each is a capture. */
  private targets(): Map<string, boolean> {
    const targets = new Map<string, boolean>();
    if (this.path.length) {
      const found = this.candidates();
      if (!this.half) void this.effects.ask(found, () => this.remark());
      for (const move of found) {
        const next = move.path[this.path.length];
        const last = move.ends ? move.path.at(-1) : undefined;
        if (next) targets.set(next, (targets.get(next) ?? false) || (move.capture && !this.half));
        if (last && !targets.has(last)) targets.set(last, move.capture);
      }
    } else if (!this.cells && !this.refusal) {
      // The squares on which a click drops a piece at once.
      for (const move of this.endless()) targets.set(move.path[1]!, false);
    }
    return targets;
  }

  private drawArrow(over: Element, squares: string[], kind: string): void {
    const cells = squares.map((name) => this.cell(name)).filter((cell) => cell !== undefined);
    if (cells.length > 1) over.append(arrow(cells, this.state!.size, kind));
  }

  /** Draws an open decision: the proposed movement, or the square of a choice. */
  private drawOpen(over: Element): void {
    const { decision, size } = this.state!;
    const squares = decision?.squares ?? [];
    const first = this.cell(squares[0] ?? "");
    if (squares.length > 1) this.drawArrow(over, squares, "effect");
    else if (first) over.append(shape("circle", { class: "target effect", cx: first.x, cy: first.y, r: size * 0.46 }));
  }

  /** Moves without squares, such as passing or answers, as buttons in words. */
  private drawAnswers(): void {
    const state = this.state!;
    const moves = this.cells || this.half ? [] : state.moves.filter((move) => move.path.length === 0);
    const squares = state.decision?.squares ?? [];
    const about = squares.length > 1 ? ` ${squares[0]}${squares.at(-1)}` : "";
    const label = ({ san }: Playable) => {
      if (!/^(pass|--)/.test(san)) return t(sentence(san)) + about;
      return state.part[0] > 1 ? "Pass: no more moves in this turn" : /#$/.test(san) ? "Pass, which ends the game" : "Pass";
    };
    fill(this.answers, moves.map((move) => button(label(move), () => void game.play(move), { "data-move": move.move })));
    this.answers.hidden = moves.length === 0;
    this.element.classList.toggle("deciding", state.decision !== null && moves.length > 0);
  }

  private drawBeside(): void {
    const state = this.state!;
    const pools = state.pools.map(([name, letters]) => `${name}: ${letters.join(" ")}`);
    fill(this.beside, [...pools, ...state.notes].map((words) => h("span", {}, words)));
    this.beside.hidden = !pools.length && !state.notes.length;
    this.noted ||= !this.beside.hidden || state.decision !== null;
    this.element.classList.toggle("noted", this.noted);
  }

  /** Shows the next step of a half finished move. */
  private drawPrompt(): void {
    this.prompt.hidden = !this.half;
    this.element.classList.toggle("half", this.half !== null);
    if (!this.half) return;
    const turn = t(sentence(this.state!.turn));
    fill(this.prompt, h("strong", {}, t`${turn}: place the ${t(game.palette?.wall ?? "wall")}.`), " ", button("Take the move back", () => (this.let(), this.draw()), { title: "Escape" }));
  }

  /** Something was touched: a square, or a piece of the hand. */
  async touch(step: string): Promise<void> {
    this.refusal = null;
    this.said.hidden = true;
    this.chooser.close();
    if (this.painter) return this.painter.touch(step);
    if (this.premove.side()) {
      this.premove.touch(step, this.cell(step)?.side === this.premove.side());
      return this.draw();
    }
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
    const own = this.half ? [] : this.candidates([step]);
    const endless = this.path.length ? [] : this.endless().filter((move) => move.path[1] === step);
    if (!own.length && endless.length === 1) return game.play(endless[0]!);
    if (!own.length && endless.length) return this.choose(endless);
    if (this.path.length === 1 && this.path[0] === step) this.path = [];
    else if (own.length) {
      this.path = [step];
      const complete = own.filter((move) => move.path.length === 1);
      if (complete.length) this.choose(complete);
      announce(own.length === 1 ? t`${step}: 1 move` : t`${step}: ${own.length} moves`);
    } else if (this.path.length) await this.refuse(step);
    else if (this.cell(step)?.shapes) this.path = [step];
    this.draw();
  }

  /** Moves by which what was taken comes to a square in several steps. */
  private ways(to: string): Playable[] {
    return this.path.length && !this.half ? this.candidates().filter((move) => move.ends && move.path.at(-1) === to && move.path.length > this.path.length) : [];
  }

  /** Drops of pieces that never run out: a click on a square is enough. */
  private endless(): Playable[] {
    const state = this.state!;
    const kinds = (state.hands[state.turn === "white" ? 0 : 1] ?? []).flatMap(([kind, count]) => (count ? [] : [kind]));
    const letters = kinds.map((kind) => game.palette?.pieces.find((piece) => piece.kind === kind && piece.side === state.turn)?.letter);
    return state.moves.filter((move) => move.path.length === 2 && letters.some((letter) => move.path[0] === `@${letter}`));
  }

  private async decide(found: Playable[]): Promise<void> {
    const complete = found.filter((move) => move.path.length === this.path.length);
    if (complete.length === 1 && found.length === 1) {
      const move = complete[0]!;
      this.path = [];
      return game.play(move);
    }
    if (complete.length) this.choose(complete);
    else if (found.every((move) => move.half === this.path.length)) await this.halve(found);
    this.draw();
  }

  /** The first half of a move is done: the board shows it. */
  private async halve(found: Playable[]): Promise<void> {
    const asked = game.question();
    const path = this.path;
    if (!asked) return;
    const half = await server.ask<Cell[]>("half", { ...asked, flip: game.flip, figures: settings.figures, try: [found[0]!.move, found.at(-1)!.move] });
    if (this.path !== path) return;
    this.half = half;
    announce(t`${t(sentence(this.state!.turn))}: place the ${t(game.palette?.wall ?? "wall")}.`);
  }

  /** Several moves begin with the touches so far: promotions, actions. */
  private choose(moves: Playable[]): void {
    const at = this.path.findLast((step) => !step.startsWith("@")) ?? moves[0]?.path.at(-1) ?? "";
    const beyond = this.candidates().map((move) => this.cell(move.path[this.path.length] ?? "")).filter((cell) => cell !== undefined);
    this.chooser.show(moves, { frame: this.state!.frame, size: this.state!.size, cell: this.cell(at), beyond });
  }

  private chosen(move: Playable): void {
    this.let();
    void game.play(move);
  }

  /** Draws the way of a move that is chosen among several. */
  private pointed(move: Playable | null): void {
    if (move === this.aimed) return;
    this.aimed = move;
    this.remark();
  }

  /** Says why a move cannot be played; what was done of it stays. */
  private async refuse(to: string): Promise<void> {
    const asked = game.question();
    const path = this.path;
    const done = this.half && this.candidates()[0]?.move.split(",")[0];
    if (!this.half) this.path = [];
    const from = path[0];
    if (!asked || !from) return;
    const text = done ? `${done},${to}` : from.startsWith("@") ? `${from.slice(1).toUpperCase()}@${to}` : path.join("") + to;
    this.tell(text, await server.ask<Refusal>("why", { ...asked, move: text }));
  }

  /** Shows a refusal. */
  tell(text: string, refusal: Refusal): void {
    if (refusal.legal) return;
    this.refusal = refusal;
    fill(this.said, h("strong", {}, `${text} `), ...written(refusal.reason), refusal.movement && h("code", { class: "way" }, refusal.movement));
    this.said.hidden = false;
    this.draw();
  }

  private at(event: { clientX: number; clientY: number }): string | null {
    const state = this.state;
    const matrix = this.svg.getScreenCTM();
    if (!state || !matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const half = state.size / 2;
    const cell = state.cells.find((cell) => Math.abs(cell.x - point.x) <= half && Math.abs(cell.y - point.y) <= half);
    return cell?.name ?? null;
  }

  private down(event: PointerEvent): void {
    const from = this.at(event);
    if (event.button === 2 && from) {
      if (this.premove.clear()) return this.draw();
      this.pencil.begin(from, event);
      this.svg.setPointerCapture(event.pointerId);
      return this.remark();
    }
    if (event.button !== 0) return;
    const wiped = this.pencil.clear();
    if (!from) {
      this.let();
      this.premove.clear();
      return this.draw();
    }
    this.cursor = null;
    this.box.focus({ preventScroll: true });
    this.keys = false;
    if (wiped) this.remark();
    const again = this.path[0] === from;
    // A square that was aimed at is gone to; another one is taken.
    const aims = this.path.length > 0 && (this.candidates([...this.path, from]).length > 0 || this.ways(from).length > 0);
    const waits = this.path.length > 0 && (this.half !== null || !this.candidates([from]).length);
    if (aims || waits || this.premove.steps.length === 1 || !this.cell(from)?.shapes) {
      void this.touch(from);
      return;
    }
    if (!again && !this.painter) void this.touch(from);
    this.drag = { from, x: event.clientX, y: event.clientY, ghost: null, again: again || this.painter !== null };
    this.svg.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    const at = this.at(event);
    this.over(at);
    if (this.pencil.drawing) {
      this.pencil.aim(at);
      return this.remark();
    }
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
    if (this.pencil.drawing) {
      this.pencil.end();
      return this.remark();
    }
    const drag = this.drag;
    if (!drag) return;
    const to = this.at(event);
    if (!drag.ghost) {
      this.drop();
      if (drag.again) void this.touch(drag.from);
      return;
    }
    if (this.painter) {
      this.drop();
      return this.painter.drag(drag.from, to);
    }
    // A new position that came during the drag has let go of the piece.
    if (!this.path.length && !this.premove.side() && this.candidates([drag.from]).length) this.path = [drag.from];
    const plays = to !== null && to !== drag.from && this.candidates([...this.path, to]).length > 0 && this.path.length > 0;
    this.drop(plays ? to : null);
    if (to && to !== drag.from) this.land(to);
    else this.draw();
  }

  /** Takes a piece of the hand to draw it onto the board; whether it can be taken. */
  private lift(step: string): boolean {
    const taken = this.path[0] === step || this.premove.steps[0] === step;
    if (!taken && (this.premove.side() || this.candidates([step]).length)) void this.touch(step);
    return this.path[0] === step || this.premove.steps[0] === step;
  }

  /** A piece that was drawn is put down. */
  private land(to: string | null): void {
    if (to === null) return;
    this.landed = to;
    void this.touch(to);
  }

  /** Ends a drag. A piece that moves stays where it was put until the answer is there. */
  private drop(at: string | null = null): void {
    this.drag?.ghost?.remove();
    const piece = this.svg.querySelector(".lifted");
    const [from, to] = [this.cell(this.drag?.from ?? ""), this.cell(at ?? "")];
    if (piece && from && to) {
      piece.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
      if (from.name !== to.name) this.svg.querySelector(`[data-square="${CSS.escape(to.name)}"]`)?.remove();
    }
    piece?.classList.remove("lifted");
    this.drag = null;
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const state = this.state;
    if (!state || event.target !== this.box || event.ctrlKey || event.metaKey || event.altKey) return;
    if (way && (this.keys || this.cursor || way[0] === 0)) {
      this.cursor = this.next(way);
      const cell = this.cell(this.cursor ?? "");
      this.hover = null;
      this.draw();
      if (cell) announce([`${cell.name}, ${cell.piece ?? t("empty")}`, this.words.hidden ? "" : this.words.textContent].filter(Boolean).join("; "));
    } else if (way) return;
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) void this.touch(this.cursor);
    else if (event.key === "Escape") (this.let(), this.premove.clear(), this.draw());
    else if (event.key === "u") void game.jump(game.at - 1);
    else if (event.key === "r") void game.jump(game.at + 1);
    else if (event.key === "f") ((game.flip = !game.flip), void game.refresh());
    else return;
    event.preventDefault();
    event.stopPropagation();
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

