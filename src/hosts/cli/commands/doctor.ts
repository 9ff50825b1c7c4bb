import { checks } from "../doctor/checks.ts";
import type { Finding } from "../doctor/check.ts";
import { requireFolder } from "../require-folder.ts";
import { withEngine } from "../session.ts";
import type { Command } from "./command.ts";

const NAME_WIDTH = Math.max(...checks.map((check) => check.name.length)) + 2;
const STATE_WIDTH = "broken".length + 2;

export const doctor: Command = async (context) => {
  const { invocation, io, out, signal } = context;
  const folder = await requireFolder(invocation.roots[0] ?? ".", "--root", io.cwd);
  return withEngine(context, {}, async (engine) => {
    const config = engine.configFor(folder);
    let brokenCount = 0;
    for (const { name, examine } of checks) {
      if (signal.aborted) break;
      const finding = await examine({ engine, config, folder, signal });
      if (finding.state === "broken") brokenCount += 1;
      await out.write(`${findingText(name, finding)}\n`);
    }
    await out.write(
      brokenCount === 0
        ? "\nEverything that is needed works.\n"
        : `\n${brokenCount} of ${checks.length} checks found something broken.\n`,
    );
    return brokenCount === 0 ? 0 : 1;
  });
};

function findingText(name: string, { state, text, remedy }: Finding): string {
  const indent = " ".repeat(STATE_WIDTH + NAME_WIDTH);
  const lines = [...text.split("\n"), ...(remedy === undefined ? [] : [`→ ${remedy}`])];
  return `${state.padEnd(STATE_WIDTH)}${name.padEnd(NAME_WIDTH)}${lines.join(`\n${indent}`)}`;
}
