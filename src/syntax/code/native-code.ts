import { setFlagsFromString } from "node:v8";
import { compileFunction } from "node:vm";
import { type WasmModule, webAssembly } from "./web-assembly.ts";

/** Machine code of a WebAssembly module, as far as V8 has compiled it for speed. Ends the process where it has not at all. */
export function serializeCode(module: WasmModule): ArrayBuffer {
  const serialize = compileNative("return %SerializeWasmModule(module)", ["module"]);
  return serialize(module) as ArrayBuffer;
}

/**
 * The module of these bytes with code that `serializeCode` gave. Undefined: it is of another version of V8, of other flags
 * or of another processor. Throws where this V8 has no such function. What is no such code can end the process.
 */
export function deserializeCode(code: ArrayBuffer, bytes: Uint8Array): WasmModule | undefined {
  const deserialize = compileNative("return %DeserializeWasmModule(code, bytes)", ["code", "bytes"]);
  const module = deserialize(code, bytes);
  return module instanceof webAssembly.Module ? module : undefined;
}

/**
 * V8 keeps such code for browsers; Node has no other way to it. The flag is back before anything else is compiled or
 * compared, because code is kept for one set of flags.
 */
function compileNative(body: string, parameters: readonly string[]): (...values: unknown[]) => unknown {
  setFlagsFromString("--allow-natives-syntax");
  try {
    return compileFunction(body, parameters) as (...values: unknown[]) => unknown;
  } finally {
    setFlagsFromString("--no-allow-natives-syntax");
  }
}
