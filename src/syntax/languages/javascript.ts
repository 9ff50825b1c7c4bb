import type { LanguageDefinition } from "../language-definition.ts";
import { ecmascript } from "./ecmascript.ts";

export const javascript: LanguageDefinition = {
  ...ecmascript,
  id: "javascript",
  title: "JavaScript",
  extensions: [".js", ".jsx", ".mjs", ".cjs"],
  grammar: { package: "tree-sitter-javascript", file: "tree-sitter-javascript.wasm" },
  queries: ["javascript", "ecmascript", "callbacks-ecmascript", "callbacks-jsx"],
  sample: `"use strict";
const a = require("./a"), { b } = require("b");
/** Doc. */
export class C extends b.D { #x = 1; static async m({ k, ...r } = {}, [v] = []) { return \`t \${k ?? v}\`; } get y() { return this.#x; } }
exports.f = async function f(n) {
  for (let i = 0; i < n && !a; i++) { if (a[i] === null) continue; else await b(i, ...n); }
  try { switch (n) { case 1: return { a, "b": 2, [n]: 3, m() {} }; default: throw new Error("e"); } } catch (e) { return /re/g; }
};
var el = <div id={a} {...b}>text</div>, g = (x) => x ? x + 1 : -x;
module.exports = C;
`,
};
