// The game on the board: its start, its moves, and the server's answers about it.

import { documents } from "./documents";
import type { Played } from "./kept";
import { t } from "./language";
import { learn, outlines } from "./outlines";
import { POSITION, RULES, RpcError, server } from "./rpc";
import { settings } from "./settings";
import { follow, fromLine, toLine, type Named, type Ply, type Written } from "./tree";
import type { BoardState, Meant, Palette, Playable, Wrong } from "./types";
import { announce, sentence, toast } from "./ui";

const NOTHING: Played = { fen: null, line: [], at: 0 };

class Game {
  /** The position it began with; the variant's start if there is none. */
  fen: string | null = null;
  /** The first moves that were played: the main line, and variations. */
  first: Ply[] = [];
  /** The line on the board, as far as it is known. */
  line: Ply[] = [];
  /** How many moves of the line are on the board. */
  at = 0;
  flip = false;
  state: BoardState | null = null;
  palette: Palette | null = null;
  /** The variant of that state. */
  shown: Meant | null = null;
  /**
   * The errors that keep the present rules from being played; `told`: nothing below the text says
   * so.
   */
  wrong: { message: string; errors: Wrong[]; told: boolean } | null = null;
  /** The reason why the end of the line can no longer be played. */
  broken: BoardState["broken"] = null;
  /** How its pieces look. */
  private look = "";
  private ground: { mark: string; shapes: string } | null = null;
  busy = false;
  private again = false;
  /** The last request. */
  private asked = "";
  /** How many moves were on the board before rules came that break the game: other rules may play them again. */
  private wanted: number | null = null;
  /** The last game that could be shown. */
  private good: Played = NOTHING;
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
    this.take(this.others.get(path) ?? NOTHING);
  }

  private now(): Played {
    const way: number[] = [];
    let list = this.first;
    for (const ply of this.line) {
      way.push(list.indexOf(ply));
      list = ply.then;
    }
    return { fen: this.fen, line: toLine(this.first), way, at: this.wanted ?? this.at };
  }

  private take({ fen, line, way, at }: Played): void {
    this.fen = fen;
    this.first = fromLine(line);
    this.line = [];
    let list = this.first;
    for (const which of way ?? line.map(() => 0)) {
      const ply = list[which];
      if (!ply) break;
      this.line.push(ply);
      list = ply.then;
    }
    this.at = Math.min(at, this.line.length);
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

  /**
   * Asks for the board again; resolves when it is there. Of several requests in the meantime, the
   * last counts.
   */
  async refresh(): Promise<void> {
    this.turn();
    if (this.busy) {
      // A request on its way is not sent once more.
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

  /** The position that the board is to show. */
  private wish(): string {
    return JSON.stringify([documents.meant(), this.fen, this.moves, this.wanted, this.flip, settings.figures, server.open]);
  }

  private async ask(): Promise<void> {
    this.asked = this.wish();
    const variant = documents.meant();
    if (!variant || !server.open) return;
    const same = JSON.stringify(variant) === JSON.stringify(this.shown);
    const look = `${settings.figures} ${this.flip}`;
    const moves = this.line.slice(0, same ? this.at : (this.wanted ?? this.at)).map((ply) => ply.text);
    try {
      const asked = { variant, fen: this.fen, moves, flip: this.flip, figures: settings.figures, ground: this.ground?.mark ?? null, used: outlines(), palette: !same || !this.palette || look !== this.look };
      const state = await server.ask<BoardState>("board", asked);
      learn(state.outlines);
      // Something else was played or written while this was on its way.
      if (this.again) return;
      if (state.palette) this.palette = state.palette;
      this.look = look;
      if (!same) this.shown = variant;
      this.wrong = null;
      this.show(state, moves.length, same);
      this.good = this.now();
    } catch (error) {
      if (this.again) return;
      this.fail(error, same);
      if (!this.state && this.wrong) await this.stand(variant);
    }
    this.tell();
  }

  /** Takes over the server's answers about that many moves. */
  private show(state: BoardState, asked: number, same: boolean): void {
    if (state.ground.shapes !== null) this.ground = { mark: state.ground.mark, shapes: state.ground.shapes };
    else state.ground.shapes = this.ground?.shapes ?? "";
    this.state = state;
    this.at = state.broken?.ply ?? asked;
    // Moves that these rules do not allow are kept: the next rules may allow them again.
    if (state.broken) this.wanted = asked;
    else if (!same) this.wanted = null;
    if (this.wanted === null || state.broken) this.broken = state.broken;
  }

  /** As long as the rules could never be read, the board of their parent is shown. */
  private async stand({ file, texts }: Meant): Promise<void> {
    const name = /^\s*variant\s.*\bextends\s+"?([^"\s]+)"?/m.exec(texts[file] ?? "")?.[1] ?? "chess";
    const variant = { file: `<${name}>`, texts: {} };
    const state = await server.ask<BoardState>("board", { variant, flip: this.flip, figures: settings.figures, used: outlines(), palette: true }).catch(() => null);
    if (!state || this.again) return;
    learn(state.outlines);
    this.state = { ...state, moves: [], fen: "" };
    this.ground = null;
  }

  private fail(error: unknown, same: boolean): void {
    if (error instanceof RpcError && error.code === RULES) {
      const data = error.data as { errors?: Wrong[]; library?: boolean };
      this.wrong = { message: error.message, errors: data.errors ?? [], told: data.library ?? false };
    } else if (error instanceof RpcError && error.code === POSITION && same) {
      toast(t`The position cannot be read: ${error.message}`, "wrong");
      this.take(this.good);
    } else if (error instanceof RpcError && error.code === POSITION) {
      // A position of the rules before: these may be on their way to others that have it.
      this.wrong = { message: t`The position cannot be read under these rules: ${error.message}. A new game can.`, errors: [], told: true };
    } else if (server.open) {
      this.wrong = { message: (error as Error).message, errors: [], told: false };
    }
  }

  play(move: Playable): Promise<void> {
    const turn = this.state!.turn;
    this.wanted = null;
    const list = this.next;
    let ply = list.find((ply) => ply.text === move.move);
    if (!ply) list.push((ply = { text: move.move, san: move.san, turn, then: [] }));
    this.line = [...this.line.slice(0, this.at), ply, ...follow(ply.then)];
    this.at++;
    announce(`${t(sentence(turn))}: ${move.san}`);
    return this.refresh();
  }

  /** The moves played from the position on the board, variations included. */
  get next(): Ply[] {
    return this.at ? this.line[this.at - 1]!.then : this.first;
  }

  /** Goes to a move wherever it is among the variations. */
  visit(ply: Ply): Promise<void> {
    const way = this.wayTo(ply);
    if (!way) return Promise.resolve();
    this.line = [...way, ...follow(ply.then)];
    return this.jump(way.length);
  }

  private wayTo(ply: Ply): Ply[] | null {
    const open: { list: Ply[]; way: Ply[] }[] = [{ list: this.first, way: [] }];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const one of next.list) {
        const way = [...next.way, one];
        if (one === ply) return way;
        open.push({ list: one.then, way });
      }
    }
    return null;
  }

  /** Makes the line on the board the main line. */
  promote(): void {
    let list = this.first;
    for (const ply of this.line.slice(0, this.at)) {
      list.splice(list.indexOf(ply), 1);
      list.unshift(ply);
      list = ply.then;
    }
    documents.keep();
    this.tell();
  }

  /** Takes the move on the board, and all that follows it, out of the game. */
  prune(): Promise<void> {
    const ply = this.line[this.at - 1];
    if (!ply) return Promise.resolve();
    this.at--;
    this.next.splice(this.next.indexOf(ply), 1);
    this.line = [...this.line.slice(0, this.at), ...follow(this.next)];
    return this.refresh();
  }

  /** Says something about the move on the board. */
  comment(words: string): void {
    const ply = this.line[this.at - 1];
    if (!ply) return;
    if (words) ply.comment = words;
    else delete ply.comment;
    documents.keep();
    this.tell();
  }

  /** Adds lines that begin in the position on the board. */
  add(line: Named[]): void {
    const merge = (list: Ply[], more: Ply[]) => {
      for (const ply of more) {
        const known = list.find((one) => one.text === ply.text);
        if (known) merge(known.then, ply.then);
        else list.push(ply);
      }
    };
    merge(this.next, fromLine(line));
    this.line = [...this.line.slice(0, this.at), ...follow(this.next)];
    documents.keep();
    this.tell();
  }

  jump(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.line.length, at));
    this.wanted = null;
    return this.refresh();
  }

  /** Begins again, from the start or from a position. */
  begin(fen: string | null = null): Promise<void> {
    this.turn();
    this.take({ ...NOTHING, fen });
    return this.refresh();
  }

  /** Plays moves from a position, and names them; returns what is wrong with them. */
  async replay(fen: string | null, moves: string[]): Promise<string | null> {
    return this.read(fen, moves.map((text) => ({ text })));
  }

  /** Reads a game with variations; returns what is wrong with it. */
  async read(fen: string | null, written: Written[], at = Infinity): Promise<string | null> {
    await this.begin(fen);
    const variant = this.shown;
    if (!variant || !written.length) return null;
    const { line, wrong } = await server.ask<{ line: Named[]; wrong: string | null }>("tree", { variant, fen, line: written });
    this.take({ fen, line, at });
    await this.refresh();
    return wrong;
  }
}

export const game = new Game();
