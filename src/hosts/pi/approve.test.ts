import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import type { ApprovalRequest } from "../../tools/core/execute.ts";
import { createApprove } from "./approve.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "approve-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Asked {
  readonly title: string;
  readonly message: string;
  readonly signal: AbortSignal | undefined;
}

function approveWith(approval: object | undefined, answer: boolean, hasUI = true) {
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify(approval === undefined ? {} : { approval }));
  const config = loadConfig({ root: folder, env: { HOME: folder, RETICLE_CONFIG: file }, isTrusted: false });
  const asked: Asked[] = [];
  const confirm = (title: string, message: string, options?: { signal?: AbortSignal }): Promise<boolean> => {
    asked.push({ title, message, signal: options?.signal });
    return Promise.resolve(answer);
  };
  const ctx = { hasUI, ui: { confirm } } as unknown as ExtensionContext;
  return { approve: createApprove(ctx, () => config), asked };
}

const request = (tier: ApprovalRequest["tier"], args: object = { path: "a.ts" }): ApprovalRequest => ({
  tool: "ast_grep_replace",
  tier,
  arguments: { ...args },
});
const { signal } = new AbortController();

describe("approval in pi", () => {
  test.each(["write", "exec"] as const)("%s calls run unasked where nothing is set", async (tier) => {
    const { approve, asked } = approveWith(undefined, false);
    expect(await approve(request(tier), signal)).toBe(true);
    expect(asked).toEqual([]);
  });

  test.each([true, false])("the person's %s counts, and the call's own end closes the dialog", async (answer) => {
    const { approve, asked } = approveWith({ write: true }, answer);
    expect(await approve(request("write"), signal)).toBe(answer);
    expect(asked).toEqual([{ title: "Allow ast_grep_replace?", message: '{\n  "path": "a.ts"\n}', signal }]);
    expect(await approve(request("exec"), signal)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test("long arguments are cut, and it says so", async () => {
    const { approve, asked } = approveWith({ exec: true }, true);
    await approve(request("exec", { text: "x".repeat(5_000) }), signal);
    expect(asked[0]?.message).toMatch(/^.{600}… \(5\d\d\d characters\)$/s);
  });

  test("where nobody can be asked, the refusal says what to do", async () => {
    const { approve, asked } = approveWith({ write: true }, true, false);
    await expect(approve(request("write"), signal)).rejects.toMatchObject({
      kind: "refused",
      hint: expect.stringContaining("approval.write"),
    });
    expect(asked).toEqual([]);
  });
});
