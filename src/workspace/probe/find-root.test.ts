import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findRoot, foldersUpTo, type RootPolicy } from "./find-root.ts";

let top: string;
beforeEach(() => (top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-root-")))));
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
}

/** The root and its marker as `root:marker`, relative to the workspace. */
function rootFrom(start: string, markers: readonly string[], policy: RootPolicy, never: string[] = []): string {
  const found = findRoot({ start: join(top, start), workspaceRoot: top, markers, policy, never });
  return found === undefined ? "none" : `${found.root.slice(top.length + 1)}:${found.marker}`;
}

describe("nearest and outermost", () => {
  beforeEach(() => put({ "setup.py": "", "a/pyproject.toml": "", "a/b/c/x.py": "" }));

  test("nearest is the first folder with any marker, outermost the last", () => {
    expect(rootFrom("a/b/c", ["pyproject.toml", "setup.py"], "nearest")).toBe("a:pyproject.toml");
    expect(rootFrom("a/b/c", ["pyproject.toml", "setup.py"], "outermost")).toBe(":setup.py");
  });

  test("there is none without a marker, and none above the workspace root", () => {
    expect(rootFrom("a/b/c", ["Cargo.toml"], "nearest")).toBe("none");
    writeFileSync(join(dirname(top), `${top.slice(-6)}.above`), "");
    expect(rootFrom("a", [`${top.slice(-6)}.above`], "outermost")).toBe("none");
    rmSync(join(dirname(top), `${top.slice(-6)}.above`));
  });

  test("a folder that is never a root is passed over", () => {
    expect(rootFrom("a/b/c", ["pyproject.toml", "setup.py"], "nearest", [join(top, "a")])).toBe(":setup.py");
  });

  test("a marker that appears is seen at once, one that goes as well", () => {
    put({ "a/b/setup.py": "" });
    expect(rootFrom("a/b/c", ["pyproject.toml", "setup.py"], "nearest")).toBe("a/b:setup.py");
    rmSync(join(top, "a/b/setup.py"));
    expect(rootFrom("a/b/c", ["pyproject.toml", "setup.py"], "nearest")).toBe("a:pyproject.toml");
  });
});

describe("markers", () => {
  test("globs match within one folder", () => {
    put({ "app/My App.csproj": "", "app/src/x.cs": "" });
    expect(rootFrom("app/src", ["*.sln", "*.csproj"], "nearest")).toBe("app:My App.csproj");
    expect(rootFrom("app/src", ["*csproj.bak"], "nearest")).toBe("none");
  });

  test("package.json#name wants a dependency of that name", () => {
    put({ "package.json": '{"devDependencies":{"vue":"3"}}', "inner/package.json": '{"name":"vue"}' });
    expect(rootFrom("inner", ["package.json#vue"], "nearest")).toBe(":package.json");
    expect(rootFrom("inner", ["package.json#toString"], "nearest")).toBe("none");
  });

  test("file#text wants the text, and a file that cannot be read or parsed says nothing", () => {
    put({
      "pyproject.toml": "[tool.ruff.lint]\n",
      "a/pyproject.toml": "[project]\n",
      "a/package.json": "{",
      "b/x": "",
    });
    mkdirSync(join(top, "b/package.json"));
    expect(rootFrom("a", ["pyproject.toml#[tool.ruff"], "nearest")).toBe(":pyproject.toml");
    expect(rootFrom("a", ["package.json#vue"], "nearest")).toBe("none");
    expect(rootFrom("b", ["package.json#vue"], "nearest")).toBe("none");
  });
});

describe("workspaces", () => {
  test("go.work comes before a nearer go.mod", () => {
    put({ "go.work": "", "svc/go.mod": "", "svc/pkg/x.go": "", "alone/go.mod": "" });
    expect(rootFrom("svc/pkg", ["go.work", "go.mod"], "go-workspace")).toBe(":go.work");
    rmSync(join(top, "go.work"));
    expect(rootFrom("svc/pkg", ["go.work", "go.mod"], "go-workspace")).toBe("svc:go.mod");
  });

  test("the Cargo workspace comes before the package in it, the nearest one of nested ones", () => {
    const member = '[package]\nname = "m"\n# [workspace] is elsewhere\n';
    put({ "Cargo.toml": "[workspace]\nmembers = []\n", "m/Cargo.toml": member, "m/src/lib.rs": "" });
    expect(rootFrom("m/src", ["Cargo.toml"], "cargo-workspace")).toBe(":Cargo.toml");
    put({ "m/Cargo.toml": `${member}[workspace.package]\n` });
    expect(rootFrom("m/src", ["Cargo.toml"], "cargo-workspace")).toBe("m:Cargo.toml");
    put({ "Cargo.toml": member, "m/Cargo.toml": member });
    expect(rootFrom("m/src", ["Cargo.toml"], "cargo-workspace")).toBe("m:Cargo.toml");
  });

  test.each([
    ["pnpm-workspace.yaml", ""],
    ["package.json", '{"workspaces":["packages/*"]}'],
  ])("a package of a monorepo has the monorepo as its root: %s", (file, text) => {
    put({ [file]: text, "packages/a/package.json": "{}", "packages/a/src/x.ts": "" });
    expect(rootFrom("packages/a/src", ["tsconfig.json", "package.json"], "package")).toBe(`:${file}`);
  });

  test("a package that is in no monorepo is its own root", () => {
    put({ "package.json": "{}", "server/package.json": "{}", "server/src/x.ts": "" });
    expect(rootFrom("server/src", ["package.json"], "package")).toBe("server:package.json");
  });
});

test("foldersUpTo ends at the top, and is only the top for a folder outside it", () => {
  expect(foldersUpTo("/w/a/b", "/w")).toEqual(["/w/a/b", "/w/a", "/w"]);
  expect(foldersUpTo("/w", "/w")).toEqual(["/w"]);
  expect(foldersUpTo("/elsewhere/a", "/w")).toEqual(["/w"]);
  expect(foldersUpTo("/a", "/")).toEqual(["/a", "/"]);
});
