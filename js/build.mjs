// Builds `dist/`: two WebAssembly files, the code that binds them, and the names of the large boards.
//
//     node build.mjs          as it is released
//     node build.mjs --dev    quicker to build, slower, and checked, and only that for boards of up to 64 squares: for tests
//
// `wasm.mjs` lists its requirements.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, builds, here } from "./wasm.mjs";

const dev = process.argv.includes("--dev");
const dist = join(here, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, flags] of Object.entries(builds(dev))) {
  // The package has no editor, which would show the lines about words.
  const terse = `${flags} --cfg ferz_terse`.trim();
  const { glue, wasm } = build({ crate: "ferz-js", name, flags: terse, wanted: "RawVariant", dev });
  writeFileSync(join(dist, `${name}.js`), glue);
  writeFileSync(join(dist, `${name}.wasm`), wasm);
  if (!dev) {
    const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    console.log(`${name}.wasm: ${wasm.length} bytes, gzip ${gzipSync(wasm, { level: 9 }).length}, brotli ${brotli.length}`);
  }
}

// The package asks the small build for none of these, so that a page with a large board fetches one file.
const { default: make } = await import(pathToFileURL(join(dist, "small.js")));
const raw = make();
await raw.init({ module_or_path: readFileSync(join(dist, "small.wasm")) });
const large = raw.large_boards().split("\n");
writeFileSync(join(dist, "large.js"), `export default ${JSON.stringify(large)};\n`);
