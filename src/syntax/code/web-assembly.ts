/** A compiled module, which only V8 looks into. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module";
}
export interface WasmInstance {
  readonly exports: object;
}

interface WebAssemblyGlobal {
  readonly compile: (bytes: Uint8Array<ArrayBuffer>) => Promise<WasmModule>;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
}

/** The global, which has types in browsers' libraries only. */
export const webAssembly = Reflect.get(globalThis, "WebAssembly") as WebAssemblyGlobal;
