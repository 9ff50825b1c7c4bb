import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/**
 * Each file of the project as clangd sees it, with the flags of the compile database; the commands in
 * there are not run.
 */
export const cpp: Checker = {
  id: "clangd-check",
  title: "clangd --check",
  language: "C and C++",
  rootMarkers: ["compile_commands.json", "compile_flags.txt"],
  rootPolicy: "outermost",
  commands: [{ binary: "clangd", args: ["--check-locations=0", "--log=error"], from: "path", versionedSuffix: true }],
  install: "apt-get install clangd, or your system's own package of it",
  plan,
  problemCodes: [1, 3],
  read: readLines(/^E\[[\d:.]+\] (?:\[(?<code>[\w-]+)\] )?Line (?<line>\d+): (?<message>.*)$/),
};

async function plan({ root, args, files }: CheckFacts): Promise<readonly CheckStep[]> {
  const sources = await files(".c", ".cc", ".cpp", ".cxx", ".c++");
  return sources.map((file) => ({ args: [...args, `--compile-commands-dir=${root}`, `--check=${file}`], file }));
}
