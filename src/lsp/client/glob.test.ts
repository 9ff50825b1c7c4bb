import { expect, test } from "vitest";
import { compileGlob } from "./glob.ts";

test.each<[string, string[], string[]]>([
  ["**/*.ts", ["a.ts", "/x/y/a.ts"], ["/x/a.tsx", "/x/ats"]],
  ["/x/*.{ts,js}", ["/x/a.ts", "/x/a.js"], ["/x/y/a.ts", "/x/a.{ts,js}", "/x/a.jsx"]],
  ["**/{package.json,tsconfig*.json}", ["/p/package.json", "/p/tsconfig.app.json"], ["/p/a.json"]],
  ["/x/**", ["/x", "/x/y", "/x/y/z"], ["/xy"]],
  ["/x/**/z", ["/x/z", "/x/y/z"], ["/xz"]],
  ["?.[ab]", ["x.a", "x.b"], ["x.c", "xx.a", "/.a"]],
  ["[!a].c", ["b.c"], ["a.c"]],
  ["a+(b).c", ["a+(b).c"], ["aab.c"]],
  ["a,b", ["a,b"], ["a"]],
  ["{a,b", [], ["a", "{a,b"]],
  ["a}b", ["a}b"], []],
])("%s", (glob, matching, others) => {
  const expression = compileGlob(glob);
  expect([matching.filter((path) => !expression.test(path)), others.filter((path) => expression.test(path))]).toEqual([
    [],
    [],
  ]);
});
