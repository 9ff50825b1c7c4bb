import { resolve } from "node:path";
import type { Checker, CheckOutput, CheckProblem } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Elixir runs code while it compiles. Dependencies are neither fetched nor checked. */
export const elixir: Checker = {
  id: "mix-compile",
  title: "mix compile",
  language: "Elixir",
  rootMarkers: ["mix.exs"],
  rootPolicy: "outermost",
  commands: [{ binary: "mix", args: ["compile", "--no-deps-check", "--all-warnings"], from: "path" }],
  install: "install Elixir, https://elixir-lang.org/install.html",
  runsProjectCode: true,
  env: { MIX_ENV: "dev" },
  read: (output) => [...older(output), ...newer(output)],
};

const older = readLines(/^\*\* \((?:\w+)\) (?<path>[^\s:]+\.exs?):(?<line>\d+):(?:(?<column>\d+):)? (?<message>.*)$/);

/** `error: message`, then some lines further `└─ lib/a.ex:3:5: A.b/0`. */
function newer({ stdout, stderr, cwd }: CheckOutput): CheckProblem[] {
  const problems: CheckProblem[] = [];
  let head: { severity: "error" | "warning"; message: string } | undefined;
  for (const line of `${stdout}\n${stderr}`.split(/\r?\n/)) {
    const start = /^\s*(error|warning): (.*)$/.exec(line);
    if (start !== null) head = { severity: start[1] === "error" ? "error" : "warning", message: start[2] ?? "" };
    const place = /^\s*(?:└─ )?(\S+\.(?:exs?|eex|heex)):(\d+)(?::(\d+))?/.exec(line);
    if (place === null || head === undefined) continue;
    const [, path = "", number, column] = place;
    problems.push({ ...head, path: resolve(cwd, path), line: Number(number), column: Number(column ?? 0) });
    head = undefined;
  }
  return problems;
}
