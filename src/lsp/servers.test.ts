import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rowDefaults, type StartFacts } from "./server-row.ts";
import { serverRows } from "./servers.ts";

/** What the contract names, by our id. */
const SPECIFIED = [
  "typescript typescript-language-server deno pyright basedpyright ty pyrefly jedi gopls rust-analyzer ruby-lsp",
  "solargraph rubocop intelephense powershell csharp-ls omnisharp fsautocomplete jdtls kotlin-lsp",
  "kotlin-language-server sourcekit-lsp dart lua clangd zls haskell elixir-ls expert gleam ocaml clojure cue",
  "terraform nixd bash fish cmake dockerfile yaml json html css taplo prisma vue svelte marksman opengrep ast-grep",
  "zizmor typos ruff biome oxlint eslint tailwind astro angular graphql solidity",
]
  .join(" ")
  .split(" ");

test("every server of the contract is there, each once, each in a file of its own", () => {
  const ids = serverRows.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(SPECIFIED));
  expect(new Set(ids).size).toBe(ids.length);
  const files = readdirSync(join(import.meta.dirname, "servers")).map((name) => name.replace(".ts", ""));
  expect(ids.toSorted()).toEqual(files.toSorted());
});

const facts: StartFacts = { root: "/w/a", workspaceRoot: "/w", isTrusted: false, exists: existsSync };

describe.each(serverRows.map((row) => [row.id, row] as const))("%s", (_id, row) => {
  test("says for which files, with which marker and with which command", () => {
    expect(row.commands.length).toBeGreaterThan(0);
    expect(Object.keys(row.languageIds).length).toBeGreaterThan(0);
    for (const ending of Object.keys(row.languageIds)) expect(ending).toMatch(/^\.?[\w+-]+(\.\w+)?$/);
    if (row.needsMarker !== false) expect(row.rootMarkers.length).toBeGreaterThan(0);
  });

  test("says what brings it: a pinned package, or a command or address that a person can use", () => {
    const { install } = rowDefaults(row);
    expect(install).toMatch(/install|add|https:\/\//i);
    for (const version of Object.values(row.package?.versions ?? {})) expect(version).toMatch(/^v?\d+\.\d+\.\d+$/);
    // One that only a checkout brings along cannot be had from a registry by us, and one from a registry must be found.
    if (row.package !== undefined) expect(row.commands.some(({ from }) => from === "path")).toBe(true);
  });

  test("has options and settings that are JSON for every root", () => {
    for (const isTrusted of [true, false]) {
      const at = { ...facts, isTrusted, packages: "/p/node_modules" };
      const { initializationOptions, settings } = row;
      const made = [
        typeof initializationOptions === "function" ? initializationOptions(at) : initializationOptions,
        typeof settings === "function" ? settings(at) : settings,
      ];
      expect(JSON.parse(JSON.stringify(made))).toEqual(made.map((value) => value ?? null));
    }
  });
});
