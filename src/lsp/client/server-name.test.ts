import { expect, test } from "vitest";
import { serverName } from "./server-name.ts";

test.each([
  [{ name: "typescript-go", version: "7.0.2" }, "typescript-go 7.0.2"],
  [{ name: "rust-analyzer", version: "1.96.0 (30a34c68 2026-05-25)" }, "rust-analyzer 1.96.0"],
  [{ name: "gopls", version: '{"GoVersion":"go1.26","Version":"v0.23.0"}' }, "gopls v0.23.0"],
  [{ name: "broken", version: "{" }, "broken"],
  [{ name: "plain" }, "plain"],
  [{ name: "x".repeat(100) }, "x".repeat(60)],
  [{ name: "" }, undefined],
  [undefined, undefined],
])("%j is called %j", (info, expected) => {
  expect(serverName(info)).toBe(expected);
});
