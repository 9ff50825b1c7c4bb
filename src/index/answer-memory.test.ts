import { expect, test } from "vitest";
import { AnswerMemory } from "./answer-memory.ts";

test("an answer is made once, until the index changes", () => {
  const memory = new AnswerMemory();
  const first = memory.at("1");
  expect(first.keep("a", () => "made")).toBe("made");
  expect(memory.at("1").keep("a", () => "again")).toBe("made");
  const second = memory.at("2");
  expect(second.keep("a", () => "anew")).toBe("anew");
});

test("a question that began before a change neither sees nor leaves anything", () => {
  const memory = new AnswerMemory();
  const before = memory.at("1");
  const after = memory.at("2");
  after.keep("a", () => "new");
  expect(before.keep("a", () => "old")).toBe("old");
  expect(after.keep("a", () => "never")).toBe("new");
});

test("what was not asked for the longest goes first", () => {
  const memory = new AnswerMemory().at("1");
  for (let at = 0; at < 48; at += 1) memory.keep(`key${at}`, () => at);
  memory.keep("key0", () => -1);
  memory.keep("one more", () => 48);
  expect(memory.keep("key0", () => -1)).toBe(0);
  expect(memory.keep("key1", () => -1)).toBe(-1);
});
