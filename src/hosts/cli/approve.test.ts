import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createApprove } from "./approve.ts";
import type { CliIo } from "./io.ts";
import type { ApprovePolicy } from "./parsing/parse.ts";

function terminal(isTTY: boolean): { io: CliIo; shown: () => string; type: (text: string) => void } {
  const stream = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  let shown = "";
  stderr.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  return {
    io: { stdin, stdout, stderr, env: {}, cwd: "/" },
    shown: () => shown,
    type: (text) => void stdin.write(text),
  };
}

const request = { tool: "ast_grep_replace", tier: "write", arguments: { pattern: "x" } } as const;
const decide = async (policy: ApprovePolicy, isTTY: boolean, isStdinTaken = false) => {
  const { io, shown } = terminal(isTTY);
  const approve = createApprove({ policy, isStdinTaken }, io, new AbortController().signal);
  return { isAllowed: await approve?.(request), shown: shown() };
};

describe("createApprove", () => {
  it("asks nobody under allow", () => {
    expect(
      createApprove({ policy: "allow", isStdinTaken: false }, terminal(true).io, new AbortController().signal),
    ).toBeUndefined();
  });

  it.each([
    ["deny", true, false, "denied ast_grep_replace (write): --approve deny is set"],
    ["ask", false, false, "--approve ask needs a terminal"],
    ["ask", true, true, "--approve ask has nobody to ask while stdin carries the calls"],
  ] as const)("%s (terminal %s, stdin taken %s) denies and says why", async (policy, isTTY, isStdinTaken, text) => {
    const { isAllowed, shown } = await decide(policy, isTTY, isStdinTaken);
    expect(isAllowed).toBe(false);
    expect(shown).toContain(text);
  });

  it.each([
    ["y\n", true],
    ["Yes\n", true],
    ["n\n", false],
    ["\n", false],
    ["what\n", false],
  ])("takes %j on a terminal as %s", async (typed, expected) => {
    const { io, shown, type } = terminal(true);
    const approve = createApprove({ policy: "ask", isStdinTaken: false }, io, new AbortController().signal);
    const decision = approve?.(request);
    type(typed);
    expect(await decision).toBe(expected);
    expect(shown()).toContain('Allow ast_grep_replace (write) {"pattern":"x"}? [y/N]');
  });

  it("takes an interrupted prompt as no", async () => {
    const controller = new AbortController();
    const decision = createApprove(
      { policy: "ask", isStdinTaken: false },
      terminal(true).io,
      controller.signal,
    )?.(request);
    controller.abort();
    expect(await decision).toBe(false);
  });
});
