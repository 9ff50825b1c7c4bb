import { describe, expect, test } from "vitest";
import { mapFolders } from "./folder-map.ts";
import type { Unit } from "./unit-graph.ts";

/** Units with these imports; a path ending in ".test.ts" is a test. */
function unitsOf(imports: Readonly<Record<string, readonly string[]>>): Unit[] {
  const units = new Map(
    Object.keys(imports).map((path) => [
      path,
      {
        path,
        folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
        isTest: path.endsWith(".test.ts"),
        mainFile: path,
        mainFileId: 1,
        lines: 10,
        files: 1,
        complexity: 0,
        complexSymbol: "",
        importers: new Set<Unit>(),
        testImporters: new Set<Unit>(),
        imports: new Set<Unit>(),
      },
    ]),
  );
  for (const [path, targets] of Object.entries(imports)) {
    for (const target of targets) {
      const to = units.get(target);
      if (to === undefined) throw new Error(`no ${target}`);
      units.get(path)?.imports.add(to);
    }
  }
  return [...units.values()];
}

describe("folders", () => {
  test("rows count files and edges between folders, tests left out", () => {
    const map = mapFolders(
      unitsOf({
        "app/a.ts": ["base/x.ts"],
        "app/b.ts": ["base/x.ts", "base/y.ts"],
        "app/b.test.ts": ["base/x.ts"],
        "base/x.ts": ["base/y.ts"],
        "base/y.ts": [],
      }),
      10,
    );
    expect(map).toEqual({
      rows: [
        { folder: "base", files: 2, imports: [], importedBy: 3 },
        { folder: "app", files: 2, imports: [{ folder: "base", count: 3 }], importedBy: 0 },
      ],
      folderCount: 2,
      cycles: [],
      violations: [],
    });
  });

  test("folders that reach each other are a cycle, largest first; a chain is none", () => {
    const { cycles } = mapFolders(
      unitsOf({
        "a/1.ts": ["b/1.ts"],
        "b/1.ts": ["c/1.ts", "d/1.ts"],
        "c/1.ts": ["a/1.ts"],
        "d/1.ts": ["e/1.ts"],
        "e/1.ts": ["d/1.ts"],
        "f/1.ts": ["a/1.ts"],
      }),
      10,
    );
    expect(cycles).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });

  test("few imports against many are a violation, an even exchange is none", () => {
    const up = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`app/${at}.ts`, ["base/x.ts"]]));
    const { violations } = mapFolders(
      unitsOf({ ...up, "base/x.ts": ["app/0.ts"], "p/1.ts": ["q/1.ts"], "q/1.ts": ["p/1.ts"] }),
      10,
    );
    expect(violations).toEqual([{ from: "base", to: "app", count: 1, against: 8, example: "base/x.ts" }]);
  });

  test("many folders are joined until they can be looked through", () => {
    const deep = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`src/part${at % 5}/sub${at}/a.ts`, []]));
    const map = mapFolders(unitsOf(deep), 10);
    expect(map.folderCount).toBe(5);
    expect(map.rows[0]).toMatchObject({ folder: "src/part0", files: 20 });
  });
});
