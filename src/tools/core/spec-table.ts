import type { Resource, Tier } from "./declaration.ts";

/** What the contracts say about one tool, whether it exists yet or not. */
export interface SpecTool {
  readonly name: string;
  /** Its name on MCP. Absent: not there by default. */
  readonly mcp?: string;
  readonly tier: Tier;
  readonly needs: readonly Resource[];
  readonly parallel: boolean;
  /** Run-bound tools hold a live resource of exactly one run. */
  readonly family: "lens" | "run-bound";
  /** Not active from the start where the host can load tools later. */
  readonly isSituational?: true;
  /** pi has tools of its own for this. */
  readonly isPiOwn?: true;
  /** For people more than for models: pi shows it neither at start nor in its loader, but has a command for it. */
  readonly isDeferred?: true;
}

const LENS = { family: "lens", tier: "read", needs: ["workspace"], parallel: true } as const;
const SYNTAX = { ...LENS, needs: ["workspace", "parser"] } as const;
const SESSION = { ...LENS, needs: [] } as const;
const RUN_BOUND = { family: "run-bound", tier: "read", parallel: true } as const;
const CHANGE = { ...RUN_BOUND, tier: "write", parallel: false } as const;

/** The tool that makes a host show the others. */
export const loaderName = "pi_lens_activate_tools";

/** Every tool of both contracts: names, tiers, resources. Declarations must agree with it. */
export const specTable: readonly SpecTool[] = [
  { ...LENS, name: "lens_diagnostics", mcp: "pilens_diagnostics" },
  { ...LENS, name: "lens_diagnostic_mark", tier: "write", parallel: false, isSituational: true },
  {
    ...LENS,
    name: "lsp_navigation",
    mcp: "pilens_lsp_navigation",
    tier: "exec",
    needs: ["workspace", "languageServers"],
    isSituational: true,
  },
  { ...SYNTAX, name: "ast_grep_search", mcp: "pilens_ast_grep_search", isSituational: true },
  {
    ...SYNTAX,
    name: "ast_grep_replace",
    mcp: "pilens_ast_grep_replace",
    tier: "write",
    parallel: false,
    isSituational: true,
  },
  { ...SYNTAX, name: "ast_grep_outline", isSituational: true },
  { ...LENS, name: "symbol_search", mcp: "pilens_symbol_search" },
  { ...SYNTAX, name: "module_report", mcp: "pilens_module_report" },
  { ...SYNTAX, name: "read_symbol", mcp: "pilens_read_symbol" },
  { ...SYNTAX, name: "read_enclosing", mcp: "pilens_read_enclosing" },
  { ...SESSION, name: "lens_health", mcp: "pilens_health", isDeferred: true },
  {
    ...LENS,
    name: "lens_project_scan",
    mcp: "pilens_project_scan",
    tier: "exec",
    parallel: false,
    isDeferred: true,
  },
  { ...SESSION, name: loaderName, needs: ["toolActivation"], parallel: false },
  { ...LENS, name: "pilens_analyze", mcp: "pilens_analyze", tier: "exec" },
  { ...SESSION, name: "pilens_latency", mcp: "pilens_latency" },
  { ...SESSION, name: "pilens_rebuild", mcp: "pilens_rebuild", tier: "exec", parallel: false },
  { ...LENS, name: "pilens_project_report", mcp: "pilens_project_report" },
  { ...LENS, name: "pilens_effective_config", mcp: "pilens_effective_config" },
  { ...LENS, name: "pilens_session_start", mcp: "pilens_session_start", parallel: false },
  { ...LENS, name: "pilens_turn_end", mcp: "pilens_turn_end", tier: "exec", parallel: false },
  { ...SESSION, name: "pilens_session_end", mcp: "pilens_session_end", parallel: false },

  { ...RUN_BOUND, name: "lsp", needs: ["workspace", "languageServers"] },
  { ...CHANGE, name: "lsp_rename", needs: ["workspace", "languageServers"] },
  { ...CHANGE, name: "lsp_fix", needs: ["workspace", "languageServers"] },
  { ...RUN_BOUND, name: "ast_grep", needs: ["workspace", "parser"] },
  { ...CHANGE, name: "ast_edit", needs: ["workspace", "parser"], parallel: true },
  { ...CHANGE, name: "resolve", needs: ["workspace", "parser"] },
  { ...CHANGE, name: "edit_symbol", needs: ["workspace", "parser"] },
  { ...CHANGE, name: "undo", needs: ["workspace"] },
  { ...RUN_BOUND, name: "read", needs: ["workspace"], isPiOwn: true },
  { ...CHANGE, name: "write", needs: ["workspace"], isPiOwn: true },
  { ...CHANGE, name: "edit", needs: ["workspace"], isPiOwn: true },
  { ...CHANGE, name: "apply_patch", needs: ["workspace"], isPiOwn: true },
  {
    ...RUN_BOUND,
    name: "debug",
    tier: "exec",
    needs: ["workspace", "debugSupervisor", "conversation"],
    parallel: false,
  },
  { ...RUN_BOUND, name: "eval", tier: "exec", needs: ["kernelFactory"], parallel: false },
  { ...RUN_BOUND, name: "ask_user", needs: ["questionPort", "targetSpace"], parallel: false },
  { ...RUN_BOUND, name: "vibe_spawn", needs: ["vibeRoster"] },
  { ...RUN_BOUND, name: "vibe_send", needs: ["vibeRoster"] },
  { ...RUN_BOUND, name: "vibe_wait", needs: ["vibeRoster"] },
  { ...RUN_BOUND, name: "vibe_kill", needs: ["vibeRoster"] },
  { ...RUN_BOUND, name: "vibe_list", needs: ["vibeRoster"] },
];

/** Names of the table that no declaration bears yet. A test compares it with the registry: it can only shrink. */
export const notYet: readonly string[] = [
  "lens_diagnostic_mark",
  "lens_project_scan",
  "pilens_analyze",
  "pilens_rebuild",
  "pilens_session_start",
  "pilens_turn_end",
  "debug",
  "eval",
  "ask_user",
  "vibe_spawn",
  "vibe_send",
  "vibe_wait",
  "vibe_kill",
  "vibe_list",
];

const runBoundNames: ReadonlySet<string> = new Set(
  specTable.filter(({ family }) => family === "run-bound").map(({ name }) => name),
);

/** Whether a tool is bound to a resource of one run, and so hidden from MCP clients by default. */
export function isRunBound(name: string): boolean {
  return runBoundNames.has(name);
}

/** Tools that a host may leave inactive until they are asked for. */
export const situationalNames: readonly string[] = specTable
  .filter(({ isSituational }) => isSituational === true)
  .map(({ name }) => name);

/** Tools that a host may leave to its commands. */
export const deferredNames: readonly string[] = specTable
  .filter(({ isDeferred }) => isDeferred === true)
  .map(({ name }) => name);
