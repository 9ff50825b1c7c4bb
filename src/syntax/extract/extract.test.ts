import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { FileFacts, SymbolFact } from "../facts.ts";
import { Grammars } from "../grammars.ts";
import { languageOfText } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

async function factsOf(name: string, text: string): Promise<FileFacts> {
  const language = languageOfText(name, text);
  if (language === undefined) throw new Error(`no language for ${name}`);
  return await parser.parse({ text, path: `/shop/${name}` }, language);
}

/** Facts as the .outline files beside the fixtures write them. */
function render({ language, lineCount, syntaxErrorCount, imports, exports, symbols }: FileFacts): string {
  const sections = [
    [`${language}, ${lineCount} lines, ${syntaxErrorCount} errors`],
    imports.map(
      ({ source, names, line, isInternal }) =>
        `import ${source} {${names.join(" ")}} ${line}${isInternal ? " internal" : ""}`,
    ),
    exports.map(
      ({ name, local, from, line }) =>
        `export ${name}${local === undefined ? "" : ` = ${local}`}${from === undefined ? "" : ` from ${from}`} ${line}`,
    ),
    symbols.flatMap((symbol) => renderSymbol(symbol, "")),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function renderSymbol(symbol: SymbolFact, indent: string): string[] {
  const head = [
    `${symbol.startLine}-${symbol.endLine}`,
    symbol.exported ? "+" : "-",
    symbol.kind,
    symbol.name,
    ...(symbol.exportedAs === undefined ? [] : ["as", symbol.exportedAs.join(",")]),
    ...(symbol.nameLine === symbol.startLine ? [] : [`name@${symbol.nameLine}`]),
    ...(symbol.docStartLine === symbol.startLine ? [] : [`doc@${symbol.docStartLine}`]),
    ...(symbol.isLocal ? ["local"] : []),
    ...(symbol.visibility === undefined ? [] : [symbol.visibility]),
    ...(symbol.isAsync ? ["async"] : []),
    ...(symbol.complexity === undefined ? [] : [`c${symbol.complexity}`]),
    ...symbol.decorators,
  ].join(" ");
  const texts = [symbol.signature, symbol.doc].filter((text) => text !== undefined);
  return [
    `${indent}${[head, ...texts].join(" | ")}`,
    ...symbol.members.flatMap((member) => renderSymbol(member, `${indent}  `)),
  ];
}

const fixtures = fileURLToPath(new URL("../../../test/fixtures/outline/", import.meta.url));

describe("outlines of real-world shapes", () => {
  for (const folder of readdirSync(fixtures)) {
    const files = readdirSync(`${fixtures}${folder}`);
    for (const file of files.filter((name) => !name.endsWith(".outline"))) {
      it(`${folder}/${file}`, async () => {
        const base = `${fixtures}${folder}/${file}`;
        const facts = await factsOf(file, readFileSync(base, "utf8"));
        expect(render(facts)).toBe(readFileSync(base.replace(/\.[^.]+$/, ".outline"), "utf8"));
      });
    }
  }
});
