import { ReticleError } from "../../../base/errors.ts";
import type { Launch, SetupFile } from "./setup-client.ts";

const CHILD_PROCESS = "node:child_process";
const MARK = "// Written by `reticle setup opencode`, which also removes it.";

/** opencode runs plugins, not commands: this one passes its tools to our hook and appends the answer to their output. */
export const openCodePlugin: SetupFile = {
  paths: [".opencode/plugins/reticle.js"],
  add: (text, launch) => {
    requireOurs(text);
    return pluginText(launch);
  },
  remove: (text) => {
    requireOurs(text);
    return "";
  },
};

function requireOurs(text: string): void {
  if (text === "" || text.startsWith(MARK)) return;
  const hint = "move it to another name and run the command again; nothing was written";
  throw new ReticleError("conflict", "is not the plugin that this command writes", { hint });
}

function pluginText(launch: Launch): string {
  const [command, ...words] = launch;
  return `${MARK}
import { spawn } from "${CHILD_PROCESS}";

const COMMAND = ${JSON.stringify(command)};
const WORDS = ${JSON.stringify([...words, "hook", "opencode"])};
const TOOLS = new Set(["edit", "write", "multiedit", "patch", "apply_patch", "bash"]);
const TIMEOUT_MS = 20_000;

export const Reticle = async ({ directory }) => {
  const calls = new Map();
  const ask = (event, input, args) =>
    new Promise((resolve) => {
      let text = "";
      const child = spawn(COMMAND, WORDS, { cwd: directory, stdio: ["pipe", "pipe", "ignore"], timeout: TIMEOUT_MS });
      child.on("error", () => resolve(""));
      child.on("close", (code) => resolve(code === 0 ? text : ""));
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (chunk) => (text += chunk));
      child.stdin.on("error", () => {});
      child.stdin.end(
        JSON.stringify({
          hook_event_name: event,
          session_id: input.sessionID,
          cwd: directory,
          tool_name: input.tool,
          tool_input: args ?? {},
        }),
      );
    });
  return {
    "tool.execute.before": async (input, output) => {
      if (!TOOLS.has(input.tool)) return;
      calls.set(input.callID, output.args);
      await ask("tool.execute.before", input, output.args);
    },
    "tool.execute.after": async (input, output) => {
      if (!TOOLS.has(input.tool)) return;
      const args = input.args ?? calls.get(input.callID);
      calls.delete(input.callID);
      const text = await ask("tool.execute.after", input, args);
      if (text.trim() !== "") output.output = \`\${output.output ?? ""}\\n\\n\${text.trim()}\`;
    },
  };
};
`;
}
