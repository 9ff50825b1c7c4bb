import { resolve } from "node:path";
import type { Checker, CheckOutput, CheckProblem } from "../checker.ts";
import { unique } from "../read-lines.ts";

/** Build scripts and procedural macros run. Nothing is downloaded, and the lock file stays as it is. */
export const rust: Checker = {
  id: "cargo-check",
  title: "cargo check",
  language: "Rust",
  rootMarkers: ["Cargo.toml"],
  rootPolicy: "cargo-workspace",
  commands: [
    {
      binary: "cargo",
      args: ["check", "--workspace", "--all-targets", "--message-format=json", "--locked", "--offline", "--quiet"],
      from: "path",
    },
  ],
  install: "install Rust, https://rustup.rs",
  runsProjectCode: true,
  problemCodes: [101],
  read: readCargo,
};

interface CargoMessage {
  readonly reason?: string;
  readonly message?: {
    readonly message: string;
    readonly level: string;
    readonly code?: { readonly code: string } | null;
    readonly spans: readonly {
      readonly is_primary: boolean;
      readonly file_name: string;
      readonly line_start: number;
      readonly column_start: number;
    }[];
  };
}

function readCargo({ stdout, cwd }: CheckOutput): readonly CheckProblem[] {
  const problems = stdout.split("\n").flatMap((line): CheckProblem[] => {
    const { reason, message } = parse(line);
    if (reason !== "compiler-message" || message === undefined) return [];
    const { level, code, spans } = message;
    const span = spans.find((one) => one.is_primary);
    // What has no place ("aborting due to 2 previous errors") only counts the others.
    if ((level !== "error" && level !== "warning") || span === undefined) return [];
    return [
      {
        path: resolve(cwd, span.file_name),
        line: span.line_start,
        column: span.column_start,
        severity: level,
        ...(code === undefined || code === null ? {} : { code: code.code }),
        message: message.message,
      },
    ];
  });
  return unique(problems);
}

function parse(line: string): CargoMessage {
  if (!line.startsWith("{")) return {};
  try {
    return JSON.parse(line) as CargoMessage;
  } catch {
    // Cut off by the bound on output.
    return {};
  }
}
