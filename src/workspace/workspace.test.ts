import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import nodePath from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { isReticleError, type ReticleError } from "../base/errors.ts";
import { contains } from "../base/path-containment.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const top = realpathSync(mkdtempSync(nodePath.join(tmpdir(), "reticle-workspace-")));
const at = (...parts: string[]): string => nodePath.join(top, ...parts);

for (const folder of ["a/src/deep", "a/src/parser.d", "b/lib", "outside/private", "home/project"]) {
  mkdirSync(at(folder), { recursive: true });
}
for (const file of [
  "a/src/main.ts",
  "a/src/parser.ts",
  "a/src/deep/x.ts",
  "b/lib/y.ts",
  "outside/secret.ts",
  "home/notes.ts",
]) {
  writeFileSync(at(file), `// ${file}\n`);
}
symlinkSync(at("outside"), at("a/out"));
symlinkSync(at("outside/secret.ts"), at("a/secret-link.ts"));
symlinkSync(at("outside/gone.ts"), at("a/dangling-out.ts"));
symlinkSync("src/gone.ts", at("a/dangling-in.ts"));
symlinkSync("out/gone.ts", at("a/dangling-through-out.ts"));
symlinkSync("src/main.ts", at("a/link.ts"));
symlinkSync(at("a"), at("alias"));
symlinkSync("circle-2", at("a/circle-1"));
symlinkSync("circle-1", at("a/circle-2"));

afterAll(() => rmSync(top, { recursive: true, force: true }));

async function failure(promise: Promise<unknown>): Promise<ReticleError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isReticleError(error)) throw new Error(`expected a ReticleError, got ${String(error)}`);
  expect(error.message).not.toMatch(/\.$/);
  expect(error.hint).toBeDefined();
  return error;
}

const openA = (): Promise<Workspace> => openWorkspace({ cwd: at("a"), home: at("home") });

test("a control character in a name is shown escaped, and what is shown leads to the file", async () => {
  const absolute = at("odd/a\nb\u001b.ts");
  mkdirSync(at("odd"));
  writeFileSync(absolute, "");
  const workspace = await openWorkspace({ cwd: at("odd"), home: at("home") });
  const shown = String.raw`"a\nb\u001b.ts"`;
  expect(workspace.show(absolute, workspace.cwd)).toBe(shown);
  const found = { absolute, shown, kind: "file" };
  expect(await workspace.resolve("a\nb\u001b.ts", "path", workspace.cwd)).toEqual(found);
  expect(await workspace.resolve(shown, "path", workspace.cwd)).toEqual(found);
  expect(await workspace.resolveWritable("c\nd.ts", "path", workspace.cwd)).toMatchObject({
    shown: String.raw`"c\nd.ts"`,
  });
  const gone = String.raw`"a\nc.ts"`;
  const error = await failure(workspace.resolve(gone, "path", workspace.cwd));
  expect(error).toMatchObject({ kind: "not_found", message: expect.stringContaining(JSON.stringify(gone)) as string });
});

