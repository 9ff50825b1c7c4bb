export { createEngine } from "./engine/engine.ts";
export type { Engine, EngineOptions } from "./engine/engine.ts";
export { openRun } from "./run/run.ts";
export type { ApprovalRequest, CallOptions, Guardrail, Run, RunOptions, Surface, ToolListing } from "./run/run.ts";
export { isReticleError } from "./base/errors.ts";
export type { ErrorKind, ReticleError } from "./base/errors.ts";
export type { Dialect, Resource, Tier, Tool } from "./tools/core/declaration.ts";
export type { ContentBlock, ImageBlock, TextBlock, ToolResult } from "./tools/core/result.ts";
