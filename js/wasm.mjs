// The steps that the package and the site share: compiling a crate to WebAssembly with the code
// that binds it.
//
// It needs Rust with the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). The
// tool wasm-bindgen is installed into `target/` where the right version of it is not there.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const root = join(here, "..");
export const target = join(root, "target", "js");

export function run(command, args, env = {}) {
  execFileSync(command, args, { cwd: here, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
}

function has(command, version) {
  const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.includes(version);
}

/** wasm-bindgen must be of the same version as the crate. */
function bindgen() {
  const lock = readFileSync(join(here, "Cargo.lock"), "utf8");
  const [, version] = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/.exec(lock);
  const installed = join(target, "tools", "bin", "wasm-bindgen");
  const found = ["wasm-bindgen", installed].find((command) => has(command, version));
  if (!found) {
    const tools = join(target, "tools");
    const options = ["--profile", "dev", "--root", tools, "--target-dir", join(tools, "target"), "--quiet"];
    run("cargo", ["install", "wasm-bindgen-cli", "--version", version, ...options]);
  }
  return found ?? installed;
}

/** Checks texts before they are copied: the generated code would copy anything, and trap on most. */
function checked(code) {
  const begin = /^function passStringToWasm0\(arg, .*\{$/m;
  if (!begin.test(code)) {
    throw new Error("wasm-bindgen copies texts otherwise than this script expects");
  }
  return code.replace(begin, '$&\n    if (typeof arg !== "string") throw new TypeError(`a text is wanted, not ${arg === null ? "null" : typeof arg}`);');
}

/** The generated module as a function: each call of it makes an instance of its own. */
function factory(code, wanted) {
  const names = [...code.matchAll(/^export (?:async )?(?:class|function) (\w+)/gm)].map(([, name]) => name);
  const body = code
    .replace(/^export \{[^}]*\};?$/gm, "")
    .replace(/^export /gm, "")
    .replaceAll("import.meta.url", '""');
  if (/^import /m.test(body) || !names.includes(wanted)) {
    throw new Error("wasm-bindgen writes its code otherwise than this script expects");
  }
  return `export default function make() {\n${body}\nreturn { init: __wbg_init, ${names.filter((name) => name !== "initSync").join(", ")} };\n}\n`;
}

/** Builds for boards of up to 64 squares, and, unless they are for tests, for all. */
export const builds = (dev) => ({ small: "--cfg ferz_small_boards", ...(dev ? {} : { full: "" }) });

/** A crate as WebAssembly: its bytes, and the code that binds them, of which `wanted` is a class. */
export function build({ crate, name, flags, wanted, dev }) {
  const folder = join(target, name);
  const profile = dev ? "dev" : "web";
  run("cargo", ["build", "--target", "wasm32-unknown-unknown", "--profile", profile, "--quiet", "-p", crate], {
    CARGO_TARGET_DIR: folder,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags,
  });
  // Link-time optimisation leaves nothing for wasm-opt: it saved one part in a hundred.
  const built = join(folder, "wasm32-unknown-unknown", dev ? "debug" : profile, `${crate.replaceAll("-", "_")}.wasm`);
  const bound = join(folder, "bound");
  run(bindgen(), ["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section", "--out-name", name, "--out-dir", bound, built]);
  return { glue: factory(checked(readFileSync(join(bound, `${name}.js`), "utf8")), wanted), wasm: readFileSync(join(bound, `${name}_bg.wasm`)) };
}
