import { join } from "node:path";
import type { ServerSettings, StartFacts } from "./server-row.ts";

const VIRTUAL_ENVIRONMENTS = [".venv", "venv", "env"] as const;

/**
 * Settings of the Pyright family. An environment in the checkout is named only where it is trusted,
 * because the server runs its interpreter to find the packages.
 */
export function pythonSettings(facts: StartFacts, section: "python" | "basedpyright"): ServerSettings {
  const interpreter = facts.isTrusted ? projectInterpreter(facts) : undefined;
  const analysis = { diagnosticMode: "openFilesOnly", autoSearchPaths: true, useLibraryCodeForTypes: true };
  return {
    python: { ...(interpreter === undefined ? {} : { pythonPath: interpreter }), analysis },
    ...(section === "python" ? {} : { [section]: { analysis } }),
  };
}

function projectInterpreter({ root, workspaceRoot, exists }: StartFacts): string | undefined {
  const folders = root === workspaceRoot ? [root] : [root, workspaceRoot];
  const paths = folders.flatMap((folder) => VIRTUAL_ENVIRONMENTS.map((name) => join(folder, name, "bin/python")));
  return paths.find((path) => exists(path));
}
