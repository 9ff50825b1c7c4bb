import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { makeFolder } from "../../config/make-folder.ts";
import { deserializeCode } from "./native-code.ts";
import { type WasmModule, webAssembly } from "./web-assembly.ts";

/** Compiles a WebAssembly module; the name is that of its language. */
export type CompileModule = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<WasmModule>;

/** The name of what all grammars share. */
export const RUNTIME = "runtime";
/** A file of kept code begins with the digest of what follows. */
export const DIGEST = "sha256";
export const DIGEST_BYTES = 32;
/** Code, a wish for it, and a wish that somebody has set about. */
export const CODE = ".code";
export const WANTED = ".wanted";
export const TRIED = ".tried";
/** Code that is being written. */
export const UNFINISHED = ".unfinished";
const OTHERS_MAY_WRITE = 0o022;
/** The use of code is noted once a day, in the time of its file. */
const NOTED_USE_MS = 86_400_000;

/**
 * Compiles a module by code that was kept in an earlier process: what is parsed first is parsed as fast as what comes
 * later, and nothing is compiled twice. Where there is none, that is noted for whoever makes it.
 */
export async function compileModule(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule> {
  const folder = codeFolder();
  if (folder === undefined) return webAssembly.compile(bytes);
  const place = join(folder, keyOf(name, bytes));
  const kept = readKept(place + CODE, bytes);
  if (kept !== undefined) return kept;
  want(place);
  return webAssembly.compile(bytes);
}

/** Beside the code of our own modules, which Node keeps. Undefined: this process keeps none. */
export function codeFolder(): string | undefined {
  const folder = getCompileCacheDir();
  return folder === undefined ? undefined : join(dirname(folder), "wasm");
}

/** What the code of a module is kept under: it belongs to the module's bytes, a version of V8, its flags, and a processor. */
export function keyOf(name: string, bytes: Uint8Array): string {
  return `${name}.${hash("sha1", bytes, "hex")}.${cachedDataVersionTag().toString(16)}`;
}

/** Undefined: there is none that is whole, our own, and made for this process. */
export function readKept(file: string, bytes: Uint8Array): WasmModule | undefined {
  try {
    const kept = readOwn(file);
    if (kept === undefined) return undefined;
    const code = kept.subarray(DIGEST_BYTES);
    if (!hash(DIGEST, code, "buffer").equals(kept.subarray(0, DIGEST_BYTES))) return undefined;
    return deserializeCode(code.buffer.slice(code.byteOffset, code.byteOffset + code.byteLength), bytes);
  } catch {
    // It is compiled then.
    return undefined;
  }
}

/** Undefined: others could have written it. */
function readOwn(file: string): Buffer<ArrayBuffer> | undefined {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { uid, mode, mtimeMs } = fstatSync(fd);
    const isOwn = process.getuid === undefined || uid === process.getuid();
    if (!isOwn || (mode & OTHERS_MAY_WRITE) !== 0) return undefined;
    if (Date.now() - mtimeMs > NOTED_USE_MS) noteUse(fd);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** What nobody uses for long is removed. */
function noteUse(fd: number): void {
  try {
    const now = new Date();
    futimesSync(fd, now, now);
  } catch {
    // The file system may be read-only.
  }
}

function want(place: string): void {
  try {
    if (existsSync(place + TRIED)) return;
    makeFolder(dirname(place), 0o700);
    writeFileSync(place + WANTED, "", { flag: "wx", mode: 0o600 });
  } catch {
    // It is wanted already, or the folder cannot be written.
  }
}
