import type { Diagnostic } from "vscode-languageserver-protocol";
import { afterAll, describe, expect, test } from "vitest";
import { testedServers } from "../../helpers/test-servers.ts";
import { DrivenServer } from "./driven-server.ts";
import type { ServerCase } from "./server-case.ts";
import { moreServerCases } from "./more-server-cases.ts";
import { serverCases } from "./server-cases.ts";

const present: ServerCase[] = [];
for (const one of [...serverCases, ...moreServerCases]) {
  await using driven = await DrivenServer.create(one);
  const candidate = await driven.candidate();
  if (candidate?.reasons.length === 0) present.push(one);
  else if (serverCases.includes(one))
    process.stderr.write(`NOT TESTED ${one.id}: ${candidate?.what ?? "unknown"}; node scripts/test-servers.ts\n`);
}

test("every server that is installed for the tests has a project here", () => {
  const ids = serverCases.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...testedServers, "typescript", "clangd", "rust-analyzer"]));
});

describe.each(present.map((one) => [one.id, one] as const))("%s", (_id, one) => {
  let driven: DrivenServer | undefined;
  const server = async (): Promise<DrivenServer> => (driven ??= await DrivenServer.create(one));
  afterAll(async () => driven?.[Symbol.asyncDispose]());
  const { mistake, definition, references, rename, symbols, clean } = one;

  if (mistake !== undefined) {
    test("finds the mistake, cold and warm", async () => {
      const isAbout = ({ message }: Diagnostic) =>
        mistake.says.test(typeof message === "string" ? message : message.value);
      for (const _temperature of ["cold", "warm"]) {
        const verdict = await (await server()).diagnostics(mistake.file, (items) => items.some(isAbout));
        const items = verdict.state === "said" ? verdict.items : [];
        const found = items.filter(isAbout);
        expect(
          found.map(({ range }) => range.start.line + 1),
          JSON.stringify(items),
        ).toContain(mistake.line);
      }
    });
  }

  test("has nothing against a clean file: it says so, or it is silent, and is never wrong", async () => {
    const verdict = await (await server()).diagnostics(clean, (items) => items.length === 0);
    if (verdict.state === "said") expect(verdict.items).toEqual([]);
    else expect(verdict).toEqual({ state: "silent" });
  });

  if (definition !== undefined) {
    test("leads to the definition", async () => {
      await (await server()).loaded();
      expect(await (await server()).definition(definition)).toContain(definition.leadsTo);
    });
  }

  if (references !== undefined) {
    test("finds every reference", async () => {
      expect(await (await server()).references(references)).toEqual(expect.arrayContaining([...references.are]));
    });
  }

  if (rename !== undefined) {
    test("renames in every file", async () => {
      expect(await (await server()).renamedFiles(rename)).toEqual(rename.changes);
    });
  }

  if (symbols !== undefined) {
    test("lists the symbols of a file", async () => {
      expect(await (await server()).symbols(symbols.file)).toEqual(expect.arrayContaining([...symbols.include]));
    });
  }
});
