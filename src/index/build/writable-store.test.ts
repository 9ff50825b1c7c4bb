import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cachePlace } from "../store/store-place.ts";
import { WriterLock } from "../store/writer-lock.ts";
import { WritableStore } from "./writable-store.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

function heldByAnother(): { readonly store: WritableStore; readonly database: string; readonly lock: WriterLock } {
  const folder = mkdtempSync(join(tmpdir(), "reticle-held-"));
  const place = cachePlace(folder, "/project");
  const lock = new WriterLock(place);
  expect(lock.take()).toBe(true);
  const store = new WritableStore({ root: "/project", folder, stuckMs: 300 });
  cleanups.push(
    () => rmSync(folder, { recursive: true }),
    () => lock.close(),
    () => store.close(),
  );
  return { store, database: place.database, lock };
}

const options = { retryMs: 10, signal: new AbortController().signal, onBusy: () => {} };

test("who holds the lock and writes nothing is not waited for without end", async () => {
  const { store } = heldByAnother();
  await expect(store.write(() => Promise.resolve(), options)).rejects.toMatchObject({
    kind: "timeout",
    message: expect.stringMatching(
      /^another process holds the index of \/project and has written nothing to it for 0 s; end that process, .+\.lock open$/,
    ) as string,
  });
});

test("who holds it and writes is waited for", async () => {
  const { store, database, lock } = heldByAnother();
  let isOver = false;
  const written = store
    .write(() => Promise.resolve(), options)
    .catch((error: unknown) => error)
    .finally(() => (isOver = true));
  for (let at = 0; at < 12; at += 1) {
    appendFileSync(`${database}-wal`, "more");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(isOver).toBe(false);
  }
  rmSync(`${database}-wal`);
  lock.release();
  expect(await written).toBeUndefined();
});
