import type { ServerStatus } from "../../../lsp/language-servers.ts";
import type { Finding, Patient } from "./check.ts";

/** Which servers the workspace's files call for, and what each lacks. None of them is started. */
export async function checkLanguageServers({ engine, folder, signal }: Patient): Promise<Finding> {
  const servers = await engine.languageServers();
  const all = await servers.status(folder, signal);
  if (all.length === 0) return { state: "ok", text: "no file here that a language server knows" };
  const missing = all.filter(({ missing: lack }) => lack !== undefined);
  const text = [...Map.groupBy(all, ({ id, state }) => `${id} ${state}`).values()].map(describeRoots).join("\n");
  if (missing.length === 0) return { state: "ok", text };
  const remedy = "each of them is a choice; `reticle install` lists those that it can fetch";
  return { state: "note", text, remedy };
}

/** Servers that are in the same state for several roots are one line: the first speaks for all. */
function describeRoots([first, ...others]: readonly ServerStatus[]): string {
  if (first === undefined) return "";
  return others.length === 0 ? describe(first) : `${describe(first)} (and for ${others.length} more roots)`;
}

function describe({ id, title, missing, command = "" }: ServerStatus): string {
  if (missing === undefined) return `${id}: ${title} can start: ${command}`;
  return `${id}: ${missing.what}; ${missing.remedy}`;
}
