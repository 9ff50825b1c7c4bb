import type { CodeAction, Command, Diagnostic, Range } from "vscode-languageserver-protocol";
import { complete, type Coverage } from "../../base/coverage.ts";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { type Asking, ask, notAsked, remainingMs } from "./asking.ts";
import { contextDiagnostics, diagnosticsOnLine } from "./context-diagnostics.ts";
import type { Outcome } from "./outcome.ts";
import { whenLoaded } from "../completeness/readiness.ts";
import { nameRange, type SymbolQuery, targetIn } from "./target.ts";

/** Something a server offers to do; nothing is done by asking for it. */
export interface OfferedAction {
  readonly title: string;
  /** As the protocol names it: "quickfix", "refactor.extract"; empty when the server does not say. */
  readonly kind: string;
  readonly isPreferred: boolean;
  /** Why it cannot be done here. */
  readonly disabled?: string;
  /** Messages of the diagnostics it repairs. */
  readonly repairs: readonly string[];
  readonly server: string;
  readonly serverId: string;
  /** For whoever takes it. */
  readonly source: ActionSource;
}

/** An action as a server sent it, for one version of a document. */
export interface ActionSource {
  readonly server: LanguageServer;
  readonly document: OpenDocument;
  readonly raw: CodeAction | Command;
}

export interface CodeActions {
  readonly actions: readonly OfferedAction[];
  /** What is wrong on the line, by the servers that were asked. */
  readonly problems: readonly { readonly message: string; readonly server: string }[];
}

const METHOD = "textDocument/codeAction";
/** Asked for because the reader wants them, not because something was typed. */
const INVOKED = 1;

export interface ActionsOptions {
  /** Narrows or widens the range around the symbol. */
  readonly rangeOf?: (server: LanguageServer, text: string) => Range;
}

interface Reply extends CodeActions {
  readonly server: LanguageServer;
  readonly failure?: Error;
  readonly loading: readonly string[];
}

/** What every server of the file offers at the symbol, told what is wrong on its line. Throws when all of them fail. */
export async function codeActions(
  query: SymbolQuery,
  asking: Asking,
  options: ActionsOptions = {},
): Promise<Outcome<CodeActions>> {
  const startedAt = performance.now();
  const { file } = query;
  const { text } = await asking.workspace.read(file, "file");
  const place = query.locate(text);
  const { signal, workspaceRoot } = asking;
  const request = { signal, deadlineMs: remainingMs(asking) * 0.6, roles: "all", workspaceRoot } as const;
  const { primary, linters, missing } = await asking.servers.serversFor(file, request);
  const servers = [...(primary === undefined ? [] : [primary]), ...linters];
  const able = servers.filter((server) => server.supports(METHOD, file.absolute));
  if (servers.length === 0) return notAsked(file, missing, performance.now() - startedAt);
  const replies = await Promise.all(able.map((server) => reply(server, query, asking, options)));
  const failed = replies.filter(({ failure }) => failure !== undefined);
  if (replies.length > 0 && failed.length === replies.length && failed[0]?.failure !== undefined)
    throw failed[0].failure;
  return {
    isAsked: true,
    coverage: coverageOfAll(replies),
    server: able.map(({ name }) => name).join(", "),
    place,
    value: {
      actions: replies.flatMap(({ actions }) => actions),
      problems: replies.flatMap(({ problems }) => problems),
    },
  };
}

async function reply(
  server: LanguageServer,
  query: SymbolQuery,
  asking: Asking,
  { rangeOf }: ActionsOptions,
): Promise<Reply> {
  try {
    const target = await targetIn(server, query);
    const loading = await whenLoaded(server, asking);
    const { document, params } = target;
    const all = await contextDiagnostics(server, document, asking);
    const diagnostics = diagnosticsOnLine(all, params.position.line);
    const range = rangeOf?.(server, document.text) ?? nameRange(target);
    const actions = await request(target, { range, diagnostics }, asking);
    const problems = diagnostics.map((one) => ({ message: messageOf(one), server: server.name }));
    return { server, actions, problems, loading };
  } catch (error) {
    asking.signal.throwIfAborted();
    return { server, actions: [], problems: [], loading: [], failure: error as Error };
  }
}

async function request(
  { server, file, document }: Awaited<ReturnType<typeof targetIn>>,
  { range, diagnostics }: { readonly range: Range; readonly diagnostics: readonly Diagnostic[] },
  asking: Asking,
): Promise<readonly OfferedAction[]> {
  const context = { diagnostics, triggerKind: INVOKED };
  const params = { textDocument: { uri: document.uri }, range, context };
  const options = { path: file.absolute, feature: "code actions" };
  const answer = await ask<readonly (CodeAction | Command)[] | null>(
    server,
    { method: METHOD, params },
    asking,
    options,
  );
  return (answer ?? []).map((raw) => offered({ server, document, raw }));
}

function offered(source: ActionSource): OfferedAction {
  const { server, raw: action } = source;
  const by = { server: server.name, serverId: server.id, source };
  if (typeof action.command === "string") {
    return { title: action.title, kind: "", isPreferred: false, repairs: [], ...by };
  }
  const { title, kind = "", isPreferred = false, disabled, diagnostics = [] } = action as CodeAction;
  return {
    title,
    kind,
    isPreferred,
    ...(disabled === undefined ? {} : { disabled: disabled.reason }),
    repairs: diagnostics.map(messageOf),
    ...by,
  };
}

function messageOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

function coverageOfAll(replies: readonly Reply[]): Coverage {
  const missing = replies.flatMap(({ server, failure, loading }) => {
    if (failure !== undefined) return [`${server.name} (${failure.message})`];
    return loading.length === 0 ? [] : [`what ${server.name} is loading (${loading.join(", ")})`];
  });
  if (missing.length === 0) return complete;
  const looked = replies.filter(({ failure }) => failure === undefined).map(({ server }) => server.name);
  return { state: "partial", looked: looked.join(", "), whole: "the servers of the file", missing: missing.join("; ") };
}
