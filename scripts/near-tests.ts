/**
 * Runs the unit tests near the change: those that the last commit or the working tree touched, and those that stand
 * beside a file they touched. What else depends on such a file is left to `npm run check`, which takes minutes.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

function changedFiles(): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
    return stdout.split("\0").filter((path) => path !== "");
  };
  const hasParent = spawnSync("git", ["rev-parse", "--verify", "--quiet", "HEAD~1"]).status === 0;
  const tracked = git("diff", "--name-only", "--no-renames", "-z", hasParent ? "HEAD~1" : "HEAD");
  return [...tracked, ...git("ls-files", "--others", "--exclude-standard", "-z")];
}

const beside = changedFiles()
  .filter((path) => path.startsWith("src/") && path.endsWith(".ts"))
  .map((path) => (path.endsWith(".test.ts") ? path : path.replace(/\.ts$/, ".test.ts")));
const tests = [...new Set(beside)].filter((path) => existsSync(path));
console.log(`tests near the change: ${tests.length === 0 ? "none" : tests.join(", ")}`);
if (tests.length > 0) {
  process.exitCode =
    spawnSync("vitest", ["run", "--project", "unit", "--maxWorkers=2", ...tests], { stdio: "inherit" }).status ?? 1;
}
