// Many clients at once, typing and moving; and some that send the worst that is known.
//
//   node --experimental-websocket test/load.mjs [clients] [seconds] [bombers] [pause]
//
// Each client changes its text, asks for the board of the new rules, and moves, with a pause of
// that many seconds on average before each change and before each move. Those that send bombs have
// a process of their own, with the lowest priority unless BOMBS_NICE says another: they stand for
// other machines, and their reading and writing costs this one nothing.

import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { serve } from "./browser.mjs";

/** The target of the tests that do nothing but send bombs. */
const target = process.env.BOMBS_FOR;
const [clients = 200, seconds = 20, bombers = 0, rest = 0.5] = process.argv.slice(2).map(Number);
const served = target ? { address: target, stop() {} } : await serve("--public", "--clients", "1000", "--clients-each", "1000");
const address = served.address.replace("http", "ws") + "session";
const origin = served.address.replace(/\/$/, "");
const pause = (time) => new Promise((done) => setTimeout(done, time));
const times = { diagnostics: [], boards: [], moves: [] };
let ended = 0;
let errors = 0;
let over = false;
/** How many clients have a board, and whether what they wait counts: the moments in which all come at once do not. */
let there = 0;
let counted = false;

class Client {
  constructor() {
    this.next = 0;
    this.waiting = new Map();
  }

  open() {
    return new Promise((done, failed) => {
      this.socket = new WebSocket(address, { headers: { origin } });
      this.socket.onopen = done;
      this.socket.onerror = failed;
      this.socket.onclose = () => {
        this.closed = true;
        for (const waiting of this.waiting.values()) waiting(null);
        if (!over) ended++;
      };
      this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    });
  }

  hear(message) {
    const key = message.method === "textDocument/publishDiagnostics" ? `d${message.params.version}` : message.id;
    if (message.error) errors++;
    this.waiting.get(key)?.(message.result ?? message.params ?? null);
    this.waiting.delete(key);
  }

  say(method, params, key) {
    const message = { jsonrpc: "2.0", method, params };
    if (key === undefined) message.id = key = ++this.next;
    return new Promise((done) => {
      if (this.closed) return done(null);
      if (key !== null) this.waiting.set(key, done);
      this.socket.send(JSON.stringify(message));
      if (key === null) done(null);
    });
  }
}

const uri = "file:///mine.ferz";
const rules = (n) => `variant "Mine" extends chess\n\npiece centaur C = king | knight, value ${1 + (n % 9)}\n\npromotion pawn { to: queen, centaur, rook, bishop, knight }\n\nstart "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"\n`;

