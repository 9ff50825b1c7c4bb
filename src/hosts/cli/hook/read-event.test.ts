import { describe, expect, it } from "vitest";
import { findHookClient, type HookClient } from "./clients.ts";
import { readEvent } from "./read-event.ts";

function client(name: string): HookClient {
  const found = findHookClient(name);
  if (found === undefined) throw new Error(`no client ${name}`);
  return found;
}

const read = (name: string, input: object) => readEvent(client(name), JSON.stringify(input));
const claude = { session_id: "s", transcript_path: "/t", cwd: "/p", permission_mode: "default", tool_use_id: "u" };
const cursor = { conversation_id: "c", generation_id: "g", workspace_roots: ["/p"], cursor_version: "3" };
const patch =
  "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-1\n+2\n*** Move to: src/b.ts\n*** Add File: c.ts\n+x\n*** Delete File: d.ts\n*** End Patch\n";

describe("readEvent", () => {
  it.each([
    [
      "claude-code",
      { ...claude, hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/p/a.ts" } },
      "after",
      ["/p/a.ts"],
      false,
    ],
    [
      "claude-code",
      {
        ...claude,
        hook_event_name: "PreToolUse",
        tool_name: "NotebookEdit",
        tool_input: { notebook_path: "/p/a.ipynb" },
      },
      "before",
      ["/p/a.ipynb"],
      false,
    ],
    [
      "claude-code",
      {
        ...claude,
        hook_event_name: "PostToolUseFailure",
        tool_name: "Bash",
        tool_input: { command: "make src/a.o" },
        error: "2",
      },
      "after",
      ["src/a.o"],
      true,
    ],
    [
      "codex",
      {
        ...claude,
        hook_event_name: "PostToolUse",
        turn_id: "t",
        tool_name: "apply_patch",
        tool_input: { command: patch },
      },
      "after",
      ["src/a.ts", "src/b.ts", "c.ts", "d.ts"],
      false,
    ],
    [
      "codex",
      {
        ...claude,
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: { command: "sed -i s/a/b/ lib/x.py" },
      },
      "before",
      ["s/a/b/", "lib/x.py"],
      true,
    ],
    [
      "cursor",
      { ...cursor, hook_event_name: "postToolUse", tool_name: "Write", tool_input: { path: "a.ts", contents: "" } },
      "after",
      ["a.ts"],
      false,
    ],
    [
      "cursor",
      { ...cursor, hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "rm a.ts" }, cwd: "/p" },
      "before",
      ["a.ts"],
      true,
    ],
    [
      "cursor",
      { ...cursor, hook_event_name: "afterFileEdit", file_path: "/p/a.ts", edits: [] },
      "after",
      ["/p/a.ts"],
      false,
    ],
    [
      "cursor",
      { ...cursor, hook_event_name: "afterShellExecution", command: "touch x.c", output: "", cwd: "/p" },
      "after",
      ["x.c"],
      true,
    ],
    [
      "opencode",
      {
        session_id: "s",
        cwd: "/p",
        hook_event_name: "tool.execute.after",
        tool_name: "edit",
        tool_input: { filePath: "/p/a.ts" },
      },
      "after",
      ["/p/a.ts"],
      false,
    ],
    [
      "opencode",
      {
        session_id: "s",
        cwd: "/p",
        hook_event_name: "tool.execute.before",
        tool_name: "apply_patch",
        tool_input: { patchText: patch },
      },
      "before",
      ["src/a.ts", "src/b.ts", "c.ts", "d.ts"],
      false,
    ],
  ] as const)("%s %#: phase, files and kind of tool", (...[name, input, phase, paths, isShell]) => {
    expect(read(name, input)).toMatchObject({ name: input.hook_event_name, phase, paths, isShell });
  });

  it("knows the conversation and the folder", () => {
    const edit = { tool_name: "Write", tool_input: { file_path: "a" } };
    expect(read("claude-code", { ...claude, ...edit, hook_event_name: "PostToolUse" })).toMatchObject({
      conversation: "s",
      cwd: "/p",
    });
    expect(read("cursor", { ...cursor, ...edit, hook_event_name: "postToolUse" })).toMatchObject({
      conversation: "c",
      cwd: undefined,
      project: "/p",
    });
  });

  it("reads what a shell of Windows pipes, and a patch with long white space, at once", () => {
    const text = JSON.stringify({
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_input: { command: `*** Begin Patch\n*** Add File: ${" ".repeat(300_000)}a.ts \n+x\n*** End Patch` },
    });
    const startedAt = performance.now();
    expect(readEvent(client("codex"), `\uFEFF${text}`)?.paths).toEqual(["a.ts"]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("has nothing to do with tools that change no files", () => {
    const input = {
      ...claude,
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_input: { file_path: "/p/a.ts" },
    };
    expect(read("claude-code", input)).toBeUndefined();
    expect(read("claude-code", { ...input, tool_name: "constructor" })).toBeUndefined();
  });

  it.each([
    ["", "standard input is empty; Claude Code passes an event there"],
    ["{not json", 'standard input is no JSON: "{not json"'],
    ["[1]", "standard input is no JSON object"],
    ["{}", "`hook_event_name` is missing in what Claude Code passed"],
    ['{"hook_event_name": "Stop"}', '`hook_event_name` is "Stop"; Claude Code is answered at PreToolUse, PostToolUse'],
    [
      '{"hook_event_name": "PostToolUse", "tool_name": 3}',
      "`tool_name` is missing in what Claude Code passed, or no text",
    ],
    [
      '{"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file": "a.ts"}}',
      '`tool_input` of "Edit" names no file; file_path, filePath,',
    ],
    ['{"hook_event_name": "PreToolUse", "tool_name": "Write"}', '`tool_input` of "Write" names no file'],
  ])("says what is wrong with %j", (text, message) => {
    expect(() => readEvent(client("claude-code"), text)).toThrow(message);
  });
});

describe("what a client is told", () => {
  it.each([
    [
      "claude-code",
      "PostToolUse",
      '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"a.ts: 1 new error"}}\n',
      "",
    ],
    [
      "codex",
      "PostToolUse",
      '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"a.ts: 1 new error"}}\n',
      "",
    ],
    ["cursor", "postToolUse", '{"additional_context":"a.ts: 1 new error"}\n', "{}\n"],
    ["opencode", "tool.execute.after", "a.ts: 1 new error\n", ""],
  ])("%s", (name, event, said, silent) => {
    expect(client(name).print(event, "a.ts: 1 new error")).toBe(said);
    expect(client(name).print(event, undefined)).toBe(silent);
  });
});
