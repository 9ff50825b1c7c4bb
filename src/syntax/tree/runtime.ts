import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Parser } from "web-tree-sitter";
import { type CompileModule, RUNTIME } from "../code/kept-code.ts";
import { type WasmInstance, type WasmModule, webAssembly } from "../code/web-assembly.ts";

/** The memory of the WebAssembly module; other views take their place whenever it grows. */
export interface MemoryViews {
  readonly HEAP32: Int32Array;
  readonly HEAPU16: Uint16Array;
}

/** web-tree-sitter has one module for the process, and would make a second one when asked twice at once. */
const runtime: { readonly module: Partial<MemoryViews>; ready: Promise<void> | undefined } = {
  module: {},
  ready: undefined,
};

/** `compile` counts at the first call. */
export async function startRuntime(compile: CompileModule): Promise<Partial<MemoryViews>> {
  runtime.ready ??= start(compile);
  await runtime.ready;
  return runtime.module;
}

async function start(compile: CompileModule): Promise<void> {
  const file = createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm");
  const module = await compile(RUNTIME, await readFile(file));
  const instantiateWasm = (imports: object, done: Instantiated): object => {
    const instance = new webAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  };
  // What init gets becomes the module, with its memory on it.
  await Parser.init(Object.assign(runtime.module, { instantiateWasm }));
}

type Instantiated = (instance: WasmInstance, module: WasmModule) => void;
