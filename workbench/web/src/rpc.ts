// The connection to the session: JSON-RPC over one wire, shared with the language client.

import { t } from "./language";
import { local } from "./local";
import { served, socket, type Ears, type Wire } from "./wire";

export class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** The rules have mistakes. */
export const RULES = -32001;
/** The position or a move is wrong. */
export const POSITION = -32002;
/** A file has changed in the meantime, or cannot be written. */
export const FILE = -32003;

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void };
type Listener = (params: never) => void;

/** Why a session has ended, for people. */
const ENDINGS: Record<string, string> = {
  time: "Something took too long.",
  memory: "The rules needed more memory than there is for one page.",
  processor: "This page has used up its time on the processor.",
  start: "The server cannot start a session.",
  mistake: "The session ended because of a fault in ferz.",
};

export class Connection {
  private wire: Wire | null = null;
  private pending = new Map<string, Pending>();
  private listeners = new Map<string, Set<Listener>>();
  private next = 0;
  private failures = 0;
  private why: string | null = null;
  private lsp = new Set<(message: string) => void>();
  /** Called when a session begins, and when it has ended. */
  onOpen: () => void = () => {};
  onClose: (why: string, again: number) => void = () => {};
  /** Called when the language server has forgotten everything. */
  onRenew: () => void = () => {};
  /** Whether this browser does everything itself. */
  readonly local = !served();

  connect(): void {
    let opened = 0;
    this.why = null;
    const ears: Ears = {
      opened: () => {
        opened = Date.now();
        this.onOpen();
      },
      heard: (text) => this.receive(text),
      renewed: () => this.onRenew(),
      closed: (why, cause) => {
        this.wire = null;
        for (const pending of this.pending.values()) pending.reject(new Error("the connection has ended"));
        this.pending.clear();
        // A connection that ends at once will do so again: wait longer each time.
        this.failures = opened && Date.now() - opened > 20_000 ? 0 : this.failures + 1;
        const wait = Math.min(30_000, 250 * 2 ** this.failures);
        const silent = this.local ? (cause ? t`ferz could not be loaded: ${cause}.` : t("ferz could not be loaded.")) : t("The server does not answer.");
        const told = this.why ?? (why && why !== "start" ? ENDINGS[why] : undefined);
        this.onClose(told ? t(told) : silent, wait);
        setTimeout(() => this.connect(), wait);
      },
    };
    this.wire = this.local ? local(ears) : socket(ears);
  }

  get open(): boolean {
    return this.wire?.open ?? false;
  }

  /** Asks one of the questions `ferz/...`. */
  ask<T>(question: string, params: unknown = null): Promise<T> {
    const id = `f${++this.next}`;
    return new Promise<T>((resolve, reject) => {
      if (!this.open) return reject(new Error("there is no connection to the server"));
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.send(JSON.stringify({ jsonrpc: "2.0", id, method: `ferz/${question}`, params }));
    });
  }

  /** Calls a function for notices without a request; returns a function that ends this. */
  on<T>(method: string, listener: (params: T) => void): () => void {
    const set = this.listeners.get(method) ?? new Set();
    this.listeners.set(method, set.add(listener as Listener));
    return () => set.delete(listener as Listener);
  }

  private send(message: string): void {
    if (!this.open) throw new Error("there is no connection to the server");
    this.wire!.send(message);
  }

  private receive(text: string): void {
    const message = JSON.parse(text);
    if (typeof message.id === "string" && message.id.startsWith("f") && !message.method) {
      const pending = this.pending.get(message.id);
      this.pending.delete(message.id);
      const { error } = message;
      if (error) pending?.reject(new RpcError(error.message, error.code, error.data));
      else pending?.resolve(message.result);
    } else if (message.method === "ferz/ended") {
      this.why = ENDINGS[message.params.why] ?? ENDINGS.mistake;
    } else if (message.method?.startsWith("ferz/")) {
      for (const listener of this.listeners.get(message.method) ?? []) listener(message.params as never);
    } else {
      for (const handler of this.lsp) handler(text);
    }
  }

  /** The channel of the language client. */
  readonly transport = {
    send: (message: string) => this.send(message),
    subscribe: (handler: (message: string) => void) => void this.lsp.add(handler),
    unsubscribe: (handler: (message: string) => void) => void this.lsp.delete(handler),
  };
}

export const server = new Connection();