async function person() {
  const client = new Client();
  await client.open();
  await client.say("initialize", { capabilities: {} });
  await client.say("initialized", {}, null);
  await client.say("textDocument/didOpen", { textDocument: { uri, languageId: "ferz", version: 0, text: rules(0) } }, "d0");
  let moves = [];
  let version = 0;
  const variant = () => ({ file: "/mine.ferz", texts: { "/mine.ferz": rules(version) } });
  const used = [];
  let ground = null;
  /** The board, asked for as the page does. */
  const look = async (palette) => {
    const board = await client.say("ferz/board", { variant: variant(), moves, ground, used, palette });
    used.push(...Object.keys(board?.outlines ?? {}));
    ground = board?.ground?.mark ?? ground;
    return board;
  };
  let board = await look(true);
  there++;
  while (!over && !client.closed) {
    await pause(rest * (500 + Math.random() * 1000));
    version++;
    let since = performance.now();
    await client.say("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text: rules(version) }] }, `d${version}`);
    if (counted) times.diagnostics.push(performance.now() - since);
    await pause(rest * (500 + Math.random() * 1000));
    const choice = board?.moves?.[Math.floor(Math.random() * board.moves.length)];
    moves = choice && moves.length < 60 ? [...moves, choice.move] : [];
    // The text has changed, so this compiles, too, as the page does after a key; the next is a move alone.
    since = performance.now();
    board = await look(true);
    if (counted) times.boards.push(performance.now() - since);
    const next = board?.moves?.[0];
    if (!next) continue;
    moves = [...moves, next.move];
    since = performance.now();
    board = await look(false);
    if (counted) times.moves.push(performance.now() - since);
  }
  client.socket.close();
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".replace("K", "");
/** Texts that take long, or much. */
const bombs = [
  `variant "Riders" \nboard 16x16\n${[...letters].map((c, i) => `piece p${i} ${c} = ride ${["orthogonal", "diagonal", "all"][i % 3]} | ride leap(1, 2) | ride leap(${1 + (i % 3)}, 3)`).join("\n")}\npiece king K = step all, royal\nstart "${"8/".repeat(0)}k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1"\n`,
  'variant "Queens" extends chess\nboard 16x16\npiece queen Q = queen then queen\npiece rook R = queen then queen\npiece bishop B = queen then queen\nstart "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1"\n',
  `variant "Deep" extends chess\n${"movement a = (".repeat(1)}${"(".repeat(100000)}\n`,
  `variant "Many" extends chess\n${Array.from({ length: 9000 }, (_, i) => `piece x${i} = y${i}`).join("\n")}\n`,
];

async function bomber(n) {
  while (!over) {
    const client = new Client();
    try {
      await client.open();
    } catch {
      await pause(100);
      continue;
    }
    await client.say("initialize", { capabilities: {} });
    await client.say("initialized", {}, null);
    for (let i = 0; !over && !client.closed; i++) {
      const text = bombs[(n + i) % bombs.length] + `# ${i}\n`;
      void client.say("textDocument/didOpen", { textDocument: { uri: `file:///b${i}.ferz`, languageId: "ferz", version: 0, text } }, null);
      const variant = { file: "/b.ferz", texts: { "/b.ferz": text } };
      void client.say("ferz/study", { variant: { file: "<chess>" }, games: 100, nodes: 1000 });
      void client.say("ferz/think", { variant: { file: "<chess>" }, time: 20000 });
      // Many tasks of some seconds at once.
      for (let k = 0; k < 10; k++) void client.say(["ferz/diff", "ferz/page", "ferz/snapshot"][k % 3], { variant: i % 2 ? variant : { file: "<atomic>" } });
      for (let kind = 0; kind < 5; kind++) void client.say("ferz/piece", { variant, moves: [], kind, side: "white" });
      await Promise.race([client.say("ferz/board", { variant, moves: [] }), pause(15_000)]);
    }
    client.socket?.close();
  }
}

if (target) {
  setPriority(Number(process.env.BOMBS_NICE ?? 19));
  process.on("disconnect", () => process.exit(0));
  await Promise.all(Array.from({ length: bombers }, (_, n) => bomber(n)));
}
const bombing = bombers > 0 && fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, BOMBS_FOR: served.address } });
// The lateness of this process itself: all clients are in it, and its delays are in their times.
const own = monitorEventLoopDelay({ resolution: 1 });
const all = Array.from({ length: clients }, person);
while (there < clients) await pause(100);
await pause(3000);
counted = true;
own.enable();
await pause(seconds * 1000);
over = true;
own.disable();
if (bombing) bombing.disconnect();
await Promise.race([Promise.allSettled(all), pause(5000)]);
served.stop();
const share = (list, part) => Math.round(list.sort((a, b) => a - b)[Math.floor(list.length * part)] ?? NaN);
for (const [name, list] of Object.entries(times)) {
  console.log(`${name}: ${list.length} answers, half within ${share(list, 0.5)} ms, 99 of 100 within ${share(list, 0.99)} ms, all within ${Math.round(list.at(-1) ?? NaN)} ms`);
}
console.log(`the clients themselves are late: half of the time by ${(own.percentile(50) / 1e6).toFixed(1)} ms, 99 of 100 times by less than ${(own.percentile(99) / 1e6).toFixed(1)} ms`);
console.log(`${clients} clients and ${bombers} bombers for ${seconds} s; ${ended} sessions ended, ${errors} refusals`);
process.exit(0);
