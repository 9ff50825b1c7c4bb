import { existsSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRuntimeFolder } from "../../../src/rendezvous/runtime-folder.ts";
import { readSocketName, socketsFor } from "../../../src/rendezvous/socket-name.ts";
import { Pi } from "../../helpers/pi.ts";
import { runReticle, temporaryFolder } from "../../helpers/reticle.ts";
import { until } from "../../helpers/until.ts";

const BOUND_MS = 60_000;

/** The sockets of servers for this folder. */
function sockets(folder: string): readonly string[] {
  const runtime = findRuntimeFolder();
  const names = existsSync(runtime.path) ? readdirSync(runtime.path) : [];
  return socketsFor(
    folder,
    names.flatMap((name) => readSocketName(runtime, name) ?? []),
  ).map(({ path }) => path);
}

test("pi answers the hooks of other agents in its folder, from its own engine, until its session ends", async () => {
  await using folder = await temporaryFolder({
    "project/tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n',
    "project/area.ts": "export const area: number = 1;\n",
    "home/.keep": "",
  });
  const project = realpathSync(join(folder.path, "project"));
  const hook = async (event: string): Promise<string> => {
    const input = {
      hook_event_name: event,
      session_id: "s",
      cwd: project,
      tool_name: "Edit",
      tool_input: { file_path: "area.ts" },
    };
    const { code, stdout, stderr } = await runReticle(["hook", "claude-code"], {
      cwd: project,
      input: JSON.stringify(input),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };
  {
    await using pi = new Pi({ cwd: project, home: join(folder.path, "home"), args: ["--no-session"] });
    await pi.play({ tools: [{ name: "lens_diagnostics", args: { source: "lsp", path: "area.ts" } }] });
    await until("a socket of pi", () => sockets(project).length > 0, BOUND_MS);
    await hook("PreToolUse");
    writeFileSync(join(project, "area.ts"), 'export const area: number = "1";\n');
    // Only who was there before can tell what is new.
    expect(await hook("PostToolUse")).toContain("area.ts: 1 new error");
    expect(await pi.end()).toBe(0);
  }
  expect(sockets(project)).toEqual([]);
});
