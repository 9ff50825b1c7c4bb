import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import { makeFolder } from "../../config/make-folder.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { Registry, ServerPackage } from "../server-row.ts";
import { INSTALLED_MARK, installedPlace, packagePlace, type PackagePlace } from "./package-place.ts";

export interface InstallRequest {
  readonly package: ServerPackage;
  readonly serversDir: string;
  readonly children: ChildProcesses;
  readonly signal: AbortSignal;
  /** Told each command before it runs. */
  readonly onCommand?: (line: string) => void;
}

export interface Installation extends PackagePlace {
  /** False when this version was there already. */
  readonly isNew: boolean;
}

interface InstallCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;
const SHOWN_LINES = 8;

/** What the registry's own client is, for someone who does not have it. */
const clients: Readonly<Record<Registry, string>> = {
  npm: "npm comes with Node, https://nodejs.org",
  pypi: "install Python 3 with its venv module",
  go: "install Go, https://go.dev/doc/install",
};

/**
 * Fetches a pinned package with its registry's own client; install scripts of npm packages do not run.
 * Does nothing when that version is there. Leaves nothing behind when it fails: `executable_not_found`
 * without the client, `start_failed` with the end of what the client said.
 */
export async function installPackage(request: InstallRequest): Promise<Installation> {
  const { children, serversDir, signal, onCommand } = request;
  const there = installedPlace(request, serversDir);
  if (there !== undefined) return { ...there, isNew: false };
  const place = packagePlace(request.package, serversDir);
  await rm(place.folder, { recursive: true, force: true });
  makeFolder(place.folder);
  try {
    for (const one of commandsFor(request.package, place)) {
      onCommand?.([one.command, ...one.args].join(" "));
      await runCommand(one, { children, signal, cwd: place.folder, client: clients[request.package.registry] });
    }
    await writeFile(join(place.folder, INSTALLED_MARK), JSON.stringify(request.package));
    return { ...place, isNew: true };
  } catch (error) {
    await rm(place.folder, { recursive: true, force: true });
    throw error;
  }
}

function commandsFor({ registry, versions }: ServerPackage, { folder, programs }: PackagePlace): InstallCommand[] {
  const named = (separator: string) => Object.entries(versions).map(([name, version]) => name + separator + version);
  switch (registry) {
    case "npm": {
      const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
      return [{ command: "npm", args: ["install", "--prefix", folder, "--save-exact", ...quiet, ...named("@")] }];
    }
    case "pypi": {
      const quiet = ["--no-input", "--disable-pip-version-check", "--quiet"];
      return [
        { command: "python3", args: ["-m", "venv", folder] },
        { command: join(programs, "python"), args: ["-m", "pip", "install", ...quiet, ...named("==")] },
      ];
    }
    case "go":
      return named("@").map((name) => ({ command: "go", args: ["install", name], env: { GOBIN: programs } }));
  }
}

interface CommandPlace {
  readonly children: ChildProcesses;
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly client: string;
}

async function runCommand({ command, args, env = {} }: InstallCommand, place: CommandPlace): Promise<void> {
  const { children, signal, cwd, client } = place;
  const options = { cwd, env, label: command, signal, maxStdoutBytes: MAX_OUTPUT_BYTES };
  const { code, stdout, stderr } = await children.collect(command, args, options).catch((error: unknown) => {
    if (!(error instanceof ReticleError) || error.kind !== "executable_not_found") throw error;
    throw new ReticleError("executable_not_found", error.message, { hint: client, cause: error });
  });
  if (code === 0) return;
  const said = `${stdout.toString("utf8")}\n${stderr}`.trim().split("\n").slice(-SHOWN_LINES).join("\n");
  throw new ReticleError("start_failed", `${command} ${args[0] ?? ""} ended with exit code ${code}: ${said}`, {
    hint: "look at what it says, and try again",
    data: { exitCode: code },
  });
}
