import type { ServerStatus } from "../../../lsp/language-servers.ts";
import type { Finding, Patient } from "./check.ts";

/** Which servers the workspace's files call for, and what each lacks. None of them is started. */
export async function checkLanguageServers({ engine, folder, signal }: Patient): Promise<Finding> {
  const servers = await engine.languageServers();
  const all = await servers.status(folder, signal);
  if (all.length === 0) return { state: "ok", text: "no file here that a language server knows" };
  const missing = all.filter(({ missing: lack }) => lack !== undefined);
  const text = all.map(describe).join("\n");
  if (missing.length === 0) return { state: "ok", text };
  const remedy = "each of them is a choice; `reticle install` lists those that it can fetch";
  return { state: "note", text, remedy };
}

function describe({ id, title, missing, command = "" }: ServerStatus): string {
  if (missing === undefined) return `${id}: ${title} can start: ${command}`;
  return `${id}: ${missing.what}; ${missing.remedy}`;
}
