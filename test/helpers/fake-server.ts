import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerDefinition } from "../../src/lsp/definition.ts";
import { languageIdOf } from "../../src/lsp/language-id.ts";
import type { ServerCandidate, ServerProbe } from "../../src/lsp/server-probe.ts";
import type { FakeScript } from "../fakes/lsp-server.ts";

const PROGRAM = join(import.meta.dirname, "../fakes/lsp-server.ts");

export interface FakeServer {
  readonly definition?: Partial<ServerDefinition>;
  readonly script?: FakeScript;
  /** Default: the workspace root. */
  readonly root?: string;
}

/** A definition for `.fake` files that a test bends as it needs. */
export function fakeDefinition(changes: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    id: "fake",
    title: "Fake",
    languageIds: { ".fake": "fake" },
    role: "primary",
    priority: 10,
    rootMarkers: [],
    rootPolicy: "nearest",
    needsMarker: false,
    commands: [],
    install: "there is nothing to install",
    prediction: "native",
    ...changes,
  };
}

/** A probe that finds scripted servers, each complete, in the order given. */
export function fakeProbe(servers: () => readonly FakeServer[]): ServerProbe {
  const candidates = (workspaceRoot: string): ServerCandidate[] =>
    servers().map(({ definition, script = {}, root = workspaceRoot }) => ({
      definition: fakeDefinition(definition),
      root,
      start: { executable: process.execPath, args: [PROGRAM, JSON.stringify(script)] },
      reasons: [],
      what: "",
      remedy: "",
    }));
  return {
    forFile: (path, { workspaceRoot }) =>
      Promise.resolve(
        candidates(workspaceRoot).filter(({ definition }) => languageIdOf(definition, path) !== undefined),
      ),
    forWorkspace: ({ workspaceRoot }) => Promise.resolve(candidates(workspaceRoot)),
  };
}

/** A workspace of its own with files, and a log that fakes may write. */
export class FakeWorkspace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "reticle-fake-lsp-")));
  readonly log = join(realpathSync(mkdtempSync(join(tmpdir(), "reticle-fake-log-"))), "log");

  /** Writes a file and gives it as tools have it. */
  file(name: string, text: string): { readonly absolute: string; readonly shown: string; readonly kind: "file" } {
    const absolute = join(this.root, name);
    writeFileSync(absolute, text);
    return { absolute, shown: name, kind: "file" };
  }

  /** Every message that fakes with `log` got, in order. */
  received(method?: string): { readonly id?: number; readonly method?: string; readonly params?: never }[] {
    let text = "";
    try {
      text = readFileSync(this.log, "utf8");
    } catch {
      return [];
    }
    // What stands behind the last line end is still being written.
    const lines = text.split("\n").slice(0, -1);
    const messages = lines.map((line) => JSON.parse(line) as { method?: string });
    return method === undefined ? messages : messages.filter((one) => one.method === method);
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
    rmSync(join(this.log, ".."), { recursive: true });
  }
}
