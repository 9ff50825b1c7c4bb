import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { homeFolder } from "./home-folder.ts";

test("HOME counts when it is an absolute path, else the system's record", () => {
  expect(homeFolder({ HOME: "/somewhere" })).toBe("/somewhere");
  for (const HOME of ["", ".", undefined]) {
    expect(homeFolder(HOME === undefined ? {} : { HOME })).toBe(userInfo().homedir);
  }
});

test("a user without HOME and without an entry in the system's record does not end the program", () => {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(54_321);
  try {
    expect(homeFolder({})).toMatch(/^\//);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
