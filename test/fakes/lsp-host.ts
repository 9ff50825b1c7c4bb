// A program with language servers at work, to be killed: the bundled TypeScript server on the folder argv[2], and scripted
// ones that are deaf to every polite end, one of which never answers initialize. Prints "ready" once the first is asked.
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { fakeProbe } from "../helpers/fake-server.ts";
import { createServerProbe } from "../../src/lsp/probe/probe-servers.ts";
import { createLanguageServers } from "../../src/lsp/fleet/fleet.ts";

const root = process.argv[2] ?? ".";
const engine = await createEngine();
const { children } = engine;
const configFor = engine.configFor.bind(engine);
const deaf = { definition: { id: "deaf" }, script: { refusesToExit: true } };
const mute = {
  definition: { id: "mute", role: "linter" as const },
  script: { refusesToExit: true, on: { initialize: [{ never: true as const }] } },
};
const real = createLanguageServers({ children, configFor, probe: createServerProbe() });
const fake = createLanguageServers({ children, configFor, probe: fakeProbe(() => [deaf, mute]) });

async function ask(name: string): Promise<void> {
  const file = { absolute: join(root, name), shown: name, kind: "file" } as const;
  const servers = name.endsWith(".fake") ? fake : real;
  const limits = { signal: AbortSignal.timeout(60_000), deadlineMs: 30_000 };
  const { primary } = await servers.serversFor(file, { ...limits, roles: "primary", workspaceRoot: root });
  const document = await primary?.open(file);
  await primary?.request("textDocument/hover", { textDocument: document, position: { line: 0, character: 7 } }, limits);
}

await Promise.all([ask("a.ts"), ask("a.fake")]);
void fake.serversFor(
  { absolute: join(root, "a.fake"), shown: "a.fake", kind: "file" },
  { signal: AbortSignal.timeout(600_000), deadlineMs: 600_000, roles: "all", workspaceRoot: root },
);
process.stdout.write("ready\n");
for (;;) {
  await ask("a.ts");
  await new Promise((resolve) => setTimeout(resolve, 5));
}
