// The two builds of the Rust half, loaded when they are needed, and the border to them.
//
// `small` holds boards of up to 64 squares, `full` all. An instance that has trapped is never asked
// again: what comes next gets a new one.

/** An error of ferz. `kind` says which: `rules`, `illegal`, `position`, `unknown`, `crashed`, ... */
export class FerzError extends Error {
  constructor({ kind, message, ...rest }) {
    super(message);
    this.name = "FerzError";
    this.kind = kind;
    Object.assign(this, rest);
  }
}

const builds = {
  small: {
    glue: () => import("../dist/small.js"),
    wasm: () => new URL("../dist/small.wasm", import.meta.url),
  },
  full: {
    glue: () => import("../dist/full.js"),
    wasm: () => new URL("../dist/full.wasm", import.meta.url),
  },
};

/**
 * The modules that are loaded or being loaded: a promise of a compiled module, and one of its
 * instance.
 */
const loaded = { small: {}, full: {} };

/** The places of the wasm files, for programs that move them: names to URLs or bytes. */
let places = {};

/**
 * Says where the two files of WebAssembly are, where they do not stand beside the code.
 * @param {{small?: string | URL | BufferSource, full?: string | URL | BufferSource}} files
 */
export function configure(files) {
  places = { ...places, ...files };
}

async function bytes(place) {
  if (typeof place !== "string" && !(place instanceof URL)) {
    return place;
  }
  const url = new URL(place, import.meta.url);
  if (url.protocol === "file:") {
    // A name that bundlers for browsers do not follow.
    const fs = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ fs);
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) {
    throw new FerzError({ kind: "load", message: `${url}: ${answer.status} ${answer.statusText}` });
  }
  return answer;
}

async function compile(build) {
  const source = await bytes(places[build] ?? builds[build].wasm());
  if (typeof Response !== "undefined" && source instanceof Response) {
    const type = source.headers.get("content-type") ?? "";
    return type.startsWith("application/wasm")
      ? WebAssembly.compileStreaming(source)
      : WebAssembly.compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(source);
}

async function instantiate(build) {
  const [glue, module] = await Promise.all([builds[build].glue(), loaded[build].module]);
  const raw = glue.default();
  // Not at once: browsers refuse that for files of more than 8 MB.
  await raw.init({ module_or_path: module });
  return { build, raw, crashed: undefined };
}

/**
 * An instance of a build that works.
 * @param {"small" | "full"} build
 */
export async function core(build) {
  const slot = loaded[build];
  slot.module ??= compile(build).catch((error) => {
    slot.module = undefined;
    throw error;
  });
  slot.instance ??= instantiate(build).catch((error) => {
    slot.instance = undefined;
    throw error;
  });
  const instance = await slot.instance;
  slot.ready = instance;
  if (!instance.crashed) {
    return instance;
  }
  // Another process may have begun a new one meanwhile.
  if (loaded[build].ready === instance) {
    slot.instance = undefined;
    slot.ready = undefined;
  }
  return core(build);
}

/** The instance of a build that is there already, if it is. */
export function ready(build) {
  const instance = loaded[build].ready;
  return instance && !instance.crashed ? instance : undefined;
}

/**
 * Asks an instance. Errors that Rust returns, and its panics, are thrown as a `FerzError`.
 * @template T
 * @param {{raw: any, crashed?: string}} instance
 * @param {(raw: any) => T} question
 * @returns {T}
 */
export function ask(instance, question) {
  if (instance.crashed) {
    throw new FerzError({
      kind: "crashed",
      message: `what belongs to a crashed engine cannot be used any longer (${instance.crashed}); make it again`,
    });
  }
  try {
    return question(instance.raw);
  } catch (error) {
    if (typeof error === "string") {
      let parsed;
      try {
        parsed = JSON.parse(error);
      } catch {
        parsed = { kind: "other", message: error };
      }
      throw new FerzError(parsed);
    }
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      instance.crashed = String(error.message);
      throw new FerzError({
        kind: "crashed",
        message: `ferz crashed: ${error.message}. This is a fault in ferz; please report it`,
      });
    }
    if (String(error?.message).startsWith("recursive use of an object")) {
      const message = "a function that is called meanwhile cannot use the object that calls it";
      throw new FerzError({ kind: "argument", message });
    }
    throw error;
  }
}
