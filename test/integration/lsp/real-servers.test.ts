import { afterAll, describe, expect, test } from "vitest";
import type { FileDiagnostic } from "../../../src/lsp/diagnostics/file-report.ts";
import { testedServers } from "../../helpers/test-servers.ts";
import { DrivenServer } from "./driven-server.ts";
import type { ServerCase } from "./server-case.ts";
import { moreServerCases } from "./more-server-cases.ts";
import { serverCases } from "./server-cases.ts";

/** An honest "unconfirmed" invites us to ask again. */
const MAX_ASKED = 4;

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
    test("finds the mistake, cold and warm; until it has, it does not call the file clean", async () => {
      const isAbout = ({ message }: FileDiagnostic) => mistake.says.test(message);
      for (const _temperature of ["cold", "warm"]) {
        let report = await (await server()).ownReport(mistake.file);
        for (let asked = 1; asked < MAX_ASKED && !report.diagnostics.some(isAbout); asked += 1) {
          expect(report.state, JSON.stringify(report)).not.toBe("confirmed");
          report = await (await server()).ownReport(mistake.file);
        }
        const lines = report.diagnostics.filter(isAbout).map(({ line }) => line);
        expect(lines, JSON.stringify(report)).toContain(mistake.line);
      }
    });
  }

  test("has nothing against a clean file, and says so or says that it is not sure", async () => {
    const { state, diagnostics } = await (await server()).ownReport(clean);
    expect(diagnostics).toEqual([]);
    expect(["confirmed", "unconfirmed", "unsupported"]).toContain(state);
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
