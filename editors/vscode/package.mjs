// Packages the extension for one platform:
//
//     npm run package:with -- linux-x64 ../../target/release/ferz     with the binary inside
//     npm run package:web                                             for VS Code in a browser
//
// The platform is one of VS Code's: linux-x64, linux-arm64, alpine-x64, darwin-x64, darwin-arm64, win32-x64. The build for
// browsers needs Rust with the target wasm32-unknown-unknown; `--dev` makes it quickly, for small boards, without a package.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const dev = process.argv.includes("--dev");
const [platform, binary] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (!platform || (platform !== "web" && !binary)) {
  console.error("name a platform and a binary: npm run package:with -- linux-x64 ../../target/release/ferz; or `web` alone");
  process.exit(2);
}

function vsce(...more) {
  const args = ["vsce", "package", "--allow-missing-repository", "--target", platform, "--out", `ferz-${platform}.vsix`, ...more];
  execFileSync("npx", args, { stdio: "inherit", shell: process.platform === "win32" });
}

function withBinary() {
  const inside = platform.startsWith("win32") ? "bin/ferz.exe" : "bin/ferz";
  mkdirSync("bin", { recursive: true });
  try {
    cpSync(binary, inside);
    chmodSync(inside, 0o755);
    vsce();
  } finally {
    rmSync("bin", { recursive: true });
  }
}

// Builds `dist`: the module, its worker, and the extension that starts it.
async function build() {
  const { build: compiled, builds } = await import("../../js/wasm.mjs");
  const esbuild = await import("esbuild");
  const [name, flags] = Object.entries(builds(dev)).at(-1);
  const { glue, wasm } = compiled({ crate: "ferz-worker", name, flags, wanted: "RawSession", dev });
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/glue.js", glue);
  writeFileSync("dist/ferz.wasm", wasm);
  const common = { bundle: true, minify: !dev, platform: "browser", logLevel: "warning" };
  await esbuild.build({ ...common, entryPoints: ["worker.js"], outfile: "dist/worker.js", format: "iife" });
  await esbuild.build({ ...common, entryPoints: ["web.js"], outfile: "dist/web.js", format: "cjs", external: ["vscode"] });
  rmSync("dist/glue.js");
}

// A browser has no binary to start: its entry takes the place of the other one.
async function forBrowsers() {
  await build();
  if (dev) return;
  const manifest = readFileSync("package.json", "utf8");
  try {
    const { main, dependencies, ...rest } = JSON.parse(manifest);
    writeFileSync("package.json", `${JSON.stringify({ ...rest, browser: "./dist/web.js" }, null, 2)}\n`);
    // They are bundled.
    vsce("--no-dependencies");
  } finally {
    writeFileSync("package.json", manifest);
  }
}

await (platform === "web" ? forBrowsers() : withBinary());
