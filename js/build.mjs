// Builds `dist/`: two WebAssembly files and the code that binds them.
//
//     node build.mjs          as it is released
//     node build.mjs --dev    quicker to build, slower, and checked, and only that for boards of up to 64 squares: for tests
//
// It needs Rust with the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). The
// tool wasm-bindgen is installed into `target/` where the right version of it is not there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const dev = process.argv.includes("--dev");
const profile = dev ? "dev" : "web";
const target = join(root, "target", "js");
const builds = { small: "--cfg ferz_small_boards" };
if (!dev) {
  builds.full = "";
}

function run(command, args, env = {}) {
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

/** The generated module as a function: each call of it makes an instance of its own. */
function factory(code) {
  const names = [...code.matchAll(/^export (?:async )?(?:class|function) (\w+)/gm)].map(([, name]) => name);
  const body = code
    .replace(/^export \{[^}]*\};?$/gm, "")
    .replace(/^export /gm, "")
    .replaceAll("import.meta.url", '""');
  if (/^import /m.test(body) || !names.includes("RawVariant")) {
    throw new Error("wasm-bindgen writes its code otherwise than this script expects");
  }
  return `export default function make() {\n${body}\nreturn { init: __wbg_init, ${names.filter((name) => name !== "initSync").join(", ")} };\n}\n`;
}

const command = bindgen();
const dist = join(here, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, flags] of Object.entries(builds)) {
  const folder = join(target, name);
  run("cargo", ["build", "--target", "wasm32-unknown-unknown", "--profile", profile, "--quiet"], {
    CARGO_TARGET_DIR: folder,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags,
  });
  // Link-time optimisation leaves nothing for wasm-opt: it saved one part in a hundred.
  const built = join(folder, "wasm32-unknown-unknown", dev ? "debug" : profile, "ferz_js.wasm");
  const bound = join(folder, "bound");
  run(command, ["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section", "--out-name", name, "--out-dir", bound, built]);
  writeFileSync(join(dist, `${name}.js`), factory(readFileSync(join(bound, `${name}.js`), "utf8")));
  const wasm = join(dist, `${name}.wasm`);
  renameSync(join(bound, `${name}_bg.wasm`), wasm);
  if (!dev) {
    const bytes = readFileSync(wasm);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    console.log(`${name}.wasm: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotli.length}`);
  }
}
