import { Parser } from "web-tree-sitter";

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

export async function startRuntime(): Promise<Partial<MemoryViews>> {
  // What init gets becomes the module, with its memory on it.
  runtime.ready ??= Parser.init(runtime.module as object);
  await runtime.ready;
  return runtime.module;
}
