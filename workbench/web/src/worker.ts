// The program of a worker: a session of WebAssembly, which hears messages and answers them.

/** The page's messages to a worker. */
export type Order =
  | { begin: { module: WebAssembly.Module; glue: string; title: string; seed: number; texts: Map<string, string> } }
  | { put: Map<string, string | null> }
  | { say: string };
/** A worker's messages to the page. */
export type Report = { said: string } | { outgrown: true } | { crashed: string };

type Session = { put(name: string, text?: string): void; hear(text: string): void; idle(): boolean; outgrown(): boolean };
type Glue = { default(): { init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>; RawSession: new (title: string, seed: number) => Session } };

/** The silence after which texts are compiled for the language server. */
const QUIET = 200;

const report = (told: Report) => postMessage(told);
Object.assign(globalThis, { ferzSay: (said: string) => report({ said }) });

let session: Session | null = null;
let timer = 0;

/** Does something in the session. After a trap nothing in it can be relied on. */
function inside(action: (session: Session) => void): void {
  if (!session) return;
  try {
    action(session);
    if (session.outgrown()) report({ outgrown: true });
  } catch (error) {
    session = null;
    report({ crashed: String(error) });
  }
}

/** One text at a time, so that a question may come in between. */
function rest(): void {
  inside((session) => {
    if (session.idle()) timer = setTimeout(rest, 0) as unknown as number;
  });
}

async function obey(order: Order): Promise<void> {
  if ("begin" in order) {
    const { module, glue, title, seed, texts } = order.begin;
    const made = ((await import(/* @vite-ignore */ glue)) as Glue).default();
    await made.init({ module_or_path: module });
    session = new made.RawSession(title, seed);
    for (const [path, text] of texts) session.put(path, text);
  } else if ("put" in order) {
    inside((session) => order.put.forEach((text, path) => session.put(path, text ?? undefined)));
  } else {
    clearTimeout(timer);
    inside((session) => session.hear(order.say));
    timer = setTimeout(rest, QUIET) as unknown as number;
  }
}

// In order, however long the beginning takes.
let before: Promise<void> = Promise.resolve();
addEventListener("message", (event: MessageEvent<Order>) => {
  before = before.then(() => obey(event.data)).catch((error) => report({ crashed: String(error) }));
});
