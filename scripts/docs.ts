/**
 * Generates docs/tools/*.md, docs/configuration.md, docs/servers.md, docs/support.md and the tool table of the README
 * from the declarations. `--check` changes nothing and fails when a page is stale.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { serverSettings } from "../src/config/server-settings.ts";
import { settings } from "../src/config/settings.ts";
import { listingFor } from "../src/tools/core/dialect.ts";
import type { Tool } from "../src/tools/core/declaration.ts";
import type { PropertySchema } from "../src/tools/core/schema.ts";
import { allTools } from "../src/tools/registry.ts";
import { serversPage } from "./servers-page.ts";
import { supportPage } from "./support-page.ts";

const top = resolve(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const generated = "<!-- Generated from the declarations by `npm run docs`; do not edit. -->";

const escapeCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function describeBounds(property: PropertySchema): string {
  const bounds: string[] = [];
  if (property.enum !== undefined) bounds.push(property.enum.map((value) => `\`${String(value)}\``).join(", "));
  if (property.minimum !== undefined) bounds.push(`≥ ${property.minimum}`);
  if (property.maximum !== undefined) bounds.push(`clamped to ${property.maximum}`);
  if (property.maxItems !== undefined) bounds.push(`at most ${property.maxItems} items`);
  if (property.maxLength !== undefined) bounds.push(`at most ${property.maxLength} characters`);
  if (property.pattern !== undefined) bounds.push(`matches \`${property.pattern}\``);
  return bounds.join("; ");
}

function toolPage(tool: Tool): string {
  const rows = Object.entries(listingFor(tool, "own").inputSchema.properties).map(([name, property]) => {
    const isRequired = tool.input.required?.includes(name) === true;
    const type = Array.isArray(property.type) ? property.type.join(" or ") : String(property.type);
    const fallback = property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``;
    const cells = [
      `\`${name}\`${isRequired ? " (required)" : ""}`,
      type,
      fallback,
      describeBounds(property),
      property.description ?? "",
    ];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  const names = [
    tool.mcp === undefined ? "Not on MCP." : `On MCP: \`${tool.mcp.name}\`.`,
    ...Object.entries(tool.mcp?.rename ?? {}).map(([own, theirs]) => `There \`${own}\` is called \`${theirs}\`.`),
    ...(tool.pi === false ? ["For MCP clients; pi has no such tool."] : []),
  ];
  return [
    `# ${tool.name}`,
    "",
    generated,
    "",
    tool.description,
    "",
    `Tier: ${tool.tier}. ${names.join(" ")}`,
    "",
    ...callExample(tool),
    ...(rows.length === 0
      ? ["No arguments."]
      : ["| argument | type | default | bounds | meaning |", "| --- | --- | --- | --- | --- |", ...rows]),
    "",
  ].join("\n");
}

function callExample({ name, example, needs }: Tool): string[] {
  const json = JSON.stringify(example);
  if (needs.includes("toolActivation")) return [`In pi only. Example: \`${json}\``, ""];
  return ["```sh", `reticle call ${name} --json '${json}'`, "```", ""];
}

function settingsPage(): string {
  const rows = settings.map((setting) => {
    const cells = [
      `\`${setting.path}\``,
      "choices" in setting ? setting.choices.join(", ") : setting.type,
      `\`${JSON.stringify(setting.default) ?? "none"}\``,
      setting.project ? "user, project" : "user",
      setting.doc,
    ];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  return [
    "# Settings",
    "",
    generated,
    "",
    "The user's file is `~/.config/reticle/config.json` (or what `RETICLE_CONFIG` names); a project's is",
    "`.reticle.json` at its root. A project file can only set what the table allows it.",
    "",
    "| setting | type | default | file | meaning |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "## Language servers",
    "",
    "`servers.<id>` changes the language server with that id (`docs/servers.md` lists them), or describes one of your",
    "own. A project's file counts only in a trusted workspace; elsewhere all it can do is switch a server off.",
    "",
    "```json",
    '{ "servers": { "gopls": { "settings": { "gopls": { "staticcheck": true } } }, "taplo": { "enabled": false } } }',
    "```",
    "",
    "| key | type | meaning |",
    "| --- | --- | --- |",
    ...serverSettings.map(({ key, type, doc }) => `| ${[`\`${key}\``, type, doc].map(escapeCell).join(" | ")} |`),
    "",
  ].join("\n");
}

function readmeWithTable(readme: string): string {
  const rows = allTools.map(
    (tool) =>
      `| [\`${tool.name}\`](docs/tools/${tool.name}.md) | ${tool.mcp === undefined ? "" : `\`${tool.mcp.name}\``} | ${tool.tier} | ${escapeCell(tool.description)} |`,
  );
  const table = ["| tool | on MCP | tier | what it does |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const place = /(<!-- tools -->\n)[\s\S]*?(<!-- \/tools -->)/;
  if (!place.test(readme)) throw new Error("README.md has no place for the table of tools");
  return readme.replace(place, (_match, open: string, close: string) => `${open}${table}\n${close}`);
}

/** Without what the formatter decides: the width of columns and empty lines. */
function bare(text: string): string {
  return text
    .replace(/-{3,}/g, "---")
    .replace(/ {2,}/g, " ")
    .replace(/\n{2,}/g, "\n");
}

const pages = new Map<string, string>(allTools.map((tool) => [`docs/tools/${tool.name}.md`, toolPage(tool)]));
pages.set("docs/configuration.md", settingsPage());
pages.set("docs/servers.md", serversPage(generated));
pages.set("docs/support.md", supportPage(top, generated));
pages.set("README.md", readmeWithTable(readFileSync(join(top, "README.md"), "utf8")));

const stale: string[] = [];
mkdirSync(join(top, "docs/tools"), { recursive: true });
for (const [path, text] of pages) {
  const file = join(top, path);
  if (existsSync(file) && bare(readFileSync(file, "utf8")) === bare(text)) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(file, text);
}
for (const name of readdirSync(join(top, "docs/tools")).filter((entry) => entry.endsWith(".md"))) {
  if (pages.has(`docs/tools/${name}`)) continue;
  stale.push(`docs/tools/${name} (no such tool)`);
  if (!isCheck) rmSync(join(top, "docs/tools", name));
}
if (isCheck && stale.length > 0) {
  console.error(`stale pages: ${stale.join(", ")}; run npm run docs`);
  process.exitCode = 1;
} else {
  console.log(`docs: ${pages.size} pages, ${isCheck ? "all fresh" : `${stale.length} written`}`);
}