describe("roots", () => {
  test("neither bounds nor client roots: the working directory, made canonical", async () => {
    const workspace = await openWorkspace({ cwd: at("alias/src") });
    expect(workspace).toMatchObject({ roots: [at("a/src")], cwd: at("a/src"), skippedRoots: [] });
  });

  test.each([
    ["bounds alone", { bounds: ["a", "b"], cwd: "b/lib" }, ["a", "b"], "b/lib"],
    ["client roots alone", { roots: ["b"], cwd: "a" }, ["b"], "b"],
    ["a client root inside a bound", { bounds: ["a"], roots: ["a/src"], cwd: "a" }, ["a/src"], "a/src"],
    ["a client root around the bounds", { bounds: ["a/src", "b"], roots: ["."], cwd: "b" }, ["a/src", "b"], "b"],
    ["the same root twice, once through a link", { roots: ["a", "alias"], cwd: "a" }, ["a"], "a"],
  ])("%s", async (_name, options, roots, cwd) => {
    const workspace = await openWorkspace({
      ...("bounds" in options ? { bounds: options.bounds.map((folder) => at(folder)) } : {}),
      ...("roots" in options ? { roots: options.roots.map((folder) => at(folder)) } : {}),
      cwd: at(options.cwd),
    });
    expect(workspace.roots).toEqual(roots.map((folder) => at(folder)));
    expect(workspace.cwd).toBe(at(cwd));
  });

  test("client roots that are missing, files or out of bounds are skipped and named", async () => {
    const workspace = await openWorkspace({
      bounds: [at("a")],
      roots: [at("nope"), at("a/src/main.ts"), at("b"), at("a/src")],
      cwd: at("a"),
    });
    expect(workspace.roots).toEqual([at("a/src")]);
    expect(workspace.skippedRoots.map(({ path }) => path)).toEqual([at("nope"), at("a/src/main.ts"), at("b")]);
    expect(workspace.skippedRoots.map(({ reason }) => reason).join("\n")).toMatch(
      /does not exist[^]*is a file[^]*--root/,
    );
  });

  test("client roots that all lie out of bounds never widen them", async () => {
    const error = await failure(openWorkspace({ bounds: [at("a")], roots: [at("b")], cwd: at("a") }));
    expect(error.kind).toBe("refused");
    expect(error.message).toContain(at("b"));
    expect(error.message).toContain(at("a"));
  });

  test.each([
    ["nope", "not_found"],
    ["a/src/main.ts", "invalid_input"],
  ])("a bound that is not a folder: %s", async (bound, kind) => {
    const error = await failure(openWorkspace({ bounds: [at(bound)], cwd: at("a") }));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(`\`--root\` ${JSON.stringify(at(bound))}`);
  });

  test("a working directory that is gone does no harm when there are roots", async () => {
    expect((await openWorkspace({ roots: [at("a")], cwd: at("gone") })).cwd).toBe(at("a"));
  });
});

