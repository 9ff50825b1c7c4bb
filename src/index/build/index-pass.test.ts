import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IndexFacts } from "../../syntax/references/index-facts.ts";
import { BatchBuilder } from "../parse/batch-builder.ts";
import type { ParsePool } from "../parse/parse-pool.ts";
import { openConnection } from "../store/connection.ts";
import { IndexWriter } from "../store/index-writer.ts";
import { readMeta } from "../store/meta.ts";
import { FILE_STATE, META, SCHEMA } from "../store/schema.ts";
import { FileList } from "./file-list.ts";
import { IndexPass } from "./index-pass.ts";

test("files that went count neither as read nor as there while others are still being read", async () => {
  const root = mkdtempSync(join(tmpdir(), "reticle-pass-"));
  const connection = openConnection(":memory:");
  try {
    connection.exec(SCHEMA);
    const writer = new IndexWriter(connection);
    writer.start();
    const found = { role: 0, size: 1, mtimeMs: 1, ctimeMs: 1 } as const;
    const add = ["a.ts", "b.ts", "c.ts"].map((path) => ({ ...found, path }));
    const ids = writer.changeFiles({ added: add, removed: [], meta: new Map() });
    const known = add.map((file, place) => ({
      ...file,
      id: ids[place] as number,
      state: FILE_STATE.indexed,
      hash: "0",
    }));
    const files = new FileList(known);
    const seen: (string | undefined)[] = [];
    const pool: Pick<ParsePool, "run" | "fits"> = {
      fits: () => true,
      run: () => {
        seen.push(readMeta(connection, META.filesDone), readMeta(connection, META.filesTotal));
        return Promise.resolve();
      },
    };
    const { signal } = new AbortController();
    const open = { writer, files };
    const pass = new IndexPass({ root, open, pool: pool as ParsePool, signal, onProgress: () => {} });
    await pass.run({ added: [{ ...found, path: "d.ts" }], removed: known.slice(1), toRead: [] });
    expect(seen).toEqual(["1", "2"]);
  } finally {
    connection.close();
    rmSync(root, { recursive: true });
  }
});

test("parts of a file that no grammar could read are in the coverage", async () => {
  const connection = openConnection(":memory:");
  try {
    connection.exec(SCHEMA);
    const writer = new IndexWriter(connection);
    writer.start();
    const stamp = { size: 1, mtimeMs: 1, ctimeMs: 1 };
    const facts = {
      facts: { language: "vue", lineCount: 3, exports: [], imports: [], unread: ["its CSS parts, because …"] },
      symbols: [],
      references: [],
      bindings: [],
    } as unknown as IndexFacts;
    const pool: Pick<ParsePool, "run" | "fits"> = {
      fits: () => true,
      run: ({ files, onBatch }) => {
        const builder = new BatchBuilder(new Map());
        for (const { id, path } of files) {
          const head = { id, path, stamp, hash: path };
          builder.add({ outcome: "indexed", head, facts, words: "" });
        }
        onBatch(builder.finish());
        return Promise.resolve();
      },
    };
    const { signal } = new AbortController();
    const open = { writer, files: new FileList() };
    const pass = (): IndexPass =>
      new IndexPass({ root: "/", open, pool: pool as ParsePool, signal, onProgress: () => {} });
    const sweep = { sweptAt: 1, gap: undefined };
    const found = { role: 0, ...stamp } as const;
    await pass().run({ added: [{ ...found, path: "a.vue" }], removed: [], toRead: [] }, sweep);
    expect(readMeta(connection, META.unreadable)).toBe("of a.vue its CSS parts, because …");
    await pass().run({ added: [{ ...found, path: "b.vue" }], removed: [], toRead: [] }, sweep);
    expect(readMeta(connection, META.unreadable)).toBe("of a.vue its CSS parts, because … and parts of 1 more file");
  } finally {
    connection.close();
  }
});
