import type { InitializeResult } from "vscode-languageserver-protocol";

const MAX_CHARS = 60;

/** "typescript-go 7.0.2", as the server names itself; undefined when it does not. */
export function serverName(info: InitializeResult["serverInfo"]): string | undefined {
  if (typeof info?.name !== "string" || info.name === "") return undefined;
  const version = shortVersion(info.version);
  return (version === undefined ? info.name : `${info.name} ${version}`).slice(0, MAX_CHARS);
}

/** gopls gives its whole build description, as JSON. */
function shortVersion(version: unknown): string | undefined {
  if (typeof version !== "string" || version === "") return undefined;
  if (!version.startsWith("{")) return version.split(/\s/, 1)[0];
  try {
    const { Version: short } = JSON.parse(version) as { readonly Version?: unknown };
    return typeof short === "string" ? short : undefined;
  } catch {
    return undefined;
  }
}
