import { hash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { createChildProcesses } from "../../process/children.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { createSyntax } from "../syntax.ts";
import { OutsideViews } from "./compare-views.ts";
import { outsideView } from "./outside-view.ts";

const children = createChildProcesses();
const syntax = createSyntax({ children });
const { signal } = new AbortController();
afterAll(async () => {
  await syntax.dispose();
  await children.dispose();
});

function documentOf(text: string): SourceDocument {
  const bytes = Buffer.byteLength(text);
  return { path: "/a.ts", text, hash: hash("sha1", text, "hex"), bytes, encoding: "utf-8", hasBom: false, eol: "\n" };
}

/** A file that is edited again and again, and how many characters each look has read. */
function edited(first: string) {
  const views = new OutsideViews();
  let before = documentOf(first);
  return async (text: string): Promise<{ isSame: boolean; read: number }> => {
    let read = 0;
    const after = documentOf(text);
    const isSame = await views.isSame(before, after, (one) => {
      read += one.text.length;
      return syntax.facts(one, signal);
    });
    before = after;
    return { isSame, read };
  };
}

async function isSameWhole(one: string, other: string): Promise<boolean> {
  const [was, is] = await Promise.all(
    [one, other].map(async (text) => outsideView(text, await syntax.facts(documentOf(text), signal))),
  );
  return was !== undefined && was === is;
}

const around = "import { x } from './x';\n// a\nexport function g(): number { return x; }\n";
const behind = "\nexport class C { m(): number { return 1; } }\nconst last: number = 1;\nexport default last;\n";
const file = (code: string): string => around + code + behind;

describe("a change inside of one declaration", () => {
  test("costs the parse of that declaration once the file is known, also behind others that have grown", async () => {
    const edit = edited(file("export function f(): number { return 1; }"));
    expect((await edit(file("export function f(): number { return 2; }"))).isSame).toBe(true);
    expect(await edit(file("export function f(): number { return 23456; }"))).toEqual({ isSame: true, read: 86 });
    const text = file("export function f(): number { return 23456; }").replace("return 1;", "return 'longer';");
    const method = "export class C { m(): number { return 1; } }";
    expect(await edit(text)).toEqual({ isSame: true, read: 2 * method.length + "'longer'".length - 1 });
    expect((await edit(text.replace("f(): number", "f(): string"))).isSame).toBe(false);
    expect(await edit(text.replace("f(): number", "f(): string").replace("23456", "'a'"))).toMatchObject({
      isSame: true,
    });
  });

  test.each([
    [
      "that ends it early",
      "export function f(): number { return 1; }",
      "export function f(): number { } export const y = (() => { return 1; })()",
    ],
    [
      "that opens a comment over what follows",
      "const a: number = 1; export const b = 2;",
      "const a: number = 1 //; export const b = 2;",
    ],
    [
      "that opens a comment without an end",
      "const a: number = 1; export const b = 2;",
      "const a: number = 1 /*; export const b = 2;",
    ],
    ["that adds a second variable", "export const a: number = 1;", "export const a: number = 1, b = 2;"],
    [
      "in a variable that something uses",
      "const a: number | string = 1;\nexport const b = a;",
      "const a: number | string = 2;\nexport const b = a;",
    ],
    ["that renames it", "export function f(): number { return 1; }", "export function h(): number { return 1; }"],
    [
      "in its comment",
      "// one\nexport function f(): number { return 1; }",
      "// two\nexport function f(): number { return 1; }",
    ],
    [
      "of two at once",
      "function f(): number { return 1; }\nexport function h() { return 1; }",
      "function f(): number { return 2; }\nexport function h() { return 2; }",
    ],
    [
      "in a template that it opens",
      "export const a: string = ``; export const b = ``;",
      "export const a: string = `; export const b = ``;",
    ],
  ])("%s is seen", async (_, one, other) => {
    const edit = edited(file(one));
    await edit(file(`${one} `));
    expect((await edit(file(`${other} `))).isSame).toBe(false);
  });

  test("is judged as the whole file is, whatever is typed into it", async () => {
    const random = seededRandom(7);
    const code = file(
      "export function f(a: number): number {\n  const t = `x`;\n  return a; // b\n}\nlet v: number = 1;\n",
    );
    const pieces = [
      "}",
      "{",
      "//",
      "/*",
      "*/",
      "`",
      "'",
      "1",
      "a",
      " ",
      "\n",
      ";",
      ": string",
      "import('x')",
      "v",
      "(",
      ")",
      ",",
    ];
    const edit = edited(code);
    await edit(`${code} `);
    let text = `${code} `;
    let same = 0;
    for (let round = 0; round < 1_000; round += 1) {
      const at = Math.floor(random() * text.length);
      const isFresh = random() < 0.5;
      const base = isFresh ? `${code} ` : text;
      const next = `${base.slice(0, at)}${random() < 0.7 ? pick(random, pieces) : ""}${base.slice(at + (random() < 0.4 ? 1 : 0))}`;
      const { isSame } = await edit(next);
      const whole = next === text || (await isSameWhole(text, next));
      // What looks the same in part must look the same as a whole.
      if (isSame) expect(whole, JSON.stringify([text, next])).toBe(true);
      same += Number(isSame);
      text = next;
    }
    expect(same).toBeGreaterThan(20);
  });
});
