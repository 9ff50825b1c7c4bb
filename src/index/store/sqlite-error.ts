/** What a failure of SQLite calls for. */
export type SqliteFailure = "corrupt" | "not-writable" | "busy" | "other";

const PRIMARY_CODE = 0xff;
const byCode: ReadonlyMap<number, SqliteFailure> = new Map([
  [5, "busy"],
  [6, "busy"],
  [8, "not-writable"],
  [10, "not-writable"],
  [11, "corrupt"],
  [13, "not-writable"],
  [14, "not-writable"],
  [26, "corrupt"],
]);

/** Undefined for what is no error of SQLite or of the file system. */
export function sqliteFailure(error: unknown): SqliteFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") {
    return byCode.get(error.errcode & PRIMARY_CODE) ?? "other";
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isRefused = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST"].includes(code ?? "");
  return isRefused || syscall === "mkdir" ? "not-writable" : undefined;
}
