/** The process that makes code to keep: it ends when it was wrong about V8, and nothing else ends with it. */
import { hash } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { ReticleError } from "../../base/errors.ts";
import { serveRequests } from "../../process/serve-requests.ts";
import { Grammars } from "../grammars.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { languages } from "../languages.ts";
import { CODE, codeFolder, DIGEST, keyOf, readKept, UNFINISHED } from "./kept-code.ts";
import { serializeCode } from "./native-code.ts";
import { type WasmModule, webAssembly } from "./web-assembly.ts";

export interface MakeRequest {
  readonly languageId: string;
}

/** Until V8 has noticed which functions are worth its optimizing compiler. */
const PARSE_MS = 1_500;
/** Until that has compiled them, on threads of its own. */
const COMPILE_MS = 2_000;
const TEXT_CHARACTERS = 20_000;
/** The processes that parse: most of them, and a command that only builds an index (`main.ts`). */
const FLAG_SETS = [
  { set: "--opt", unset: "--opt" },
  { set: "--no-opt", unset: "--opt" },
];

interface Compiled {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly module: WasmModule;
}

async function make(language: LanguageDefinition, folder: string): Promise<void> {
  const compiled: Compiled[] = [];
  const grammars = new Grammars({
    compile: async (name, bytes) => {
      const module = await webAssembly.compile(bytes);
      compiled.push({ name, bytes, module });
      return module;
    },
  });
  const { parser } = await grammars.load(language);
  const sample = `${language.sample}\n`;
  const text = sample.repeat(Math.ceil(TEXT_CHARACTERS / sample.length));
  const until = performance.now() + PARSE_MS;
  while (performance.now() < until) {
    parser.parse(text)?.delete();
    await setImmediate();
  }
  await sleep(COMPILE_MS);
  for (const { set, unset } of FLAG_SETS) {
    setFlagsFromString(set);
    for (const one of compiled) keep(one, folder);
    setFlagsFromString(unset);
  }
}

function keep({ name, bytes, module }: Compiled, folder: string): void {
  const file = join(folder, keyOf(name, bytes) + CODE);
  const code = new Uint8Array(serializeCode(module));
  const temporary = `${file}.${process.pid}${UNFINISHED}`;
  try {
    writeFileSync(temporary, Buffer.concat([hash(DIGEST, code, "buffer"), code]), { mode: 0o600 });
    if (readKept(temporary, bytes) === undefined)
      throw new ReticleError("internal", `V8 cannot read its code of ${name}`);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

serveRequests<MakeRequest, null>(async ({ languageId }) => {
  const language = languages.find(({ id }) => id === languageId);
  const folder = codeFolder();
  if (language !== undefined && language.isIsolated !== true && folder !== undefined) await make(language, folder);
  return null;
});
