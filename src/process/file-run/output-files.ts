import { OutputFile } from "./output-file.ts";

/** Where a command writes. */
export class OutputFiles implements Disposable {
  readonly stdout: OutputFile;
  readonly stderr: OutputFile;

  /** Throws as `OutputFile` does. */
  constructor() {
    this.stdout = new OutputFile();
    try {
      this.stderr = new OutputFile();
    } catch (error) {
      this.stdout[Symbol.dispose]();
      throw error;
    }
  }

  /** For the next command. */
  clear(): void {
    this.stdout.clear();
    this.stderr.clear();
  }

  [Symbol.dispose](): void {
    this.stdout[Symbol.dispose]();
    this.stderr[Symbol.dispose]();
  }
}
