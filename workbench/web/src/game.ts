// The game on the board: where it began, what was played, and what the server says about it.

import { documents } from "./documents";
import type { Played } from "./kept";
import { learn, outlines } from "./outlines";
import { POSITION, RULES, RpcError, server } from "./rpc";
import type { BoardState, Meant, Palette, Playable, Side, Wrong } from "./types";
import { announce, toast } from "./ui";

export type Ply = { text: string; san: string; turn: Side };

class Game {
  /** The position it began with; the variant's start if there is none. */
  fen: string | null = null;
  line: Ply[] = [];
  /** How many moves of the line are on the board. */
  at = 0;
  flip = false;
  state: BoardState | null = null;
  palette: Palette | null = null;
  /** The variant of that state. */
  shown: Meant | null = null;
  /** What keeps the rules as they are now from being played; `told`: nothing below the text says so. */
  wrong: { message: string; errors: Wrong[]; told: boolean } | null = null;
  /** Why the end of the line cannot be played any more. */
  broken: BoardState["broken"] = null;
  private ground: { mark: string; shapes: string } | null = null;
  busy = false;
  private again = false;
  /** What was asked for last. */
  private asked = "";
  /** How many moves were on the board before rules came that break the game: other rules may play them again. */
  private wanted: number | null = null;
  /** The last game that could be shown. */
  private good: Played = { fen: null, line: [], at: 0 };
  /** The games of other rules, by their path; and whose game this one is. */
  private others = new Map<string, Played>();
  private path: string | null = null;
  private listeners = new Set<() => void>();
  private played: (() => void)[] = [];

  /** Hears of everything new. */
  on(listener: () => void): void {
    this.listeners.add(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** The moves on the board. */
  get moves(): string[] {
    return this.line.slice(0, this.at).map((ply) => ply.text);
  }

  /** The game as questions name it; of the rules that are on the board. */
  question(): { variant: Meant; fen: string | null; moves: string[] } | null {
    const variant = this.shown;
    return variant && { variant, fen: this.fen, moves: this.moves };
  }

  /** Every text has a game of its own, which comes onto the board with its rules. */
  private turn(): void {
    const path = documents.rules?.path ?? null;
    if (path === this.path || path === null) return;
    if (this.path !== null) this.others.set(this.path, this.now());
    this.path = path;
    this.take(this.others.get(path) ?? { fen: null, line: [], at: 0 });
  }

  private now(): Played {
    return { fen: this.fen, line: this.line, at: this.wanted ?? this.at };
  }

  private take({ fen, line, at }: Played): void {
    this.fen = fen;
    this.line = line;
    this.at = Math.min(at, line.length);
    this.wanted = null;
  }

  /** The games of all texts, to be kept. */
  all(): Record<string, Played> {
    const all = [...this.others, ...(this.path === null ? [] : [[this.path, this.now()] as const])];
    return Object.fromEntries(all.filter(([path, played]) => documents.find(path) && (played.fen !== null || played.line.length)));
  }

  /** Games that were kept. */
  restore(games: Record<string, Played>): void {
    for (const [path, played] of Object.entries(games)) this.others.set(path, played);
    this.path = null;
  }

  /** Asks for the board anew; resolves when it is there. Of several wishes while one goes on, the last counts. */
  async refresh(): Promise<void> {
    this.turn();
    if (this.busy) {
      // What is on its way already need not be asked for once more.
      if (this.wish() !== this.asked) this.again = true;
      return new Promise((resolve) => this.played.push(resolve));
    }
    this.busy = true;
    const waiting = this.played.splice(0);
    try {
      do {
        this.again = false;
        await this.ask();
      } while (this.again);
    } finally {
      this.busy = false;
      for (const resolve of [...waiting, ...this.played.splice(0)]) resolve();
    }
  }

  /** What the board is to show. */
  private wish(): string {
    return JSON.stringify([documents.meant(), this.fen, this.moves, this.wanted, this.flip, server.open]);
  }

  private async ask(): Promise<void> {
    this.asked = this.wish();
    const variant = documents.meant();
    if (!variant || !server.open) return;
    const same = JSON.stringify(variant) === JSON.stringify(this.shown);
    const moves = this.line.slice(0, same ? this.at : (this.wanted ?? this.at)).map((ply) => ply.text);
    try {
      const asked = { variant, fen: this.fen, moves, flip: this.flip, ground: this.ground?.mark ?? null, used: outlines(), palette: !same || !this.palette };
      const state = await server.ask<BoardState>("board", asked);
      learn(state.outlines);
      // Something else was played or written while this was on its way.
      if (this.again) return;
      if (state.palette) this.palette = state.palette;
      if (!same) this.shown = variant;
      this.wrong = null;
      this.show(state, moves.length, same);
      this.good = this.now();
    } catch (error) {
      if (this.again) return;
      this.fail(error, same);
    }
    this.tell();
  }

  /** Takes over what the server says of so many moves. */
  private show(state: BoardState, asked: number, same: boolean): void {
    if (state.ground.shapes !== null) this.ground = { mark: state.ground.mark, shapes: state.ground.shapes };
    else state.ground.shapes = this.ground?.shapes ?? "";
    this.state = state;
    this.at = state.broken?.ply ?? asked;
    // What cannot be played under these rules is kept: the next may be back at those before.
    if (state.broken) this.wanted = asked;
    else if (!same) this.wanted = null;
    if (this.wanted === null || state.broken) this.broken = state.broken;
  }

  private fail(error: unknown, same: boolean): void {
    if (error instanceof RpcError && error.code === RULES) {
      const data = error.data as { errors?: Wrong[]; library?: boolean };
      this.wrong = { message: error.message, errors: data.errors ?? [], told: data.library ?? false };
    } else if (error instanceof RpcError && error.code === POSITION && same) {
      toast(`The position cannot be read: ${error.message}`, "wrong");
      this.take(this.good);
    } else if (error instanceof RpcError && error.code === POSITION) {
      // A position of the rules before: these may be on their way to others that have it.
      this.wrong = { message: `The position cannot be read under these rules: ${error.message}. A new game can.`, errors: [], told: true };
    } else if (server.open) {
      this.wrong = { message: (error as Error).message, errors: [], told: false };
    }
  }

  play(move: Playable): Promise<void> {
    const turn = this.state!.turn;
    this.wanted = null;
    this.line.length = this.at;
    this.line.push({ text: move.move, san: move.san, turn });
    this.at++;
    announce(`${turn}: ${move.san}`);
    return this.refresh();
  }

  jump(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.line.length, at));
    this.wanted = null;
    return this.refresh();
  }

  /** Begins anew, from the start or from a position. */
  begin(fen: string | null = null, line: Ply[] = []): Promise<void> {
    this.turn();
    this.take({ fen, line, at: line.length });
    return this.refresh();
  }

  /** Plays moves from a position, and names them. */
  async replay(fen: string | null, moves: string[]): Promise<void> {
    await this.begin(fen);
    const variant = this.shown;
    if (!variant || !moves.length) return;
    const named = await server.ask<{ move: string; san: string; turn: Side }[]>("line", { variant, fen, moves });
    await this.begin(fen, named.map(({ move, san, turn }) => ({ text: move, san, turn })));
  }
}

export const game = new Game();
