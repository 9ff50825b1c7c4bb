import { extname } from "node:path";

/**
 * Addresses a module beside the running one, for a process of its own: `moduleUrl("./parse-worker", import.meta.url)`
 * is `parse-worker.ts` in development and `parse-worker.js` in the built package.
 */
export function moduleUrl(specifier: string, importMetaUrl: string): URL {
  const base = new URL(importMetaUrl);
  return new URL(`${specifier}${extname(base.pathname)}`, base);
}
