import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Licences that go together with MIT and Apache-2.0. */
const FINE = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"];

/**
 * Writes licenses.txt: the authors of the code in the page, and their conditions. A licence that
 * does not fit ends the build.
 */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (folder) folders.add(folder);
      }
      // Packages of one author have one text.
      const texts = new Map<string, string[]>();
      for (const folder of folders) {
        const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        if (!FINE.includes(license)) this.error(`${name} has the licence ${license}`);
        const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
        const words = file ? readFileSync(join(folder, file), "utf8").trim() : "";
        texts.set(words, [...(texts.get(words) ?? []), `${name} ${version}, ${license}`]);
      }
      const parts = [...texts].map(([words, names]) => `${names.sort().join("\n")}\n\n${words}\n`).sort();
      const source = `The page of the workbench holds code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
      this.emitFile({ type: "asset", fileName: "licenses.txt", source });
    },
  };
}

// Names without hashes: the server marks changed files by a tag, and committed files keep their
// names.
export default defineConfig({
  base: "./",
  plugins: [licences()],
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name].js" } } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
