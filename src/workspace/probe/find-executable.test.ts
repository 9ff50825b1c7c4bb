import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findExecutable, pathFolders, projectProgramFolders } from "./find-executable.ts";

let top: string;
beforeEach(() => (top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-executable-")))));
afterEach(() => rmSync(top, { recursive: true, force: true }));

function program(name: string, mode = 0o755): string {
  const path = join(top, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, mode);
  return path;
}
const find = (name: string, folders: string[], more: Partial<Parameters<typeof findExecutable>[0]> = {}) =>
  findExecutable({ name, folders: folders.map((folder) => join(top, folder)), ...more });

test("the first folder wins; what is not executable or not a file does not count", () => {
  program("a/gopls", 0o644);
  mkdirSync(join(top, "b/gopls"), { recursive: true });
  const third = program("c/gopls");
  program("d/gopls");
  expect(find("gopls", ["none", "a", "b", "c", "d"])).toBe(third);
  expect(find("gopl", ["c"])).toBeUndefined();
});

test("a program that appears is found by the next look", () => {
  expect(find("zls", ["a"])).toBeUndefined();
  const path = program("a/zls");
  expect(find("zls", ["a"])).toBe(path);
});

describe("version suffixes", () => {
  test("the highest number wins, wherever it is; the plain name wins over all", () => {
    program("a/clangd-9");
    const newest = program("b/clangd-22");
    program("a/clangd-tidy");
    program("a/clangd-19", 0o644);
    expect(find("clangd", ["a", "b"])).toBeUndefined();
    expect(find("clangd", ["a", "b"], { acceptsVersionSuffix: true })).toBe(newest);
    const plain = program("b/clangd");
    expect(find("clangd", ["a", "b"], { acceptsVersionSuffix: true })).toBe(plain);
  });
});

describe("outside", () => {
  test("programs in the checkout do not count, nor links to them", () => {
    const own = program("checkout/node_modules/.bin/eslint");
    mkdirSync(join(top, "bin"));
    symlinkSync(own, join(top, "bin/eslint"));
    const folders = ["checkout/node_modules/.bin", "bin"];
    expect(find("eslint", folders, { outside: join(top, "checkout") })).toBeUndefined();
    expect(find("eslint", folders)).toBe(own);
  });
});

describe("rustup", () => {
  test.each([
    ["link", (from: string, to: string) => symlinkSync(from, to)],
    ["hard link", (from: string, to: string) => linkSync(from, to)],
  ])("a proxy (%s) of a component that no toolchain has is passed over", (_kind, link) => {
    const rustup = program("cargo/rustup");
    link(rustup, join(top, "cargo/rust-analyzer"));
    const system = program("usr/rust-analyzer");
    const env = { RUSTUP_HOME: join(top, "rustup") };
    mkdirSync(join(top, "rustup/toolchains/stable/bin"), { recursive: true });
    expect(find("rust-analyzer", ["cargo", "usr"], { env })).toBe(system);
    program("rustup/toolchains/stable/bin/rust-analyzer");
    expect(find("rust-analyzer", ["cargo", "usr"], { env })).toBe(join(top, "cargo/rust-analyzer"));
  });
});

test("PATH counts without its relative folders and repetitions", () => {
  expect(pathFolders({ PATH: "/a::node_modules/.bin:.:/b:/a" })).toEqual(["/a", "/b"]);
  expect(pathFolders({})).toEqual([]);
});

test("a project's programs are those of its own folders, then of those above up to the workspace root", () => {
  const folders = projectProgramFolders("/w/a", "/w");
  expect(folders[0]).toBe("/w/a/node_modules/.bin");
  expect(folders).toContain("/w/.venv/bin");
  expect(folders.some((folder) => !folder.startsWith("/w/"))).toBe(false);
});
