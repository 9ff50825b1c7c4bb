/** Where protocol lines go. The part of a writable stream that the transport uses. */
export interface ProtocolOutput {
  write(text: string): boolean;
  /** Bytes written and not yet taken by the reader. */
  readonly writableLength: number;
  on(event: "error" | "drain", listener: () => void): unknown;
  off(event: "error" | "drain", listener: () => void): unknown;
}

export interface StdoutGuard {
  readonly output: ProtocolOutput;
  readonly release: () => void;
}

/**
 * Keeps standard output for the protocol: whatever else in the process writes there, console.log
 * included, lands on standard error.
 */
export function guardStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): StdoutGuard {
  const write = stdout.write.bind(stdout);
  const own = Object.getOwnPropertyDescriptor(stdout, "write");
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return {
    output: {
      write: (text) => write(text),
      get writableLength() {
        return stdout.writableLength;
      },
      on: (event, listener) => stdout.on(event, listener),
      off: (event, listener) => stdout.off(event, listener),
    },
    release: () => {
      Reflect.deleteProperty(stdout, "write");
      if (own !== undefined) Object.defineProperty(stdout, "write", own);
    },
  };
}
