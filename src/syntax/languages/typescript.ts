import type { LanguageDefinition } from "../language-definition.ts";
import { ecmascript } from "./ecmascript.ts";

const sample = `import { a, type B } from "./a.js";
/** Doc. */
@decorated({ on: true })
export abstract class C<T extends object = {}> extends B<T> implements I {
  private readonly x?: Map<string, T[]> = new Map();
  constructor(protected y: number, ...rest: unknown[]) { super(); }
  async *each(f: (v: T) => Promise<void>): AsyncGenerator<T> {
    for (const [k, v] of this.x!) { if (k === "a" && v.length > 1) await f(v[0] as T); else continue; }
    try { switch (this.y) { case 1: return; default: throw new Error(\`n \${this.y ?? 0}\`); } } catch { yield* []; }
  }
}
export interface I { m?(k: keyof C<{}>): asserts k is "x"; [key: string]: unknown }
export type U = I | { readonly [K in keyof I]?: I[K] extends infer R ? R : never };
export const f = async ({ p, ...q }: U = {}) => p?.m?.(q)[0] || (/re/g.test("x") ? 1 + 2 * 3 : -1);
enum E { A = 1, B }
function g(this: I, n: number): n is 3;
function g(n) { let i = 0; while (i < n) i++; return i; }
declare module "m" { export function h(): void }
export { g as default };
`;

export const typescript: LanguageDefinition = {
  ...ecmascript,
  id: "typescript",
  title: "TypeScript",
  extensions: [".ts", ".mts", ".cts"],
  grammar: { package: "tree-sitter-typescript", file: "tree-sitter-typescript.wasm" },
  queries: ["typescript", "ecmascript", "callbacks-ecmascript"],
  sample,
};

export const tsx: LanguageDefinition = {
  ...typescript,
  id: "tsx",
  title: "TSX",
  extensions: [".tsx"],
  grammar: { package: "tree-sitter-typescript", file: "tree-sitter-tsx.wasm" },
  queries: [...typescript.queries, "callbacks-jsx"],
  sample: `${sample}const el = <div className={g(1)} {...q}>text <B.c /> {f()}</div>;\n`,
};
