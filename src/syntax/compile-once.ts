/** Arguments for Node: compiling the largest function of some grammars a second time, for speed, takes up to 3 GB. */
export const COMPILE_ONCE: readonly string[] = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
