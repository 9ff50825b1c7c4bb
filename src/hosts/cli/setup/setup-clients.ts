import { flatHooksFile, groupedHooksFile, type HookRow, openCodeServerFile, serverFile } from "./json-files.ts";
import { openCodePlugin } from "./opencode-plugin.ts";
import { flagsOf, SERVER, type SetupClient, type SetupFile } from "./setup-client.ts";
import { removeTomlTable, setTomlTable, tomlStrings } from "./toml-edit.ts";

const CLAUDE_TOOLS = "Edit|MultiEdit|Write|NotebookEdit|Bash";
const claudeHooks: readonly HookRow[] = [
  { event: "PreToolUse", matcher: CLAUDE_TOOLS },
  { event: "PostToolUse", matcher: CLAUDE_TOOLS },
  { event: "PostToolUseFailure", matcher: "Bash" },
];

const CODEX_TOOLS = "^(Bash|apply_patch)$";
const codexHooks: readonly HookRow[] = [
  { event: "PreToolUse", matcher: CODEX_TOOLS },
  { event: "PostToolUse", matcher: CODEX_TOOLS },
];

const CURSOR_TOOLS = "Write|StrReplace|Delete|EditNotebook|Shell";
const cursorHooks: readonly HookRow[] = [
  { event: "preToolUse", matcher: CURSOR_TOOLS },
  { event: "postToolUse", matcher: CURSOR_TOOLS },
  { event: "postToolUseFailure", matcher: "Shell" },
];

const CODEX_TABLE = `mcp_servers.${SERVER}`;

const codexServer: SetupFile = {
  paths: [".codex/config.toml"],
  add: (text, [command, ...words]) => {
    const args = [...words, "mcp", ...flagsOf(tomlStrings(text, CODEX_TABLE, "args"))];
    return setTomlTable(text, CODEX_TABLE, { command, args });
  },
  remove: (text) => removeTomlTable(text, CODEX_TABLE),
};

export const setupClients: readonly SetupClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    files: [
      serverFile(".mcp.json", "mcpServers"),
      groupedHooksFile(".claude/settings.json", "claude-code", claudeHooks),
    ],
    note: "Claude Code asks once whether it may use a server of .mcp.json; a session that runs has to be started again.",
  },
  {
    name: "codex",
    title: "Codex",
    files: [codexServer, groupedHooksFile(".codex/hooks.json", "codex", codexHooks)],
    note: "Codex reads .codex of projects that it trusts, and runs hooks when you have reviewed them: /hooks shows them.",
  },
  {
    name: "cursor",
    title: "Cursor",
    files: [serverFile(".cursor/mcp.json", "mcpServers"), flatHooksFile(".cursor/hooks.json", "cursor", cursorHooks)],
    note: "Cursor asks whether it may start the server: Settings, MCP. Its settings list the hooks as well.",
  },
  {
    name: "opencode",
    title: "opencode",
    files: [openCodeServerFile(["opencode.json", "opencode.jsonc"]), openCodePlugin],
    note: "opencode loads the server and the plugin when it is started again.",
  },
];
