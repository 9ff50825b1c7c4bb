import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** A pipe is not waited for; Windows knows no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The text of a small file that a checkout may bring along; undefined where there is no regular file that can be read. */
export function readRegularFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, READ_AT_ONCE);
    return fstatSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
