import { complete } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { ReloadOutcome, ServerStatus } from "../../../lsp/language-servers.ts";
import type { ToolContext } from "../../core/context.ts";
import { type ActionCall, defineAction } from "./action.ts";
import { rootFor } from "../asking-in.ts";
import { count } from "./subject.ts";

interface RootStatus {
  readonly root: string;
  readonly servers: readonly ServerStatus[];
}

export const statusAction = defineAction<readonly RootStatus[]>({
  run: async (call) => {
    const { context, signal } = call;
    const servers = await context.languageServers();
    const facts: RootStatus[] = [];
    for (const root of await rootsOf(call)) facts.push({ root, servers: await servers.status(root, signal) });
    return { coverage: complete, facts: facts.map((one) => shownIn(one, context)) };
  },
  format: ({ facts }) => facts.map(rootText).join("\n\n"),
  details: ({ facts }) => ({
    roots: facts.map(({ root, servers }) => ({
      root,
      servers: servers.map(({ id, state, root: at = "", pid = 0 }) => ({ id, state, root: at, pid })),
    })),
  }),
});

interface Reloaded {
  readonly root: string;
  readonly outcomes: readonly ReloadOutcome[];
}

const RELOAD_MS = 25_000;

export const reloadAction = defineAction<readonly Reloaded[]>({
  run: async (call) => {
    const { context, signal, input } = call;
    const servers = await context.languageServers();
    const path = input.file === undefined ? {} : { path: await pathOf(input.file, context) };
    const facts: Reloaded[] = [];
    for (const root of await rootsOf(call)) {
      facts.push({ root, outcomes: await servers.reload(root, { signal, deadlineMs: RELOAD_MS, ...path }) });
    }
    signal.throwIfAborted();
    const outcomes = facts.flatMap((one) => one.outcomes);
    if (outcomes.length > 0 && outcomes.every(({ state }) => state === "failed")) {
      throw new ReticleError("start_failed", outcomes.map(outcomeText).join("; "), {
        hint: "lsp with action=status says what each server is missing",
      });
    }
    return { coverage: complete, facts };
  },
  format: ({ facts }) => {
    const lines = facts.flatMap(({ outcomes }) => outcomes.map(outcomeText));
    if (lines.length > 0) return lines.join("\n");
    return `No language server runs for ${facts.map(({ root }) => root).join(", ")}; there is nothing to restart. The next question starts one.`;
  },
  details: ({ facts }) => ({
    restarted: facts.flatMap(({ outcomes }) => outcomes.map(({ id, root, state }) => ({ id, root, state }))),
  }),
});

/** `file` chooses the root; without it every root of the workspace counts. */
async function rootsOf({ input, context }: ActionCall): Promise<readonly string[]> {
  if (input.file !== undefined) return [rootFor(context, await pathOf(input.file, context))];
  const { workspace, cwd } = context;
  return workspace.roots.length === 0 ? [cwd] : workspace.roots;
}

async function pathOf(file: string, { workspace, cwd, argumentName }: ToolContext): Promise<string> {
  return (await workspace.resolve(file, argumentName("file"), cwd)).absolute;
}

function shownIn({ root, servers }: RootStatus, { workspace, cwd }: ToolContext): RootStatus {
  const show = (path: string): string => workspace.show(path, cwd);
  return {
    root,
    servers: servers.map((server) => (server.root === undefined ? server : { ...server, root: show(server.root) })),
  };
}

const ORDER: readonly ServerStatus["state"][] = [
  "running",
  "starting",
  "stopping",
  "crashed",
  "stopped",
  "startable",
  "missing",
];

function rootText({ root, servers }: RootStatus): string {
  const rows = servers.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const up = servers.filter(({ state }) => state === "running").length;
  const header = `Language servers of ${root}: ${up} running, ${servers.length - up} not`;
  return [header, ...rows.flatMap(statusText)].join("\n");
}

function statusText(server: ServerStatus): string[] {
  const { id, title, role, state, root, pid, uptimeMs, version, memoryBytes, progress, openDocuments, restarts } =
    server;
  const facts = [
    ...(root === undefined ? [] : [`root ${root}`]),
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    ...(uptimeMs === undefined ? [] : [`up ${Math.round(uptimeMs / 1000)} s`]),
    ...(version === undefined || version === id ? [] : [version]),
    ...(memoryBytes === undefined ? [] : [`${Math.round(memoryBytes / 1024 / 1024)} MiB`]),
    ...(openDocuments === undefined ? [] : [`${openDocuments} open`]),
    ...(restarts === undefined ? [] : [`restarted ${count(restarts, "time")}`]),
    ...(progress === undefined ? [] : [progress]),
  ];
  const head = `- ${id} (${title}${role === "linter" ? ", linter" : ""}): ${state}`;
  const first = facts.length === 0 ? head : `${head}; ${facts.join(", ")}`;
  const { missing } = server;
  return missing === undefined ? [first] : [first, `    ${missing.what}; ${missing.remedy}`];
}

function outcomeText({ id, root, state, error }: ReloadOutcome): string {
  return state === "restarted"
    ? `Restarted ${id} for ${root}.`
    : `${id} for ${root} did not come up again: ${error ?? "unknown"}`;
}
