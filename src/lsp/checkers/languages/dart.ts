import { resolve } from "node:path";
import type { Checker, CheckOutput, CheckProblem } from "../checker.ts";

export const dart: Checker = {
  id: "dart-analyze",
  title: "dart analyze",
  language: "Dart",
  rootMarkers: ["pubspec.yaml"],
  rootPolicy: "package",
  commands: [{ binary: "dart", args: ["analyze", "--format=machine"], from: "path" }],
  install: "install the Dart SDK, https://dart.dev/get-dart",
  // 1 with infos as errors, 2 with warnings, 3 with errors.
  problemCodes: [1, 2, 3],
  read: readMachine,
};

/** `SEVERITY|TYPE|CODE|FILE|LINE|COLUMN|LENGTH|MESSAGE`, with `\` before `|` and `\` in texts. */
function readMachine({ stdout, stderr, cwd }: CheckOutput): readonly CheckProblem[] {
  return `${stdout}\n${stderr}`.split(/\r?\n/).flatMap((row): CheckProblem[] => {
    const cells = [...row.matchAll(/((?:\\.|[^\\|])*)(?:\||$)/g)].map(([, cell = ""]) =>
      cell.replaceAll(/\\(.)/g, "$1"),
    );
    const [severity = "", , code = "", path = "", line, column, , message = ""] = cells;
    if (severity !== "ERROR" && severity !== "WARNING") return [];
    return [
      {
        path: resolve(cwd, path),
        line: Number(line),
        column: Number(column),
        severity: severity === "ERROR" ? "error" : "warning",
        code: code.toLowerCase(),
        message,
      },
    ];
  });
}
