import { dirname, join, resolve } from "node:path";
import { typescript as server } from "../../servers/typescript.ts";
import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

const MAX_PROJECTS = 30;

export const typescript: Checker = {
  id: "tsc",
  title: "tsc",
  language: "TypeScript",
  rootMarkers: ["tsconfig.json", "jsconfig.json"],
  commands: server.commands.map((command) => ({ ...command, args: ["--noEmit", "--pretty", "false"] })),
  install: "npm install typescript@7",
  plan,
  read: readLines(
    /^(?<path>.+?)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<code>TS\d+): (?<message>.*)$/,
    /^(?<severity>error) (?<code>TS\d+): (?<message>.*)$/,
  ),
  problemCodes: [1, 2],
};

interface ShownConfig {
  readonly files?: readonly string[];
  readonly references?: readonly { readonly path: string }[];
}

/** One step per project: a solution's own configuration has no files, only references. */
async function plan(facts: CheckFacts): Promise<readonly CheckStep[]> {
  const { root, args, ask } = facts;
  const steps: CheckStep[] = [];
  const seen = new Set<string>();
  const first = await firstConfig(facts);
  const queue = [first];
  for (let config = queue.shift(); config !== undefined && seen.size < MAX_PROJECTS; config = queue.shift()) {
    if (seen.has(config)) continue;
    seen.add(config);
    const shown = parse(await ask(["--showConfig", "-p", config]));
    for (const { path } of shown?.references ?? []) queue.push(configAt(resolve(dirname(config), path)));
    const isSolution = shown?.references !== undefined && (shown.files ?? []).length === 0;
    if (!isSolution) steps.push({ args: [...args, "-p", config], cwd: root });
  }
  return steps;
}

async function firstConfig({ root, files }: CheckFacts): Promise<string> {
  const found = await files("tsconfig.json");
  const own = join(root, "tsconfig.json");
  return found.includes(own) ? own : join(root, "jsconfig.json");
}

function configAt(path: string): string {
  return path.endsWith(".json") ? path : join(path, "tsconfig.json");
}

/** Undefined when the tool did not show it: then the check itself says what is wrong. */
function parse(text: string): ShownConfig | undefined {
  try {
    return JSON.parse(text) as ShownConfig;
  } catch {
    return undefined;
  }
}
