import type { ServerCommand } from "../definition.ts";
import type { RootPolicy } from "../../workspace/probe/find-root.ts";
import type { ServerPackage } from "../server-row.ts";

/** One way to check a whole project with a tool of its language, as data. It never changes a source file. */
export interface Checker {
  readonly id: string;
  /** The tool, as answers name it: "tsc". */
  readonly title: string;
  /** Of several checkers for a language the first that can be used is. */
  readonly language: string;
  readonly rootMarkers: readonly string[];
  readonly rootPolicy?: RootPolicy;
  /** Tried in order, as for language servers. */
  readonly commands: readonly CheckerCommand[];
  /** What brings the tool, for people. */
  readonly install: string;
  /** The package that `reticle install` brings, when it has the tool as well. */
  readonly package?: ServerPackage;
  /** The check runs programs of the checkout, such as build scripts: it needs a trusted one. */
  readonly runsProjectCode?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** What it runs, when that is not simply the command in the root. */
  readonly plan?: (facts: CheckFacts) => Promise<readonly CheckStep[]>;
  readonly read: OutputReader;
  /** Exit codes with which the tool says that it looked and found something; 1 when not given. */
  readonly problemCodes?: readonly number[];
  /** When the check does not see everything that a compiler would: "syntax only". */
  readonly extent?: string;
}

export type CheckerCommand = ServerCommand;

/** One process of a check. */
export interface CheckStep {
  readonly args: readonly string[];
  /** Absolute; the root when not given. */
  readonly cwd?: string;
  /** Absolute path of the file it is about, for tools that do not name it. */
  readonly file?: string;
}

export interface CheckFacts {
  readonly root: string;
  readonly executable: string;
  /** Arguments of the command. */
  readonly args: readonly string[];
  /** Files of the project with one of these endings, bounded; absolute. */
  readonly files: (...endings: readonly string[]) => Promise<readonly string[]>;
  /** What the tool prints on stdout for other arguments; "" when it fails. */
  readonly ask: (args: readonly string[]) => Promise<string>;
}

/** Makes problems of what a tool printed. */
export type OutputReader = (output: CheckOutput) => readonly CheckProblem[];

export interface CheckOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Folder that relative paths are taken from. */
  readonly cwd: string;
  /** The step's file. */
  readonly file?: string;
}

export interface CheckProblem {
  /** Absolute; absent for what is about no file. */
  readonly path?: string;
  /** 1-based; 0 when the tool gives none. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warning";
  readonly code?: string;
  readonly message: string;
}
