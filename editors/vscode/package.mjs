// An extension for one platform with the binary inside:
//
//     npm run package:with -- linux-x64 ../../target/release/ferz
//
// The platform is one of VS Code's: linux-x64, linux-arm64, alpine-x64, darwin-x64, darwin-arm64, win32-x64.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";

const [platform, binary] = process.argv.slice(2);
if (!platform || !binary) {
  console.error("name a platform and a binary: npm run package:with -- linux-x64 ../../target/release/ferz");
  process.exit(2);
}
const inside = platform.startsWith("win32") ? "bin/ferz.exe" : "bin/ferz";
mkdirSync("bin", { recursive: true });
try {
  cpSync(binary, inside);
  chmodSync(inside, 0o755);
  const out = `ferz-${platform}.vsix`;
  const args = ["vsce", "package", "--allow-missing-repository", "--target", platform, "--out", out];
  execFileSync("npx", args, { stdio: "inherit", shell: process.platform === "win32" });
} finally {
  rmSync("bin", { recursive: true });
}
