import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeDefinition } from "../../../../test/helpers/fake-server.ts";
import { Documents } from "./documents.ts";

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-documents-")));
  for (const name of ["a", "b", "c", "d"]) writeFileSync(join(folder, `${name}.fake`), "text");
  writeFileSync(join(folder, "binary.fake"), Buffer.from([0, 1, 2, 255, 0]));
});

afterAll(() => rmSync(folder, { recursive: true }));

function createDocuments(maxOpen: number) {
  const sent: string[] = [];
  const documents = new Documents({
    definition: fakeDefinition(),
    encoding: "utf-16",
    rules: () => ({ sendsOpen: true, change: "full", save: "none" }),
    notify: async (method, params) => {
      const { uri } = (params as { textDocument: { uri: string } }).textDocument;
      sent.push(`${method.slice("textDocument/did".length)} ${uri.slice(-6)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    arrivals: () => 0,
    maxOpen,
  });
  const open = (name: string, text?: string) =>
    documents.open({ absolute: join(folder, `${name}.fake`), shown: `${name}.fake` }, text);
  return { documents, open, sent };
}

test("the document that was longest unused is closed for one more", async () => {
  const { documents, open, sent } = createDocuments(2);
  for (const name of ["a", "b", "a", "c"]) await open(name);
  expect(sent).toEqual(["Open a.fake", "Open b.fake", "Close b.fake", "Open c.fake"]);
  expect(documents.size).toBe(2);
});

test("but never one that is being changed", async () => {
  const { open, sent } = createDocuments(1);
  await open("a");
  await Promise.all([open("a", "other"), open("b"), open("a", "third"), open("c")]);
  for (const [at, entry] of sent.entries()) {
    if (!entry.startsWith("Change")) continue;
    const before = sent.slice(0, at).filter((one) => one.endsWith(entry.slice(-6)));
    expect(before.at(-1)).not.toMatch(/^Close/);
  }
  expect(sent.filter((entry) => entry.startsWith("Change")).length).toBe(2);
});

test("a file that cannot be shown is not opened, and one that was is closed", async () => {
  const { documents, open, sent } = createDocuments(5);
  await expect(open("binary")).rejects.toMatchObject({ kind: "unsupported" });
  await open("d");
  writeFileSync(join(folder, "d.fake"), Buffer.from([0, 1, 2, 255, 0]));
  await documents.followDisk(join(folder, "d.fake"));
  expect(sent).toEqual(["Open d.fake", "Close d.fake"]);
});
