import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CodeRequest } from "../../../test/fakes/code-member.ts";
import { createChildProcesses } from "../../process/children.ts";
import { moduleUrl } from "../../process/module-url.ts";
import { createWorkerProcess } from "../../process/worker-process.ts";

function openMember(cache: string | undefined): (request: CodeRequest) => Promise<unknown> {
  const children = createChildProcesses();
  const member = createWorkerProcess<CodeRequest, unknown>({
    children,
    module: moduleUrl("../../../test/fakes/code-member", import.meta.url),
    label: "member",
    ...(cache !== undefined && { env: { NODE_COMPILE_CACHE: cache } }),
  });
  onTestFinished(async () => {
    await member.dispose();
    await children.dispose();
  });
  return (request) => member.request(request);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reticle-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test(
  "code that was missed is made once, and used only while it is whole and our own",
  { timeout: 60_000 },
  async () => {
    const cache = makeFolder();
    const folder = join(cache, "wasm");
    const filesOf = (ending: string): string[] => readdirSync(folder).filter((file) => file.endsWith(ending));
    const first = openMember(cache);
    const facts = await first({ ask: "parse" });
    const [old, young] = ["old", "young"].map((name) => join(folder, `${name}.unfinished`));
    for (const path of [old, young]) writeFileSync(path ?? "", "");
    utimesSync(old ?? "", 1, 1);
    expect(filesOf(".wanted").map((file) => file.split(".")[0])).toEqual(["json", "runtime"]);
    expect(await first({ ask: "make" })).toEqual(["json"]);
    // What a killed process has begun is removed, what another one may be writing is not.
    expect(filesOf(".unfinished")).toEqual(["young.unfinished"]);
    expect(new Set(filesOf(".code").map((file) => file.split(".")[0]))).toEqual(new Set(["json", "runtime"]));

    const later = openMember(cache);
    expect(await later({ ask: "parse" })).toEqual(facts);
    const keys = filesOf(".tried").map((file) => file.slice(0, -".tried".length));
    const file = join(folder, `${keys.find((key) => key.startsWith("json."))}.code`);
    expect(await later({ ask: "read", file })).toBe(true);
    await later({ ask: "open to others", file });
    expect(await later({ ask: "read", file })).toBe(false);
    rmSync(file);
    expect(await later({ ask: "compile" })).toBe("WebAssembly.Module");
    expect(await later({ ask: "make" })).toEqual([]);
    const runtime = join(folder, filesOf(".code").find((one) => one.startsWith("runtime.")) ?? "");
    await later({ ask: "damage", file: runtime });
    expect(await later({ ask: "read", file: runtime })).toBe(false);
    expect(await openMember(cache)({ ask: "parse" })).toEqual(facts);
  },
);

test("what nobody has used for a month is removed, and use is noted once a day", { timeout: 60_000 }, async () => {
  const cache = makeFolder();
  const folder = join(cache, "wasm");
  const filesOf = (ending: string): string[] => readdirSync(folder).filter((file) => file.endsWith(ending));
  const member = openMember(cache);
  await member({ ask: "parse" });
  await member({ ask: "make" });
  const used = filesOf(".code").map((file) => join(folder, file));
  const unused = ["json.0.1.code", "json.0.1.tried", "json.0.2.wanted", "go.0.1.tried"].map((name) =>
    join(folder, name),
  );
  for (const path of unused) writeFileSync(path, "");
  const monthAgo = Date.now() / 1_000 - 40 * 86_400;
  for (const path of [...used, ...unused]) utimesSync(path, monthAgo, monthAgo);
  // Code for both sets of flags is there; this process uses that of its own.
  await openMember(cache)({ ask: "parse" });
  const noted = used.filter((path) => Date.now() - statSync(path).mtimeMs < 3_600_000);
  expect(noted.map((path) => basename(path).split(".")[0])).toEqual(["json", "runtime"]);
  await member({ ask: "make" });
  expect(filesOf(".code").map((file) => join(folder, file))).toEqual(noted);
  expect(unused.filter((path) => existsSync(path))).toEqual([]);
});

test("a server that ends while code is made leaves it to the next", { timeout: 60_000 }, async () => {
  const cache = makeFolder();
  const member = openMember(cache);
  await member({ ask: "parse" });
  expect(await member({ ask: "leave while it is made" })).toEqual([]);
  expect(readdirSync(join(cache, "wasm")).filter((file) => /\.(tried|code)$/.test(file))).toEqual([]);
  expect(await openMember(cache)({ ask: "make" })).toEqual(["json"]);
});

test("a process without a cache compiles, and wants nothing", async () => {
  const member = openMember(undefined);
  expect(await member({ ask: "compile" })).toBe("WebAssembly.Module");
  expect(await member({ ask: "make" })).toEqual([]);
});
