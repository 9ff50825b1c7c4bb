import { afterAll, describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { Grammars } from "../grammars.ts";
import { svelte, vue } from "../languages/component.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars({ findsCallbacks: false });
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

const PIECES =
  "{{ }} { } < > </ /> <!-- --> \" ' ` ${ ( ) [ ] / // /* */ = : @ # {#each {/each} {:else} <p v-for= </p> \\ as in".split(
    " ",
  );
/** Of the processor: what is read again and again takes minutes. */
const LIMIT_MS = 5_000;

describe.each([vue, svelte])("broken markup: $id", (language) => {
  const read = language.template ?? (() => undefined);

  test("any text is read, and every use stands in it", async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round += 1) {
      let text = language.sample;
      for (let edits = 1 + Math.floor(random() * 6); edits > 0; edits -= 1) {
        const at = Math.floor(random() * text.length);
        text = text.slice(0, at) + pick(random, PIECES) + text.slice(at + Math.floor(random() * 8));
      }
      const { references } = await parser.parseForIndex({ text, path: "/project/Sample" }, language);
      const lines = text.split("\n");
      for (const { line, column, name } of references) {
        expect(lines[line - 1]?.length ?? -1, `${name} in ${text}`).toBeGreaterThanOrEqual(column - 1);
      }
    }
  });

  test.each([
    ["elements without an end", "<p>".repeat(200_000) + "</b>".repeat(200_000)],
    ["tags without an end", "<a ".repeat(200_000)],
    ["holes without an end", "{{ {".repeat(200_000)],
    ["quotes", `<p a="{'`.repeat(100_000)],
    ["space in a list", `<p v-for="${" ".repeat(200_000)}"/>{#each ${" ".repeat(200_000)}}`],
    ["space in a style", `v-bind(${" ".repeat(200_000)}`.repeat(3)],
    ["values in a style", "v-bind(".repeat(200_000)],
    ["slashes", `{/ a /`.repeat(100_000)],
    ["comments", "<!-- ".repeat(200_000)],
    ["blocks", "{#if a}{:else}".repeat(100_000)],
  ])("%s take no time", (_, markup) => {
    const before = process.cpuUsage();
    read(`<template>${markup}</template><style>${markup}</style>`);
    read(markup);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(LIMIT_MS);
  });
});
