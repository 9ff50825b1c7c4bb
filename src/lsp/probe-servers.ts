import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { contains } from "../base/path-containment.ts";
import { bundledExecutable } from "./bundled-executable.ts";
import type { ServerDefinition } from "./definition.ts";
import { languageIdOf } from "./language-id.ts";
import type { ProbeRequest, ServerCandidate, ServerProbe } from "./server-probe.ts";
import { typescript } from "./servers/typescript.ts";

const definitions: readonly ServerDefinition[] = [typescript];

/** Probes the disk anew in each call. */
export function createServerProbe(): ServerProbe {
  return {
    forFile: async (path, request) => {
      const known = definitions.filter((definition) => languageIdOf(definition, path) !== undefined);
      return Promise.all(known.map((definition) => probe(definition, dirname(path), request)));
    },
    forWorkspace: (request) =>
      Promise.all(definitions.map((definition) => probe(definition, request.workspaceRoot, request))),
  };
}

async function probe(
  definition: ServerDefinition,
  folder: string,
  { workspaceRoot }: ProbeRequest,
): Promise<ServerCandidate> {
  const marked = await nearestMarked(definition.rootMarkers, folder, workspaceRoot);
  const root = marked ?? workspaceRoot;
  const command = definition.commands[0];
  const executable = command === undefined ? undefined : bundledExecutable(command.package ?? "", command.binary);
  if (command === undefined || executable === undefined) {
    const what = `${definition.title} is not installed for this platform`;
    return { definition, root, reasons: ["binary"], what, remedy: definition.install };
  }
  return { definition, root, start: { executable, args: command.args }, reasons: [], what: "", remedy: "" };
}

async function nearestMarked(markers: readonly string[], from: string, top: string): Promise<string | undefined> {
  for (let folder = from; contains(top, folder); folder = dirname(folder)) {
    for (const marker of markers) if (await exists(join(folder, marker))) return folder;
    if (folder === top) return undefined;
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
