import { complete } from "../../src/base/coverage.ts";
import { defineTool, type Tool } from "../../src/tools/core/declaration.ts";
import { isRunBound, situationalNames, type SpecTool, specTable } from "../../src/tools/core/spec-table.ts";
import { allTools } from "../../src/tools/registry.ts";

/** A declaration for each row of the table of all tools; `onRun` hears which one ran. */
export function declareSpecTools(onRun: (name: string) => void = () => {}): readonly Tool[] {
  return specTable.map((row) => declare(row, onRun));
}

function declare({ name, mcp, tier, needs, parallel, isPiOwn }: SpecTool, onRun: (name: string) => void): Tool {
  return defineTool({
    name,
    ...(mcp === undefined ? {} : { mcp: { name: mcp, cwd: false } }),
    ...(name.startsWith("pilens_") || isPiOwn === true ? { pi: false } : {}),
    title: name,
    tier,
    description: `Stands in for ${name}.`,
    example: {},
    input: { type: "object", properties: { note: { type: "string" } } },
    needs,
    parallel,
    run: () => {
      onRun(name);
      return Promise.resolve({ coverage: complete, facts: null });
    },
    format: () => `${name} ran`,
  });
}

/** The tools that exist and that a pi loads when it is asked: the situational ones, then those bound to a run. */
export function loadableNames(): readonly string[] {
  const inPi = allTools.filter(({ pi }) => pi !== false).map(({ name }) => name);
  return [...inPi.filter((name) => situationalNames.includes(name)), ...inPi.filter(isRunBound)];
}
