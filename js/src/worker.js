// An opponent beside the page: `new Thinker()` starts a worker, so that the page goes on meanwhile, and
// a search can be ended at once.
//
// The same file runs in the worker.

import { Engine, FerzError, Game, Variant } from "./index.js";

const isWorker = typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope;

if (isWorker) {
  const known = new Map();
  globalThis.addEventListener("message", async ({ data }) => {
    if (data?.ferz !== "think") {
      return;
    }
    const { id, variant: asked, fen, moves, limits } = data;
    try {
      const key = JSON.stringify(asked);
      if (!known.has(key)) {
        const variant = asked.text === undefined
          ? await Variant.bundled(asked.name)
          : await Variant.parse(asked.text, { name: asked.name, library: asked.library });
        known.set(key, { variant, engine: new Engine(variant, asked) });
      }
      const { variant, engine } = known.get(key);
      const game = new Game(variant, fen ? variant.position(fen) : undefined);
      moves.forEach((move) => game.push(move));
      const onInfo = (info) => {
        globalThis.postMessage({ ferz: "info", id, info });
      };
      globalThis.postMessage({ ferz: "found", id, found: engine.think(game, { ...limits, onInfo }) });
    } catch (error) {
      known.clear();
      const { message, kind = "other", ...rest } = error;
      globalThis.postMessage({ ferz: "failed", id, error: { ...rest, kind, message } });
    }
  });
}

/** An opponent in a worker of its own. */
export class Thinker {
  #worker;
  #make;
  #asked = new Map();
  #next = 0;

  /** `make` starts the worker; it is needed where a bundler does not find this file by itself. */
  constructor({ make = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) } = {}) {
    this.#make = make;
  }

  #start() {
    const worker = this.#make();
    worker.addEventListener("message", ({ data }) => {
      const waiting = this.#asked.get(data.id);
      if (data.ferz === "info") {
        waiting?.onInfo?.(data.info);
      } else if (data.ferz === "found") {
        this.#asked.delete(data.id);
        waiting?.resolve(data.found);
      } else if (data.ferz === "failed") {
        this.#asked.delete(data.id);
        waiting?.reject(new FerzError(data.error));
      }
    });
    worker.addEventListener("error", (event) => this.#end({ kind: "crashed", message: event.message ?? "the worker ended" }));
    return worker;
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#asked.values()];
    this.#asked.clear();
    waiting.forEach(({ reject }) => reject(new FerzError(error)));
  }

  /**
   * Finds a move. `variant` is `{ name }` of a bundled one or `{ text, name?, library? }`; the game is given by its first
   * position, if that is not the start position, and its moves.
   */
  think(variant, { fen, moves = [], onInfo, signal, ...limits } = {}) {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.#worker ??= this.#start();
    const id = (this.#next += 1);
    const found = new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, onInfo });
    });
    signal?.addEventListener("abort", () => this.#asked.has(id) && this.stop(), { once: true });
    try {
      this.#worker.postMessage({ ferz: "think", id, variant, fen, moves, limits });
    } catch (error) {
      // Something among them is no data.
      this.#asked.get(id).reject(error);
      this.#asked.delete(id);
    }
    return found;
  }

  /** Ends what is being thought about, at once; the promises are rejected. The next question starts a new worker. */
  stop() {
    this.#end({ kind: "stopped", message: "the search was stopped" });
  }
}
