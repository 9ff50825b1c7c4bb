import { basedpyright as basedpyrightServer } from "../../servers/basedpyright.ts";
import { pyright as pyrightServer } from "../../servers/pyright.ts";
import { ty as tyServer } from "../../servers/ty.ts";
import type { Checker, CheckOutput, CheckProblem } from "../checker.ts";
import { readLines } from "../read-lines.ts";

const rootMarkers = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "pyrightconfig.json"];

/** Plugins of mypy are programs, often of the checkout. */
export const mypy: Checker = {
  id: "mypy",
  title: "mypy",
  language: "Python",
  rootMarkers: ["mypy.ini", ".mypy.ini", "pyproject.toml#[tool.mypy", "setup.cfg#[mypy"],
  commands: ["project" as const, "path" as const].map((from) => ({
    binary: "mypy",
    args: ["--show-column-numbers", "--no-error-summary", "--no-color-output", "."],
    from,
  })),
  install: "pip install mypy",
  runsProjectCode: true,
  env: { MYPY_CACHE_DIR: "/dev/null" },
  read: readLines(
    /^(?<path>.+?\.pyi?):(?<line>\d+):(?:(?<column>\d+):)? (?<severity>error|warning): (?<message>.*?)(?: {2}\[(?<code>[\w-]+)\])?$/,
  ),
};

export const pyright: Checker = pyrightLike("pyright", pyrightServer.package);
export const basedpyright: Checker = pyrightLike("basedpyright", basedpyrightServer.package);

export const ty: Checker = {
  id: "ty",
  title: "ty",
  language: "Python",
  rootMarkers,
  commands: ["project" as const, "path" as const].map((from) => ({
    binary: "ty",
    args: ["check", "--output-format", "concise", "--color", "never", "--no-progress"],
    from,
  })),
  install: "reticle install ty",
  ...(tyServer.package === undefined ? {} : { package: tyServer.package }),
  read: readLines(
    /^(?<path>.+?\.pyi?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning)\[(?<code>[\w-]+)\] (?<message>.*)$/,
  ),
};

function pyrightLike(id: string, pinned: Checker["package"]): Checker {
  return {
    id,
    title: id,
    language: "Python",
    rootMarkers,
    commands: ["project" as const, "path" as const].map((from) => ({ binary: id, args: ["--outputjson"], from })),
    install: `reticle install ${id}`,
    ...(pinned === undefined ? {} : { package: pinned }),
    read: readPyright,
  };
}

interface PyrightProblem {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly rule?: string;
  readonly range?: { readonly start: { readonly line: number; readonly character: number } };
}

function readPyright({ stdout }: CheckOutput): readonly CheckProblem[] {
  let found: readonly PyrightProblem[];
  try {
    found = (JSON.parse(stdout) as { generalDiagnostics?: readonly PyrightProblem[] }).generalDiagnostics ?? [];
  } catch {
    // Not its report: the exit code and the text tell what happened.
    return [];
  }
  return found
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ file, severity, message, rule, range }) => ({
      path: file,
      line: (range?.start.line ?? -1) + 1,
      column: (range?.start.character ?? -1) + 1,
      severity: severity === "error" ? "error" : "warning",
      ...(rule === undefined ? {} : { code: rule }),
      message,
    }));
}
