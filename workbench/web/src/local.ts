// A session without a server: workers that hold ferz as WebAssembly. One is for the board and the
// language services; long tasks have another, for each kind of work, and is ended with its worker.

import { alone, texts as places, type Texts } from "./texts";
import type { Ears, Wire } from "./wire";
import type { Order, Report } from "./worker";

/** The build for boards of up to 64 squares, and the one for all. */
type Build = "small" | "full";
type Message = { id?: string | number; method?: string; params?: unknown; result?: unknown; error?: { code: number } };
type Asked = { text: string; method: string; params: unknown; timer: number };
type Lane = { worker: Worker; build: Build; asked: Map<string | number, Asked>; told: unknown };

/** The build is for smaller boards. */
const LARGER = -32005;
const LATE = -32004;
const OURS = -32603;
/** How long an answer may take that does not tell how far it is. */
const PATIENCE = 60_000;
/** Work that goes on until it is done or stopped. */
const JOBS = ["think", "study", "puzzles", "solve"];
/** The methods that may take long. */
const LONG = ["page", "publish", "test", "case", "snapshot", "diff"];
/** Questions about the folder: what other pages have written comes first. */
const FOLDER = ["about", "files", "read", "marks", "write"];
const TITLE = "this browser";

const modules = new Map<Build, Promise<WebAssembly.Module>>();

/** A file that may be packed: servers of plain files pack nothing. */
async function unpacked(answer: Response): Promise<Response> {
  const bytes = await answer.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  const stream = new Blob([bytes]).stream();
  const packed = first === 0x1f && second === 0x8b;
  return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers: { "content-type": "application/wasm" } });
}

const place = (name: string) => new URL(`wasm/${name}`, document.baseURI).href;

/** A build, loaded once. */
function load(build: Build): Promise<WebAssembly.Module> {
  const before = modules.get(build);
  if (before) return before;
  const loading = (async () => {
    const answer = await fetch(place(`${build}.bin`));
    if (!answer.ok) throw new Error(`the part of ferz for ${build === "full" ? "large" : "all"} boards is not there`);
    return WebAssembly.compileStreaming(unpacked(answer));
  })();
  modules.set(build, loading);
  loading.catch(() => modules.delete(build));
  return loading;
}

/** The answer for a stopped job, made from its last progress. */
function stopped(method: string, params: unknown, told: unknown): unknown {
  const last = (told ?? {}) as { move?: string | null; line?: string[]; nodes?: number };
  if (method === "think") return { move: last.move ?? null, san: last.line?.[0] ?? null, told, stopped: true };
  if (method === "study" || method === "puzzles") return { ...(params as object), done: 0, puzzles: [], ...last, stopped: true };
  return { moves: null, noneWithin: 0, complete: false, nodes: last.nodes ?? 0, tree: [] };
}

/** The workers of a page. */
class Workers implements Wire {
  open = false;
  private readonly lanes = new Map<string, Promise<Lane>>();
  private build: Build = "small";
  private kept = new Map<string, string>();
  private store!: Texts;

