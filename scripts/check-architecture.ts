/**
 * Checks what lint cannot say: rings between folders, folder sizes, names, module-level state,
 * lint exemptions without a reason, one barrel. Prints each violation; exit code 1 when there is one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { dataFolders, externals, forbiddenNames, limits, rings, siblings, typeOnlyExternals } from "./rings.ts";

const top = resolve(import.meta.dirname, "..");
const source = join(top, "src");

interface SourceFile {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
}

function listFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: relative(top, file).split(sep).join("/"),
      text: readFileSync(file, "utf8"),
      isTest: file.endsWith(".test.ts"),
    }));
}

/** The ring of a file: its first folder under src, or "" for the files directly in src. */
function ringOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? (parts[1] ?? "") : "";
}

function importsOf(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)) found.push(match[1] ?? "");
  return found;
}

function importsCode(text: string, name: string): boolean {
  const imports = text.matchAll(/\bimport\b([^"';]*)["']([^"']+)["']/g);
  return [...imports].some(([, clause = "", from = ""]) => from.startsWith(name) && !/^\s+type\b/.test(clause));
}

function checkImport(file: SourceFile, specifier: string): string | undefined {
  const ring = ringOf(file.path);
  if (!specifier.startsWith(".")) {
    const owners = Object.entries(externals).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    )?.[1];
    const isAllowed = owners === undefined || owners.some((owner) => file.path.startsWith(`src/${owner}/`));
    return isAllowed ? undefined : `imports ${specifier}, which only ${owners.join(", ")} may`;
  }
  if (ring === "") return undefined;
  const target = relative(top, resolve(top, dirname(file.path), specifier))
    .split(sep)
    .join("/");
  const targetRing = ringOf(target);
  if (targetRing === "") return `imports ${target}: files directly in src are entry points`;
  if (targetRing !== ring) {
    return rings[ring]?.includes(targetRing) ? undefined : `imports ${target}: ${ring} may not import ${targetRing}`;
  }
  const own = siblings.find((folder) => file.path.startsWith(`src/${folder}/`));
  const other = siblings.find((folder) => target.startsWith(`src/${folder}/`));
  return own !== undefined && other !== undefined && own !== other
    ? `imports ${target}: hosts are siblings`
    : undefined;
}

function checkFile(file: SourceFile): string[] {
  const problems: string[] = [];
  const report = (problem: string): void => void problems.push(`${file.path}: ${problem}`);
  if (!file.isTest) {
    for (const specifier of importsOf(file.text)) {
      const problem = checkImport(file, specifier);
      if (problem !== undefined) report(problem);
    }
    for (const name of typeOnlyExternals) {
      if (importsCode(file.text, name)) report(`imports more than types from ${name}`);
    }
    const code = file.text.replaceAll(/(?<=[:=(,] ?)`(?:\\.|[^`\\])*`/g, "``"); // samples of code are not code
    if (/^(?:export )?(?:let|var) /m.test(code)) report("module-level mutable state (let or var)");
    if (/^(?:export )?const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap)\b(?:<[^=]*>)?\(\);?$/m.test(file.text)) {
      report("module-level collection that starts empty: it can only be mutable state");
    }
    if (/^export (?:\*|\{[^}]*\}|type \{[^}]*\}) from /m.test(file.text) && file.path !== "src/index.ts") {
      report("re-exports: src/index.ts is the only barrel");
    }
  }
  for (const match of file.text.matchAll(/(?:oxlint|eslint)-disable[^\n]*/g)) {
    if (!/-- \S/.test(match[0])) report(`lint exemption without a reason: ${match[0]}`);
  }
  for (const part of file.path.replace(/\.test\.ts$|\.ts$/, "").split("/")) {
    if (forbiddenNames.includes(part)) report(`the name "${part}" says nothing; name the concept`);
  }
  if (!/^[a-z0-9-]+(?:\.test)?\.ts$/.test(file.path.split("/").at(-1) ?? "")) report("file names are kebab-case");
  return problems;
}

function checkFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((candidate) => !candidate.isTest)) {
    const folder = dirname(file.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const problems: string[] = [];
  for (const [folder, count] of counts) {
    if (count > limits.folderFiles && !dataFolders.includes(folder)) {
      problems.push(`${folder}: ${count} source files, at most ${limits.folderFiles}; split by concept`);
    }
    const ring = folder.split("/")[1];
    if (ring !== undefined && rings[ring] === undefined)
      problems.push(`${folder}: no ring named "${ring}" in scripts/rings.ts`);
  }
  return problems;
}

const files = listFiles(source);
const problems = [...files.flatMap(checkFile), ...checkFolders(files)];
const sourceLines = files
  .filter((file) => !file.isTest)
  .reduce((sum, file) => sum + file.text.split("\n").length - 1, 0);
for (const problem of problems) console.error(problem);
console.log(`architecture: ${files.length} files, ${sourceLines} source lines, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
