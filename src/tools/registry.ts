import type { Tool } from "./core/declaration.ts";
import { effectiveConfig } from "./session/effective-config.ts";

/** Every tool that exists, in the order hosts list them. */
export const allTools: readonly Tool[] = [effectiveConfig];
