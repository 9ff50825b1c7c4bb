import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { indexOf } from "../../test/helpers/index-of.ts";
import { rehearseUsage } from "./rehearse-usage.ts";

test("a rehearsal reads the uses of what a source file declares, and says nothing where there is none", async () => {
  const [root, cache] = [mkdtempSync(join(tmpdir(), "reticle-usage-")), mkdtempSync(join(tmpdir(), "reticle-usage-"))];
  writeFileSync(join(root, "README.md"), "# Nothing declared\n");
  const built = await indexOf(root, cache);
  try {
    const read: string[] = [];
    const { database } = built.view;
    const spy: typeof database = {
      all: (sql, ...values) => {
        read.push(sql);
        return database.all(sql, ...values);
      },
      get: (sql, ...values) => database.get(sql, ...values),
      iterate: (sql, ...values) => database.iterate(sql, ...values),
      snapshot: (work) => database.snapshot(work),
    };
    rehearseUsage(spy);
    expect(read).toEqual([]);
    writeFileSync(join(root, "a.ts"), "export function one() { return 1; }\nexport const two = one() + one();\n");
    writeFileSync(join(root, "b.ts"), 'import { one } from "./a.ts";\nexport const three = one();\n');
    await built.reopen();
    rehearseUsage(spy);
    expect(read.some((sql) => sql.includes("FROM refs WHERE name = ?"))).toBe(true);
  } finally {
    await built.dispose();
    for (const folder of [root, cache]) rmSync(folder, { recursive: true, force: true });
  }
});
