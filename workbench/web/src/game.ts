// The game on the board: where it began, what was played, and what the server says about it.

import { documents } from "./documents";
import { RULES, RpcError, server } from "./rpc";
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
  /** What keeps the rules as they are now from being played. */
  wrong: { message: string; errors: Wrong[]; library: boolean } | null = null;
  /** Why the end of the line cannot be played any more. */
  broken: BoardState["broken"] = null;
  private ground: { mark: string; shapes: string } | null = null;
  busy = false;
  private again = false;
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

  /** Asks for the board anew; resolves when it is there. Of several wishes while one goes on, the last counts. */
  async refresh(): Promise<void> {
    if (this.busy) {
      this.again = true;
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

  private async ask(): Promise<void> {
    const variant = documents.meant();
    if (!variant || !server.open) return;
    const moves = this.moves;
    try {
      const same = JSON.stringify(variant) === JSON.stringify(this.shown);
      const known = same ? this.palette : null;
      // Both at once: of other rules the board brings all outlines that it uses.
      const [palette, state] = await Promise.all([
        known ?? server.ask<Palette>("palette", variant),
        server.ask<BoardState>("board", { variant, fen: this.fen, moves, flip: this.flip, ground: this.ground?.mark ?? null, used: known?.used ?? [] }),
      ]);
      // Something else was played or written while this was on its way.
      if (this.again) return;
      this.palette = palette;
      if (!same) this.shown = variant;
      this.wrong = null;
      this.take(state);
    } catch (error) {
      if (this.again) return;
      this.fail(error);
    }
    this.tell();
  }

  private take(state: BoardState): void {
    if (state.ground.shapes !== null) this.ground = { mark: state.ground.mark, shapes: state.ground.shapes };
    else state.ground.shapes = this.ground?.shapes ?? "";
    this.state = state;
    this.broken = state.broken;
    if (state.broken) {
      this.line.length = state.broken.ply;
      this.at = state.broken.ply;
    }
  }

  private fail(error: unknown): void {
    if (error instanceof RpcError && error.code === RULES) {
      const data = error.data as { errors?: Wrong[]; library?: boolean };
      this.wrong = { message: error.message, errors: data.errors ?? [], library: data.library ?? false };
    } else if (error instanceof RpcError && this.fen !== null) {
      // The position is not one of these rules.
      toast(`The position cannot be read: ${error.message}`, "wrong");
      this.fen = null;
      this.line = [];
      this.at = 0;
      this.again = true;
    } else if (server.open) {
      this.wrong = { message: (error as Error).message, errors: [], library: false };
    }
  }

  play(move: Playable): Promise<void> {
    const turn = this.state!.turn;
    this.line.length = this.at;
    this.line.push({ text: move.move, san: move.san, turn });
    this.at++;
    announce(`${turn}: ${move.san}`);
    return this.refresh();
  }

  jump(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.line.length, at));
    return this.refresh();
  }

  /** Begins anew, from the start or from a position. */
  begin(fen: string | null = null, line: Ply[] = []): Promise<void> {
    this.fen = fen;
    this.line = line;
    this.at = line.length;
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
