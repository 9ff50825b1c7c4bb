import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isReticleError } from "../../../base/errors.ts";
import { noticeText } from "../../../config/config.ts";
import { makeFolder } from "../../../config/make-folder.ts";
import type { Engine } from "../../../engine/engine.ts";
import { ENGINE_VERSION, findEngine, missingEngine } from "../../../syntax/structural/ast-grep/binary.ts";
import type { Check, Finding, Patient } from "./check.ts";
import { checkHooks } from "./hooks.ts";
import { checkLanguageServers } from "./language-servers.ts";
import { languages } from "../../../syntax/languages.ts";

const NEEDED_NODE = [22, 19] as const;
const SUPPORTED_PLATFORMS: readonly string[] = ["linux", "darwin"];
const COMMAND_MS = 10_000;

/** Everything `reticle doctor` looks at, in the order it prints. */
export const checks: readonly Check[] = [
  { name: "node", examine: checkNode },
  { name: "platform", examine: checkPlatform },
  { name: "workspace", examine: checkWorkspace },
  { name: "structural search", examine: checkStructuralSearch },
  ...languages.map((language): Check => ({
    name: `outline ${language.title}`,
    examine: (patient) => checkGrammar(patient, language.id),
  })),
  { name: "language servers", examine: checkLanguageServers },
  { name: "cache folder", examine: checkCacheFolder },
  { name: "temporary folder", examine: checkTemporaryFolder },
  { name: "settings", examine: checkSettings },
  { name: "trust", examine: checkTrust },
  { name: "git", examine: checkGit },
  { name: "hooks", examine: checkHooks },
];

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const needed = NEEDED_NODE.join(".");
  const isNewEnough = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  const text = `${process.version} at ${process.execPath}, needed is ${needed} or newer`;
  return isNewEnough
    ? { state: "ok", text }
    : { state: "broken", text, remedy: `install Node ${needed} or newer from https://nodejs.org` };
}

function checkPlatform(): Finding {
  const text = `${process.platform}-${process.arch}`;
  if (SUPPORTED_PLATFORMS.includes(process.platform)) return { state: "ok", text };
  return { state: "note", text: `${text} is not supported: paths work, ending child processes is not tested there` };
}

function checkWorkspace({ folder, engine }: Patient): Promise<Finding> {
  return failureAsFinding(async () => {
    const workspace = await engine.openWorkspace({ cwd: folder });
    const text = workspace.roots.join(", ");
    try {
      for (const root of workspace.roots) workspace.refuseHomeWalk(root);
      return { state: "ok", text };
    } catch (error) {
      if (!isReticleError(error)) throw error;
      return { state: "note", text: error.message, ...(error.hint === undefined ? {} : { remedy: error.hint }) };
    }
  });
}

async function checkStructuralSearch({ engine, folder, signal }: Patient): Promise<Finding> {
  const binary = findEngine();
  if (binary === undefined) {
    const { what, remedy } = missingEngine();
    return { state: "broken", text: `unavailable: ${what}`, remedy };
  }
  const found = await runCommand(engine, { command: binary, args: ["--version"], folder, signal });
  if (found.output === undefined) {
    return { state: "broken", text: `${binary} does not run: ${found.failure}`, remedy: missingEngine().remedy };
  }
  const version = found.output.split(" ").at(-1) ?? "";
  if (version === ENGINE_VERSION) return { state: "ok", text: `ast-grep ${version} at ${binary}` };
  return {
    state: "note",
    text: `ast-grep ${version} at ${binary}, tested is ${ENGINE_VERSION}`,
    remedy: missingEngine().remedy,
  };
}

function checkGrammar({ engine }: Patient, language: string): Promise<Finding> {
  return failureAsFinding(async () => {
    const syntax = await engine.syntax();
    const startedAt = performance.now();
    await syntax.warm(language);
    return { state: "ok", text: `grammar and query loaded in ${Math.round(performance.now() - startedAt)} ms` };
  });
}

async function checkCacheFolder({ config }: Patient): Promise<Finding> {
  const folder = config.get("cacheDir");
  const shown = config.showPath(folder);
  const failure = await writeFailure(folder, () => makeFolder(folder));
  if (failure === undefined) return { state: "ok", text: `${shown} is writable` };
  const text = `${shown} is not writable (${failure}): starts are slower, and results too large to deliver whole are not kept`;
  return { state: "note", text, remedy: "name a writable folder in RETICLE_CACHE_DIR" };
}

async function checkTemporaryFolder(): Promise<Finding> {
  const folder = tmpdir();
  const failure = await writeFailure(folder);
  if (failure === undefined) return { state: "ok", text: `${folder} is writable` };
  const text = `${folder} is not writable (${failure}): structural search cannot run without it`;
  return { state: "broken", text, remedy: "name a writable folder in TMPDIR" };
}

/** Why a file cannot be written into the folder; undefined when it can. */
async function writeFailure(folder: string, prepare?: () => void): Promise<string | undefined> {
  const probe = join(folder, `.doctor-${randomBytes(6).toString("hex")}`);
  try {
    prepare?.();
    await writeFile(probe, "");
    await rm(probe);
    return undefined;
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return code;
  }
}

function checkSettings({ config }: Patient): Finding {
  const files = config.documents.map(({ role, file, state }) => `${role} file ${file} ${state}`).join(", ");
  if (config.notices.length === 0) return { state: "ok", text: files };
  const remedy = "correct these entries; until then they have no effect";
  return { state: "note", text: [files, ...config.notices.map(noticeText)].join("\n"), remedy };
}

function checkTrust({ config: { trust } }: Patient): Finding {
  if (trust.isTrusted)
    return { state: "ok", text: `this checkout's own programs and settings may be used: ${trust.why}` };
  return { state: "ok", text: `this checkout's own programs and settings are not used: ${trust.why}` };
}

async function checkGit({ engine, folder, signal }: Patient): Promise<Finding> {
  const version = await runCommand(engine, { command: "git", args: ["--version"], folder, signal });
  if (version.output === undefined) {
    return {
      state: "note",
      text: `git cannot be used (${version.failure}); nothing needs it yet`,
      remedy: "install git",
    };
  }
  const inside = await runCommand(engine, { command: "git", args: ["rev-parse", "--show-toplevel"], folder, signal });
  return {
    state: "ok",
    text: `${version.output}, ${inside.output === undefined ? "no repository here" : `repository ${inside.output}`}`,
  };
}

interface CommandRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** What a command prints on stdout, trimmed; or why there is nothing. */
async function runCommand(
  engine: Engine,
  { command, args, folder, signal }: CommandRequest,
): Promise<{ output: string; failure?: undefined } | { output?: undefined; failure: string }> {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(COMMAND_MS)]);
    const { code, stdout, stderr } = await engine.children.collect(command, args, {
      cwd: folder,
      label: command,
      signal: bounded,
      maxStdoutBytes: 64 * 1024,
    });
    if (code === 0) return { output: stdout.toString("utf8").trim() };
    return { failure: stderr.trim().split("\n")[0] || `exit code ${code}` };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function failureAsFinding(examine: () => Promise<Finding>): Promise<Finding> {
  try {
    return await examine();
  } catch (error) {
    if (!isReticleError(error)) throw error;
    return { state: "broken", text: error.message, ...(error.hint === undefined ? {} : { remedy: error.hint }) };
  }
}
