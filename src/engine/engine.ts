/** One per process: what all runs share (children, syntax, structural search, config), keyed by workspace root where needed. */
export interface Engine {
  dispose(): Promise<void>;
}
export interface EngineOptions {
  /** `--root DIR…`: the outer bound of what may be read. Absent: the client's roots, else the working directory. */
  readonly bounds?: readonly string[];
  /** `--trust`: binaries and settings of the checkout itself may be used. */
  readonly isTrusted?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}
