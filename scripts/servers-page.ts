/** docs/servers.md: every language server that is known, from its row and from the tests that drive it for real. */
import { rowDefaults, type ServerRow } from "../src/lsp/server-row.ts";
import { serverRows } from "../src/lsp/servers.ts";
import { checkers } from "../src/lsp/checkers/checkers.ts";
import { moreServerCases } from "../test/integration/lsp/more-server-cases.ts";
import type { ServerCase } from "../test/integration/lsp/server-case.ts";
import { serverCases } from "../test/integration/lsp/server-cases.ts";

export const NOT_VERIFIED = "not verified";

const OPERATIONS = [
  ["diagnostics", "mistake"],
  ["definition", "definition"],
  ["references", "references"],
  ["rename", "rename"],
  ["symbols", "symbols"],
] as const satisfies readonly (readonly [string, keyof ServerCase])[];

/** What tests have seen a real server do; undefined for one that nothing here has run. */
export function verifiedOperations(id: string): string | undefined {
  const one = [...serverCases, ...moreServerCases].find((each) => each.id === id);
  if (one === undefined) return undefined;
  const seen = OPERATIONS.flatMap(([name, key]) => (one[key] === undefined ? [] : [name]));
  return seen.length === 0 ? "starts" : seen.join(", ");
}

function executableCell({ commands }: ServerRow): string {
  const names = commands.map(({ binary, args, from }) => {
    const words = [binary, ...args].join(" ");
    return from === "bundled" ? `\`${words}\` (comes with Reticle)` : `\`${words}\``;
  });
  return [...new Set(names)].join(", ");
}

function serverRow(row: ServerRow): string {
  const { role, needsMarker, install, rootPolicy } = rowDefaults(row);
  const markers = row.rootMarkers.map((marker) => `\`${marker.replace("#", " naming ")}\``).join(" ");
  const notes = [
    ...(role === "linter" ? ["beside the main server"] : []),
    ...(needsMarker ? [] : ["works without a marker"]),
    ...(rootPolicy === "nearest" ? [] : [rootPolicy]),
    ...(row.loadsProjectCode === true ? ["needs a trusted checkout"] : []),
    ...(row.isOptIn === true ? ["only when the settings enable it"] : []),
  ];
  const cells = [
    `\`${row.id}\``,
    row.title,
    Object.keys(row.languageIds)
      .map((ending) => `\`${ending}\``)
      .join(" "),
    markers,
    executableCell(row),
    `\`${install}\``,
    notes.join("; "),
    verifiedOperations(row.id) ?? NOT_VERIFIED,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

export function serversPage(generated: string): string {
  return [
    "# Language servers",
    "",
    generated,
    "",
    "A server serves a file when three things are there at the time of the call: a root marker (from the file's folder up",
    "to the workspace root), an executable, and, where the executable or what it loads comes with the checkout, trust.",
    "`lsp` with `status` and `reticle doctor` say what is missing, with the command that brings it.",
    "",
    "- Executables are looked for in a trusted checkout (`node_modules/.bin`, `.venv/bin`, `venv/bin`, `vendor/bin`, `bin`",
    "  of the root and of the folders above it), then among those that `reticle install` fetched, then on the PATH. A folder",
    "  of the PATH that lies in the checkout counts as the checkout's. `clangd-22` will do for `clangd`.",
    "- Of several main servers for a file the one with the highest priority that can start answers; linters answer beside it.",
    "- `reticle install SERVER` fetches the pinned version with npm, pip or go into the folder `serversDir`. Nothing else",
    "  fetches anything: no tool call, no start.",
    "- `servers.<id>` in the settings changes a server or adds one of your own ([configuration](configuration.md)).",
    "- Root policies: `outermost` takes the last folder with a marker on the way up, `go-workspace` a `go.work` before a",
    "  `go.mod`, `cargo-workspace` the Cargo workspace, `package` the monorepo that holds the package; else the nearest.",
    "",
    "What is not as one would wish:",
    "",
    "- TypeScript 7 serves what it knows only by the files it has seen: references and rename in a project without",
    "  tsconfig.json miss importers that are not open, and those of CommonJS exports are incomplete.",
    "- clangd must be version 13 or later. It puts its index of a project into `.cache/clangd` beside the compile database; without such a database it sees",
    "  one file at a time.",
    "- The HTML server has nothing to say about HTML itself, only about the styles and scripts in it.",
    "- Symbols of a `.vue` file are not served: the TypeScript plugin, which does the rest, has none.",
    "- Bash has diagnostics only where ShellCheck is on the PATH. Intelephense renames only with a licence.",
    "- rust-analyzer runs no build scripts, procedural macros and no `cargo check` in a checkout that is not trusted; what",
    "  depends on them is missing there.",
    "",
    `Under "verified" stands what a test has seen the real server do on a small project, cold and warm; "${NOT_VERIFIED}":`,
    "it could not be had where the tests run, and a stand-in that is started as the server's documentation says took its",
    "place.",
    "",
    "| id | server | files | root markers | executable | brought by | notes | verified |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...serverRows.map(serverRow),
    "",
    "## Checkers of whole projects",
    "",
    "`lsp` with `diagnostics` of `*` runs these in place of servers. They change no source file, fetch nothing, and are",
    "found as servers are. Of several for a language the first that can be used is.",
    "",
    "| language | checker | root markers | command | brought by | notes |",
    "| --- | --- | --- | --- | --- | --- |",
    ...checkers.map(({ language, title, rootMarkers, commands, install, extent, runsProjectCode }) => {
      const [first] = commands;
      const notes = [
        ...(extent === undefined ? [] : [extent]),
        ...(runsProjectCode === true ? ["needs a trusted checkout"] : []),
      ];
      const words =
        first === undefined ? "" : [first.binary, ...first.args.filter((word) => word.length < 40)].join(" ");
      const markers = rootMarkers.map((marker) => `\`${marker.replace("#", " naming ")}\``).join(" ");
      return `| ${[language, title, markers, `\`${words}\``, install, notes.join("; ")].join(" | ")} |`;
    }),
    "",
  ].join("\n");
}
