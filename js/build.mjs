// Builds `dist/`: two WebAssembly files and the code that binds them.
//
//     node build.mjs          as it is released
//     node build.mjs --dev    quicker to build, slower, and checked, and only that for boards of up to 64 squares: for tests
//
// `wasm.mjs` lists its requirements.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, builds, here } from "./wasm.mjs";

const dev = process.argv.includes("--dev");
const dist = join(here, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, flags] of Object.entries(builds(dev))) {
  const { glue, wasm } = build({ crate: "ferz-js", name, flags, wanted: "RawVariant", dev });
  writeFileSync(join(dist, `${name}.js`), glue);
  writeFileSync(join(dist, `${name}.wasm`), wasm);
  if (!dev) {
    const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    console.log(`${name}.wasm: ${wasm.length} bytes, gzip ${gzipSync(wasm, { level: 9 }).length}, brotli ${brotli.length}`);
  }
}