describe("resolve", () => {
  test.each([
    ["src/main.ts", "src/main.ts", "file"],
    ["./src/../src/main.ts", "src/main.ts", "file"],
    ["src", "src", "directory"],
    ["src/", "src", "directory"],
    [".", ".", "directory"],
    ["link.ts", "src/main.ts", "file"],
    ["src/deep/../../../a/link.ts", "src/main.ts", "file"],
    [at("a/src/main.ts"), "src/main.ts", "file"],
    [at("alias/src/main.ts"), "src/main.ts", "file"],
    [pathToFileURL(at("a/src/main.ts")).href, "src/main.ts", "file"],
  ])("%s is shown as %s", async (path, shown, kind) => {
    const workspace = await openA();
    const absolute = nodePath.join(at("a"), shown);
    expect(await workspace.resolve(path, "path", workspace.cwd)).toEqual({ absolute, shown, kind });
  });

  test("~ stands for the home directory", async () => {
    const workspace = await openWorkspace({ cwd: at("home"), home: at("home") });
    expect(await workspace.resolve("~/notes.ts", "path", workspace.cwd)).toMatchObject({ shown: "notes.ts" });
    expect(await workspace.resolve("~", "path", workspace.cwd)).toMatchObject({ shown: "." });
  });

  test("a relative path is taken from the root that holds cwd, and another root is shown absolute", async () => {
    const workspace = await openWorkspace({ roots: [at("a"), at("b")], cwd: at("a") });
    expect(await workspace.resolve("lib/y.ts", "path", at("b/lib"))).toMatchObject({ shown: "lib/y.ts" });
    expect(await workspace.resolve(at("b/lib/y.ts"), "path", at("a"))).toMatchObject({ shown: at("b/lib/y.ts") });
    expect(await workspace.resolve("src/main.ts", "path", at("outside"))).toMatchObject({ shown: "src/main.ts" });
    expect(workspace.show(at("a/src"), at("b"))).toBe(at("a/src"));
    expect(workspace.show(at("a/src"), at("a"))).toBe("src");
    expect(workspace.rootOf(at("b/lib"))).toBe(at("b"));
    expect(workspace.rootOf(at("outside"))).toBeUndefined();
  });

  test.each([
    "../outside/secret.ts",
    "../outside/no-such-file.ts",
    "src/../../b/lib/y.ts",
    at("outside/secret.ts"),
    at("ab"),
    "/etc/passwd",
    "/",
    "~/notes.ts",
    "secret-link.ts",
    "out/secret.ts",
    "out/private",
    "out/no-such-file.ts",
    "dangling-out.ts",
    "dangling-through-out.ts",
    at("alias/out/secret.ts"),
    pathToFileURL(at("outside/secret.ts")).href,
  ])("%s is refused, whether it exists or not", async (path) => {
    const workspace = await openA();
    const error = await failure(workspace.resolve(path, "file", workspace.cwd));
    expect(error.kind).toBe("refused");
    expect(error.message).toContain(`\`file\` ${JSON.stringify(path)}`);
    expect(error.message).toContain(`outside the workspace root ${at("a")}`);
    expect(error.hint).toContain("--root");
    // Nothing is told about what lies there.
    expect(`${error.message} ${error.hint} ${JSON.stringify(error.data ?? {})}`).not.toContain("did you mean");
  });

  test("a refusal lists all roots", async () => {
    const workspace = await openWorkspace({ roots: [at("a"), at("b")], cwd: at("a") });
    const error = await failure(workspace.resolve("../outside", "file", workspace.cwd));
    expect(error.message).toContain(`outside the workspace roots ${at("a")}, ${at("b")}`);
  });

  test.each([
    ["", "is empty"],
    ["  ", "is empty"],
    ["a\0b", "NUL"],
    ["file:///a%00b", "NUL"],
    ["C:\\project\\a.ts", "Windows path"],
    ["c:/project/a.ts", "Windows path"],
    ["\\\\server\\share\\a.ts", "Windows path"],
    ["https://example.org/a.ts", "https URI"],
    ["file://elsewhere/a.ts", "not a file URI"],
    ["x".repeat(300), "longer than"],
    ["x/".repeat(2_000_000), "has 4000000 characters; no path here has more than 4096"],
    ["circle-1", "circle of symbolic links"],
  ])("%j is invalid: %s", async (path, why) => {
    const workspace = await openA();
    const error = await failure(workspace.resolve(path, "file", workspace.cwd));
    expect(error.kind).toBe("invalid_input");
    expect(error.message).toContain("`file`");
    expect(error.message).toContain(why);
  });

  test("client roots that cannot be used: the hint fits the reason, and 5000 of them make no endless message", async () => {
    const roots = Array.from({ length: 5_000 }, (_, index) => at(`none-${index}`, "x".repeat(500)));
    const error = await failure(openWorkspace({ cwd: at("a"), roots }));
    expect(error.message).toMatch(/^none of the client's roots \(.* and 4995 more\) is an existing folder$/);
    expect(error.message.length).toBeLessThan(2_000);
    expect(error.hint).toBe("open an existing folder in the client");
    const bounded = await failure(openWorkspace({ cwd: at("a"), bounds: [at("a")], roots: [at("b")] }));
    expect(bounded.message).toContain(`lies within --root ${at("a")}`);
    expect(bounded.hint).toContain("another --root");
  });

  test("a root that is gone is named, and not called a link to the outside", async () => {
    mkdirSync(at("short-lived"));
    const workspace = await openWorkspace({ cwd: at("short-lived") });
    rmSync(at("short-lived"), { recursive: true });
    const error = await failure(workspace.resolve("a.ts", "file", workspace.cwd));
    expect(error.kind).toBe("not_found");
    expect(error.message).toBe(`the workspace root ${at("short-lived")} no longer exists`);
  });

  test("a name that is not UTF-8 is not suggested for itself", async () => {
    const workspace = await openA();
    writeFileSync(Buffer.concat([Buffer.from(at("a/bad")), Buffer.of(0xff)]), "");
    const error = await failure(workspace.resolve("bad\uFFFD", "file", workspace.cwd));
    expect(error).toMatchObject({ kind: "unsupported", hint: "rename it; such a name cannot be given as a path" });
  });

  test.each([
    ["src/mian.ts", ["src/main.ts"]],
    ["src/Main.ts", ["src/main.ts"]],
    ["src/main.js", ["src/main.ts"]],
    ["SRC/main.ts", ["src/main.ts"]],
    ["src/parser", ["src/parser.d", "src/parser.ts"]],
    ["src\\main.ts", ["src/main.ts"]],
    ["src/dep/x.ts", ["src/deep/x.ts"]],
    ["src/dep/none.ts", ["src/deep"]],
    ["x.ts", []],
  ])("%s does not exist; suggested: %j", async (path, suggestions) => {
    const workspace = await openA();
    const error = await failure(workspace.resolve(path, "file", workspace.cwd));
    expect(error.kind).toBe("not_found");
    expect(error.message).toContain(`\`file\` ${JSON.stringify(path)} does not exist`);
    expect(error.data?.["suggestions"] ?? []).toEqual(suggestions);
    for (const suggestion of suggestions) expect(error.hint).toContain(JSON.stringify(suggestion));
  });

  test.each(["*.ts", "src/**", "none/*.ts", "src/m?in.ts"])(
    "%s is a pattern: a similar name is not what it means",
    async (path) => {
      const workspace = await openA();
      const error = await failure(workspace.resolve(path, "paths", workspace.cwd));
      expect(error).toMatchObject({ kind: "not_found", hint: expect.stringMatching(/is not expanded here/) as string });
      expect(error.data).toBeUndefined();
    },
  );

  test("a path meant from cwd instead of the root is suggested as it must be written", async () => {
    const workspace = await openA();
    const error = await failure(workspace.resolve("x.ts", "file", at("a/src/deep")));
    expect(error.data?.["suggestions"]).toEqual(["src/deep/x.ts"]);
  });

  test("a path through a file and a dangling link say so", async () => {
    const workspace = await openA();
    const through = await failure(workspace.resolve("src/main.ts/x", "file", workspace.cwd));
    expect(through.message).toContain('"src/main.ts" is a file, not a folder');
    const dangling = await failure(workspace.resolve("dangling-in.ts", "file", workspace.cwd));
    expect(dangling.kind).toBe("not_found");
    expect(dangling.message).toContain('a symbolic link to "src/gone.ts", which does not exist');
  });

  test("property: whatever is put together from a tree with links, nothing outside comes through", async () => {
    const workspace = await openA();
    const random = seededRandom(23);
    const parts = [
      "..",
      ".",
      "src",
      "deep",
      "out",
      "private",
      "a",
      "b",
      "lib",
      "alias",
      "main.ts",
      "secret.ts",
      "link.ts",
      "secret-link.ts",
      "A",
      "SRC",
    ];
    const prefixes = ["", "./", "../", `${top}/`, `${at("alias")}/`, "~/", "/", "file://", `file://${top}/`];
    let resolved = 0;
    for (let round = 0; round < 1_500; round += 1) {
      const path =
        pick(random, prefixes) +
        Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, parts)).join("/");
      const outcome = await workspace.resolve(path, "path", workspace.cwd).catch((error: unknown) => error);
      if (isReticleError(outcome)) {
        expect(["invalid_input", "not_found", "refused"], path).toContain(outcome.kind);
        continue;
      }
      resolved += 1;
      const { absolute, shown } = outcome as { absolute: string; shown: string };
      expect(contains(at("a"), realpathSync(absolute)), path).toBe(true);
      expect(absolute, path).toBe(realpathSync(absolute));
      // What an answer shows leads back to the same file.
      expect((await workspace.resolve(shown, "path", workspace.cwd)).absolute, path).toBe(absolute);
    }
    expect(resolved).toBeGreaterThan(50);
  });
});

describe("the home directory as workspace", () => {
  test("a named file can be read, a walk is refused there and above", async () => {
    const workspace = await openWorkspace({ cwd: at("home"), home: at("home") });
    const file = await workspace.resolve("notes.ts", "path", workspace.cwd);
    expect((await workspace.read(file, "path")).text).toBe(readFileSync(at("home/notes.ts"), "utf8"));
    for (const folder of [at("home"), top, "/"]) {
      expect(() => workspace.refuseHomeWalk(folder), folder).toThrow(
        expect.objectContaining({ kind: "refused" }) as Error,
      );
    }
    expect(() => workspace.refuseHomeWalk(at("home/project"))).not.toThrow();
    expect(() => workspace.refuseHomeWalk(at("a"))).not.toThrow();
  });

  test("a home directory that is a link is recognised", async () => {
    symlinkSync(at("home"), at("home-link"));
    const workspace = await openWorkspace({ cwd: at("home"), home: at("home-link") });
    expect(() => workspace.refuseHomeWalk(at("home"))).toThrow(expect.objectContaining({ kind: "refused" }) as Error);
  });
});
