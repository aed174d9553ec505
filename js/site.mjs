// Writes the workbench without a server, a gallery and the rules of all bundled variants as plain files.
//
//     node site.mjs FOLDER          as it is released
//     node site.mjs FOLDER --dev    quicker to build, slower, and only boards of up to 64 squares play: for tests
//
// FERZ names the command ferz; without it, it is built. `wasm.mjs` lists its other requirements.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, builds, root, run, target } from "./wasm.mjs";

const dev = process.argv.includes("--dev");
const [folder] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (!folder) {
  console.error("node site.mjs FOLDER [--dev]");
  process.exit(2);
}
const packed = join(target, dev ? "site-dev" : "site");
mkdirSync(packed, { recursive: true });
for (const [name, flags] of Object.entries(builds(dev))) {
  const { glue, wasm } = build({ crate: "ferz-worker", name, flags, wanted: "RawSession", dev });
  writeFileSync(join(packed, `${name}.js`), glue);
  // Servers of plain files pack little by themselves.
  const bytes = gzipSync(wasm, { level: 9 });
  writeFileSync(join(packed, `${name}.bin`), bytes);
  console.log(`${name}: ${wasm.length} bytes, packed ${bytes.length}`);
}
const site = ["doc", "--all", "-o", resolve(folder), "--wasm", packed];
if (process.env.FERZ) {
  run(resolve(process.env.FERZ), site);
} else {
  run("cargo", ["run", "--release", "--quiet", "--manifest-path", join(root, "Cargo.toml"), "-p", "ferz-cli", "--", ...site]);
}
