import { expect, test } from "vitest";
import { FILE_ROLE } from "../store/schema.ts";
import { roleOfPath } from "./file-role.ts";

test.each([
  ["src/a.ts", FILE_ROLE.source],
  ["src/testing-library.ts", FILE_ROLE.source],
  ["src/latest/a.ts", FILE_ROLE.source],
  ["src/a.test.ts", FILE_ROLE.test],
  ["src/__tests__/a.ts", FILE_ROLE.test],
  ["src/__tests_dts__/a.ts", FILE_ROLE.test],
  ["Tests/A.swift", FILE_ROLE.test],
  ["tests/test_a.py", FILE_ROLE.test],
  ["vendor/test/a.go", FILE_ROLE.secondary],
  ["api/a.pb.go", FILE_ROLE.secondary],
  ["README.md", FILE_ROLE.document],
  ["package.json", FILE_ROLE.document],
  ["LICENSE", FILE_ROLE.document],
])("what %s is for", (path, role) => {
  expect(roleOfPath(path)).toBe(role);
});
