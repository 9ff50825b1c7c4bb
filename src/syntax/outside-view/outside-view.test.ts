import { hash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createChildProcesses } from "../../process/children.ts";
import { outsideView } from "./outside-view.ts";
import { createSyntax } from "../syntax.ts";

const children = createChildProcesses();
const syntax = createSyntax({ children });
afterAll(async () => {
  await syntax.dispose();
  await children.dispose();
});

async function viewOf(text: string, path = "/a.ts"): Promise<string | undefined> {
  const document = {
    path,
    text,
    hash: hash("sha1", text, "hex"),
    bytes: Buffer.byteLength(text),
    encoding: "utf-8",
    hasBom: false,
    eol: "\n",
  } as const;
  return outsideView(text, await syntax.facts(document, new AbortController().signal));
}

/** Code with `@` where one value is replaced by another. */
const hidden: readonly string[] = [
  "export function f(a: number): number { return @; }",
  "export async function f<T extends () => void>(a = ')', b: T[] = []): Promise<number> { return @; }",
  "export default function (): number { return @; }",
  "export const f = (a: number): number => { return @; };",
  "export const f = async <T>(a: T): Promise<number> => { return @; };",
  "export class A { private static async m(a: number): Promise<number> { return @; } }",
  "export class A { get m(): number { return @; } }",
  "export namespace N { export function f(): number { return @; } }",
  "export function f() { function inner(): number { return @; } return inner; }",
  "export const a: number = @;",
  "export let a: { b: (c: string) => number } = { b: () => @ };",
  "const a: number = @;\nexport function f(): number { return a; }",
];
const seen: readonly string[] = [
  "export function f(a: number) { return @; }",
  "export function f(a = @): number { return a; }",
  "export function f(a: number): @ { return a; }",
  "export const f = (a: number) => { return @; };",
  "export const f = a => { return @; };",
  "export const f = (a = /\\)/, b = '): number'.length) => { return @; };",
  "export function f(a = `)`) { return @; }",
  "export function f(a /* ): number */) { return @; }",
  "export class A { b; constructor() { this.b = @; } }",
  "export class A { get m() { return @; } }",
  "export class A { b = @; }",
  "export class A { b: number = @; }",
  "export const a = @;",
  // Narrowed to the type of its value where it is used.
  "const a: number | string = @;\nexport const b = a;",
  "const a: number | string = @;\nexport default a;",
  "export const a: number = 1, b = @;",
  "export const { a }: { a: number } = { a: @ };",
  "export enum E { A = @ }",
  "export function f(): void { void import('./@'); }",
  "export type A = @;",
  "// @\nexport {};",
];

test.each(hidden)("nobody else notices a change in: %s", async (code) => {
  const [one, other] = [await viewOf(code.replace("@", "1")), await viewOf(code.replace("@", "2"))];
  expect(one).toBeTypeOf("string");
  expect(other).toBe(one);
});

test.each(seen)("others may notice a change in: %s", async (code) => {
  expect(await viewOf(code.replace("@", "2"))).not.toBe(await viewOf(code.replace("@", "1")));
});

test("what is not read whole, and what no rule is known of, has no view", async () => {
  expect(await viewOf("export function f(): number { return 1;")).toBeUndefined();
  expect(await viewOf("export function f() { return 1; }", "/a.js")).toBeUndefined();
  expect(await viewOf("func f() int { return 1 }", "/a.go")).toBeUndefined();
});
