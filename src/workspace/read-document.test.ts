import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { withoutPrivileges } from "../../test/helpers/unprivileged.ts";
import { isReticleError, type ReticleError } from "../base/errors.ts";
import { MAX_FILE_BYTES, readDocument } from "./read-document.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-read-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function failure(path: string): Promise<ReticleError> {
  const error: unknown = await readDocument(path, '`file` "x"').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isReticleError(error)) throw new Error(`expected a ReticleError, got ${String(error)}`);
  expect(error.message).toContain('`file` "x" ');
  expect(error.hint).toBeDefined();
  return error;
}

test("a folder that became a link to another place after its path was resolved is not followed", async () => {
  mkdirSync(join(folder, "elsewhere"));
  put("elsewhere/a.ts", "secret");
  symlinkSync(join(folder, "elsewhere"), join(folder, "was-a-folder"));
  expect((await failure(join(folder, "was-a-folder/a.ts"))).kind).toBe("conflict");
});

describe("readDocument", () => {
  test("gives text, hash of the bytes, size, encoding and line ends", async () => {
    const bytes = Buffer.from("\uFEFFconst größe = 1;\r\n");
    expect(await readDocument(put("a.ts", bytes), "x")).toEqual({
      path: join(folder, "a.ts"),
      text: "const größe = 1;\r\n",
      hash: createHash("sha1").update(bytes).digest("hex"),
      bytes: bytes.length,
      encoding: "utf-8",
      hasBom: true,
      eol: "\r\n",
    });
  });

  test("reads an empty file", async () => {
    expect(await readDocument(put("empty.ts", ""), "x")).toMatchObject({ text: "", bytes: 0, eol: "none" });
  });

  test("reads a file whose size is reported as 0", async () => {
    const { text, bytes } = await readDocument(realpathSync("/proc/self/status"), "x");
    expect(text).toContain("Pid:");
    expect(bytes).toBe(Buffer.byteLength(text));
  });

  test("reads a large file whole", async () => {
    const line = "export const value = 12345;\n";
    const text = line.repeat(100_000);
    const document = await readDocument(put("large.ts", text), "x");
    expect(document.text === text).toBe(true);
    expect(document.eol).toBe("\n");
  });

  test("refuses above the limit, naming size and limit, and reads up to it", async () => {
    const path = put("huge.txt", "a");
    truncateSync(path, MAX_FILE_BYTES + 1);
    const error = await failure(path);
    expect(error.kind).toBe("too_large");
    expect(error.message).toContain("16.1 MiB");
    expect(error.message).toContain("above 16 MiB");
    expect(error.data).toEqual({ bytes: MAX_FILE_BYTES + 1, limitBytes: MAX_FILE_BYTES });

    writeFileSync(path, "a".repeat(MAX_FILE_BYTES));
    expect((await readDocument(path, "x")).bytes).toBe(MAX_FILE_BYTES);
  });

  test.each([
    ["a.bin", Buffer.from([1, 2, 0, 3]), "is a binary file"],
    ["b.ts", Buffer.from("const a = 1;\n", "utf16le"), "UTF-16 without a byte order mark"],
    ["c.ts", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), "UTF-32"],
  ])("refuses what is not text: %s", async (name, bytes, why) => {
    const error = await failure(put(name, bytes));
    expect(error.kind).toBe("unsupported");
    expect(error.message).toContain(why);
  });

  test("a folder", async () => {
    mkdirSync(join(folder, "sub"));
    const error = await failure(join(folder, "sub"));
    expect(error.kind).toBe("invalid_input");
    expect(error.message).toContain("is a folder");
  });

  test("a file that was removed after its path was resolved", async () => {
    const error = await failure(join(folder, "gone.ts"));
    expect(error.kind).toBe("not_found");
    expect(error.message).toContain("no longer exists");
  });

  test("a file that a link replaced after its path was resolved is not followed", async () => {
    const path = join(folder, "swapped.ts");
    symlinkSync(put("target.ts", "secret"), path);
    expect((await failure(path)).message).toContain("symbolic link");
  });

  test("a named pipe without a writer is refused at once", async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const error = await failure(path);
    expect(error.kind).toBe("unsupported");
    expect(error.message).toContain("a named pipe");
  });

  test("a socket and a device", async () => {
    const path = join(folder, "socket");
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      expect((await failure(path)).message).toContain("a socket");
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    const device = await failure("/dev/zero");
    expect(device.kind).toBe("unsupported");
    expect(device.message).toContain("a device");
  });

  test("a file without read permission", async () => {
    const path = put("private.ts", "x");
    chmodSync(path, 0o000);
    chmodSync(folder, 0o755);
    const error = await withoutPrivileges(() => failure(path));
    expect(error.kind).toBe("refused");
    expect(error.message).toContain("permission denied");
  });
});