  constructor(private readonly ears: Ears) {
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.store = await places();
      this.kept = await this.store.all();
      await this.lane("board");
      this.open = true;
      this.ears.opened();
    } catch (error) {
      console.warn(error);
      this.ears.closed("start", (error as Error).message);
    }
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    const method = message.method?.startsWith("ferz/") ? message.method.slice(5) : "";
    if (method === "stop") {
      void this.stop(message.params as string);
      return this.answer(message.id, { result: null });
    }
    if (method === "thumb") return this.answer(message.id, { result: { image: `../thumbs/${(message.params as { name: string }).name}.svg` } });
    void this.ask(message, text, method).catch((error) => this.answer(message.id, { error: { code: OURS, message: (error as Error).message } }));
  }

  private answer(id: Message["id"], rest: object): void {
    if (id !== undefined) this.ears.heard(JSON.stringify({ jsonrpc: "2.0", id, ...rest }));
  }

  private async ask(message: Message, text: string, method: string): Promise<void> {
    if (FOLDER.includes(method) && method !== "write") await this.refresh();
    if (method === "write") return this.write(message, text);
    if (JOBS.includes(method)) await this.stop(method);
    // A definition of another program may be of any size.
    const name = JOBS.includes(method) || method === "import" ? method : LONG.includes(method) ? "long" : "board";
    const build = method === "import" ? await load("full").then((): Build => "full", () => this.build) : this.build;
    this.post(name, await this.lane(name, build), text, method, message);
  }

  private post(name: string, lane: Lane, text: string, method: string, message: Message): void {
    if (message.id !== undefined && message.method) {
      const wait = JOBS.includes(method) ? 0 : window.setTimeout(() => this.end(name, "time"), PATIENCE);
      lane.asked.set(message.id, { text, method, params: message.params, timer: wait });
    }
    lane.told = null;
    lane.worker.postMessage({ say: text } satisfies Order);
  }

  /** Texts that other pages have written, or removed. */
  private async refresh(): Promise<void> {
    const now = await this.store.all();
    const changed = new Map<string, string | null>();
    for (const [path, text] of now) if (this.kept.get(path) !== text) changed.set(path, text);
    for (const path of this.kept.keys()) if (!now.has(path)) changed.set(path, null);
    this.kept = now;
    if (changed.size) await this.spread(changed);
  }

  private async spread(put: Map<string, string | null>): Promise<void> {
    for (const lane of this.lanes.values()) (await lane).worker.postMessage({ put } satisfies Order);
  }

  /** The session says whether the text is still what its writer has seen; no other page writes meanwhile. */
  private write(message: Message, text: string): Promise<void> {
    return alone(async () => {
      await this.refresh();
      const lane = await this.lane("board");
      const { file, text: words } = message.params as { file: string; text: string };
      const fine = await new Promise<boolean>((written) => {
        this.writes.set(message.id!, written);
        this.post("board", lane, text, "write", message);
      });
      if (!fine) return;
      await this.store.write(file, words);
      this.kept.set(file, words);
      await this.spread(new Map([[file, words]]));
    });
  }

  private readonly writes = new Map<string | number, (fine: boolean) => void>();

  private lane(name: string, build = this.build): Promise<Lane> {
    const before = this.lanes.get(name);
    if (before) return before;
    const made = this.make(name, build);
    this.lanes.set(name, made);
    made.catch(() => this.lanes.get(name) === made && this.lanes.delete(name));
    return made;
  }

  private async make(name: string, build: Build): Promise<Lane> {
    const module = await load(build);
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const lane: Lane = { worker, build, asked: new Map(), told: null };
    worker.onmessage = (event: MessageEvent<Report>) => this.heard(name, lane, event.data);
    worker.onerror = () => this.end(name, "mistake");
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    worker.postMessage({ begin: { module, glue: place(`${build}.js`), title: TITLE, seed, texts: this.kept } } satisfies Order);
    return lane;
  }

  private heard(name: string, lane: Lane, report: Report): void {
    if ("crashed" in report) {
      console.warn(report.crashed);
      return void this.end(name, "mistake");
    }
    if ("outgrown" in report) return void this.grow(lane);
    const message = JSON.parse(report.said) as Message;
    const asked = message.method ? undefined : lane.asked.get(message.id!);
    if (asked && message.error?.code === LARGER && lane.build === "small") return void this.grow(lane);
    if (asked) {
      clearTimeout(asked.timer);
      lane.asked.delete(message.id!);
      this.writes.get(message.id!)?.(!message.error);
      this.writes.delete(message.id!);
    } else if (message.method?.startsWith("ferz/") && !(message.params as { rank?: number }).rank) {
      // The best line, where there are several.
      lane.told = message.params;
    }
    this.ears.heard(report.said);
  }

  /** Goes on with the build for all boards; what was asked is asked there. */
  private async grow(lane: Lane): Promise<void> {
    if (lane.build !== "small") return;
    try {
      await load("full");
    } catch (error) {
      for (const [id, asked] of lane.asked) {
        clearTimeout(asked.timer);
        this.answer(id, { error: { code: LARGER, message: (error as Error).message } });
      }
      return lane.asked.clear();
    }
    if (this.build === "full") return;
    this.build = "full";
    const old = [...this.lanes].filter(([name]) => name !== "import");
    for (const [name] of old) this.lanes.delete(name);
    for (const [name, made] of old) {
      const { worker, asked } = await made;
      worker.terminate();
      for (const { timer } of asked.values()) clearTimeout(timer);
      const again = [...asked].filter(([, { method }]) => method);
      if (!again.length) continue;
      const next = await this.lane(name);
      for (const [id, { text, method, params }] of again) this.post(name, next, text, method, { id, method: `ferz/${method}`, params });
    }
    await this.lane("board");
    this.ears.renewed();
  }

  /** Stops a job: its worker ends. */
  private async stop(name: string): Promise<void> {
    const lane = this.lanes.get(name);
    if (!lane || !JOBS.includes(name)) return;
    const { worker, asked, told } = await lane;
    if (!asked.size) return;
    this.lanes.delete(name);
    worker.terminate();
    for (const [id, { method, params }] of asked) this.answer(id, { result: stopped(method, params, told) });
  }

  /** Ends a worker that takes too long, or whose session has trapped. */
  private async end(name: string, why: "time" | "mistake"): Promise<void> {
    const made = this.lanes.get(name);
    if (!made) return;
    this.lanes.delete(name);
    const { worker, asked } = await made;
    worker.terminate();
    const words = why === "time" ? "this took too long and was stopped" : "ferz has made a mistake; it goes on without this answer";
    for (const [id, { timer }] of asked) {
      clearTimeout(timer);
      this.writes.get(id)?.(false);
      this.answer(id, { error: { code: why === "time" ? LATE : OURS, message: words } });
    }
    if (name !== "board" || !this.open) return;
    this.open = false;
    for (const lane of this.lanes.values()) (await lane).worker.terminate();
    this.ears.closed(why);
  }
}

/** The way to workers of this browser. */
export const local = (ears: Ears): Wire => new Workers(ears);
