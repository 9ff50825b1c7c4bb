import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { RunSession } from "../../helpers/run-session.ts";
import { withReports } from "../../helpers/workspace-run.ts";

const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n' };

test("S-09 RS-02 RS-05 a file that another tool edits refuses the whole rewrite; staged again it is written and reported", async () => {
  const before = {
    "total.ts":
      "export function total(a: number, b: number): number {\n  return a + b;\n}\nexport const one = total(1, 2);\n",
    "two.ts": 'import { total } from "./total";\nexport const two = total(3, 4);\n',
    "three.ts": 'import { total } from "./total";\nexport const three = total(5, total(6, 7));\n',
    "four.ts": 'import { total } from "./total";\nexport const four: number = total(8, 9);\n',
  };
  await using folder = await temporaryFolder({ ...tsconfig, ...before });
  await using session = await RunSession.start({ cwd: folder.path, settings: withReports });
  const texts = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(before).map(async (name) => [name, await readFile(join(folder.path, name), "utf8")] as const),
      ),
    );
  const rewrite = { pattern: "total($A, $B)", rewrite: "[$A, $B].length", language: "typescript" };

  const staged = await session.call("ast_edit", rewrite);
  expect(staged.text).toMatch(/^\(proposed\) 4 replacements in 4 files .*call resolve with edit_id "edit_1"/);
  await session.call("edit", { path: "two.ts", old_text: "two = total(3, 4)", new_text: "two = total(3, 40)" });
  const edited = { ...before, "two.ts": before["two.ts"].replace("4);", "40);") };
  const refused = await session.call("resolve", { edit_id: "edit_1", action: "accept" });
  expect([refused.isError, refused.text]).toEqual([
    true,
    "Error (conflict): Refused edit_1: two.ts changed since it was staged. No file was written. Discard it and run ast_edit again.",
  ]);
  expect(await texts()).toEqual(edited);
  expect((await session.call("resolve", { edit_id: "edit_1", action: "discard" })).isError).toBe(false);

  expect((await session.call("ast_edit", { ...rewrite, rewrite: "`${$A}${$B}`" })).text).toContain('"edit_2"');
  const accepted = await session.call("resolve", { edit_id: "edit_2", action: "accept" });
  expect(accepted.isError, accepted.text).toBe(false);
  expect(accepted.text).toMatch(
    /^Accepted edit_2 \(ast_edit: 4 replacements in 4 files\)\n(\w+\.ts {2}changed\n){4}undo_id: /,
  );
  expect(await texts()).toEqual({
    "total.ts": before["total.ts"].replace("total(1, 2)", "`${1}${2}`"),
    "two.ts": before["two.ts"].replace("total(3, 4)", "`${3}${40}`"),
    "three.ts": before["three.ts"].replace("total(5, total(6, 7))", "`${5}${total(6, 7)}`"),
    "four.ts": before["four.ts"].replace("total(8, 9)", "`${8}${9}`"),
  });
  expect(accepted.text).toContain(
    "four.ts: 1 new error\n  2:14 error 2322 Type 'string' is not assignable to type 'number'. (ts)",
  );
});

test("S-11 the guard that disposes what it tested, and calls of dispose that become methods", async () => {
  const before = {
    "lib/guard.dart":
      "void close(Foo? a, Foo? b) {\n  if (a != null) a.dispose();\n  if (a != null) b.dispose();\n  if (b != null)\n    b.dispose();\n}\n",
    "lib/calls.dart":
      'void run(Foo x, Foo y) {\n  dispose( x );\n  dispose(\n    y,\n  );\n  var z = dispose(/* last */ x);\n  log("dispose(x)"); // dispose(x)\n}\n',
  };
  await using folder = await temporaryFolder(before);
  await using session = await RunSession.start({ cwd: folder.path });
  const guard = { pattern: "if ($X != null) $X.dispose()", language: "dart" };
  const found = await session.call("ast_grep", guard);
  expect(found.text).toMatch(/^2 matches in 1 file /);
  expect(found.text).not.toContain("$X=a  $X=b");
  const guards = await session.call("ast_edit", { ...guard, rewrite: "$X?.dispose()" });
  expect(guards.text).toMatch(/^\(proposed\) 2 replacements in 1 file .*edit_id "edit_1"/);
  const calls = await session.call("ast_edit", { pattern: "dispose($X)", rewrite: "$X.dispose()", language: "dart" });
  expect(calls.text).toMatch(/^\(proposed\) 3 replacements in 1 file .*edit_id "edit_2"/);
  for (const edit_id of ["edit_1", "edit_2"]) {
    expect((await session.call("resolve", { edit_id, action: "accept" })).isError).toBe(false);
  }
  expect(await readFile(join(folder.path, "lib/guard.dart"), "utf8")).toBe(
    "void close(Foo? a, Foo? b) {\n  a?.dispose();\n  if (a != null) b.dispose();\n  b?.dispose();\n}\n",
  );
  expect(await readFile(join(folder.path, "lib/calls.dart"), "utf8")).toBe(
    'void run(Foo x, Foo y) {\n  x.dispose();\n  y.dispose();\n  var z = x.dispose();\n  log("dispose(x)"); // dispose(x)\n}\n',
  );
});
