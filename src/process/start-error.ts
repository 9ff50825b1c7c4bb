import { access, constants, stat } from "node:fs/promises";
import { delimiter } from "node:path";
import { ReticleError } from "../base/errors.ts";

export interface FailedStart {
  readonly command: string;
  readonly cwd: string;
  readonly label: string;
  readonly path: string | undefined;
}

/** Turns the error of a spawn into ours: which of command, interpreter and working directory is at fault, and what to do. */
export async function startError(cause: NodeJS.ErrnoException, start: FailedStart): Promise<ReticleError> {
  const cwdFault = await workingDirectoryFault(start.cwd);
  if (cwdFault !== undefined) {
    return new ReticleError(
      "start_failed",
      `${start.label} did not start: the working directory "${start.cwd}" ${cwdFault}`,
      {
        hint: "name an existing folder that can be entered",
        data: { code: cause.code, command: start.command, cwd: start.cwd },
        cause,
      },
    );
  }
  if (cause.code === "ENOENT") return await notFound(cause, start);
  return new ReticleError("start_failed", `${start.label} did not start: "${start.command}" ${reasonOf(cause)}`, {
    hint: hintFor(cause.code),
    data: { code: cause.code, command: start.command },
    cause,
  });
}

async function notFound(cause: NodeJS.ErrnoException, start: FailedStart): Promise<ReticleError> {
  const { command, label } = start;
  const data = { code: "ENOENT", command };
  if (!command.includes("/")) {
    const folders = (start.path ?? "").split(delimiter).filter((folder) => folder !== "");
    return new ReticleError(
      "executable_not_found",
      `${label} did not start: "${command}" is in none of the ${folders.length} folders of PATH`,
      {
        hint: `install ${command}, or add the folder that holds it to PATH`,
        data: { ...data, path: start.path ?? "" },
        cause,
      },
    );
  }
  if (await isThere(command)) {
    return new ReticleError(
      "start_failed",
      `${label} did not start: the interpreter that "${command}" names in its first line does not exist`,
      {
        hint: "install that interpreter, or correct the first line of the script",
        data,
        cause,
      },
    );
  }
  return new ReticleError("executable_not_found", `${label} did not start: "${command}" does not exist`, {
    hint: "correct the configured path, or install the program there",
    data,
    cause,
  });
}

async function workingDirectoryFault(cwd: string): Promise<string | undefined> {
  try {
    if (!(await stat(cwd)).isDirectory()) return "is not a folder";
  } catch {
    return "does not exist";
  }
  try {
    await access(cwd, constants.X_OK);
    return undefined;
  } catch {
    return "must not be entered by this user";
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  switch (cause.code) {
    case "EACCES":
      return "is not executable for this user";
    case "E2BIG":
      return "got more arguments than the system allows";
    case "EMFILE":
    case "ENFILE":
      return "could not be run because too many files are open";
    case "EAGAIN":
    case "ENOMEM":
      return "could not be run because the system is out of processes or memory";
    case "ERR_INVALID_ARG_VALUE":
      return "was given an argument that holds a zero byte";
    case undefined:
    default:
      return `could not be run (${cause.code ?? cause.message})`;
  }
}

function hintFor(code: string | undefined): string {
  switch (code) {
    case "EACCES":
      return "make it executable (chmod +x), or configure another program";
    case "E2BIG":
    case "ERR_INVALID_ARG_VALUE":
      return "pass fewer or shorter arguments";
    case undefined:
    default:
      return "free resources or correct the installation, then call again";
  }
}
