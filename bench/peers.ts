import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ServerCommand } from "./mcp-session.ts";

const top = resolve(import.meta.dirname, "..");
const node = process.execPath;
const PI_LENS_VERSION = "3.8.73";

export const reticle: ServerCommand = {
  label: "Reticle",
  command: node,
  args: [join(top, "dist/main.js"), "mcp"],
};

export const bareSdk: ServerCommand = {
  label: "bare SDK",
  command: node,
  args: [join(top, "bench/peers/bare-sdk-server.mjs")],
};

/** pi-lens from npm, installed once into a cache folder outside the project; undefined when npm cannot bring it. */
export function piLens(): ServerCommand | undefined {
  const folder = join(homedir(), ".cache", "reticle-bench", `pi-lens-${PI_LENS_VERSION}`);
  const entry = join(folder, "node_modules/pi-lens/dist/mcp/server.js");
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    try {
      execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `pi-lens@${PI_LENS_VERSION}`], {
        cwd: folder,
        stdio: "ignore",
        timeout: 300_000,
      });
    } catch {
      return undefined;
    }
  }
  if (!existsSync(entry)) return undefined;
  const home = join(tmpdir(), "reticle-bench-pi-lens-home");
  mkdirSync(home, { recursive: true });
  return { label: `pi-lens ${PI_LENS_VERSION}`, command: node, args: [entry], env: { HOME: home } };
}

/** The ast-grep binary that the package brings. */
export function astGrep(): string {
  const name = `@ast-grep/cli-${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`;
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return join(manifest, "..", "ast-grep");
}
