import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../../../test/helpers/until.ts";
import { type ChildProcesses, createChildProcesses } from "../../../process/children.ts";
import type { StructuralQuery } from "../compile-query.ts";
import { createStructuralSearch, type StructuralSearch } from "../search.ts";

let root = "";
let started: string[] = [];
let children: ChildProcesses;
let structural: StructuralSearch;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-prepared-"));
  children = createChildProcesses();
  const spawn = children.spawn.bind(children);
  started = [];
  children.spawn = async (command, args, options) => {
    started.push(command);
    return await spawn(command, args, options);
  };
  structural = createStructuralSearch({ children });
  await structural.prepare();
});
afterEach(async () => {
  await children.dispose();
  await rm(root, { recursive: true });
});

const search = (query: StructuralQuery, signal = AbortSignal.timeout(10_000), limit = 50) =>
  structural.search({ language: "typescript", root, paths: ["."], skip: 0, limit, query }, signal);

describe("a prepared search", () => {
  test.each<[string, StructuralQuery]>([
    ["an expression", { pattern: "go($X)" }],
    ["a member, which is read in a context", { pattern: "constructor($X) {}" }],
    ["a function, which is read in several", { pattern: "function f($$$A) { $$$B }" }],
    ["nothing", { pattern: "nothing($X)" }],
    ["a rule", { rule: "id: x\nlanguage: ts\nrule: {pattern: 'go($X)'}" }],
    ["quotes and line breaks", { pattern: `say("it's",\n  '"')` }],
  ])("finds what any other finds: %s", async (_, query) => {
    await writeFile(join(root, "a.ts"), "go(1);\nclass D { constructor(x) {} }\nfunction f(a, b) { go(a); }\n");
    await writeFile(join(root, "b.ts"), `say("it's", '"'); say("it's",'\\"');\n`);
    const startedBefore = started.length;
    const prepared = await search(query);
    expect(started.length).toBe(startedBefore);
    structural = createStructuralSearch({ children });
    expect(await search(query)).toEqual(prepared);
    expect(started.length).toBeGreaterThan(startedBefore);
  });

  test("tells the same about a pattern that does not parse", async () => {
    await writeFile(join(root, "a.ts"), "go(1);\n");
    const prepared = await search({ pattern: "go((" }).catch((error: unknown) => error);
    expect(prepared).toMatchObject({ kind: "invalid_input" });
    structural = createStructuralSearch({ children });
    await expect(search({ pattern: "go((" })).rejects.toEqual(prepared);
  });

  test("is cut off and aborted like any other, and goes on being prepared", async () => {
    const code = "go(1, [2, 3], { a: 4 });\n".repeat(2_000);
    for (let index = 0; index < 12; index += 1) await writeFile(join(root, `${index}.ts`), code);
    for (let delayMs = 0; delayMs < 60; delayMs += 6) {
      const controller = new AbortController();
      const outcome = search({ pattern: "$A" }, controller.signal).catch((error: unknown) => error);
      setTimeout(() => controller.abort(new Error("enough")), delayMs);
      expect(await outcome).toMatchObject({ message: "enough" });
    }
    await until("two are there again", () => children.running === 2);
    const startedBefore = started.length;
    expect(await search({ pattern: "go($$$A)" }, undefined, 1)).toMatchObject({ total: 24_000 });
    expect(started.length).toBe(startedBefore);
  });
});
