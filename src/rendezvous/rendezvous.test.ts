import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutPrivileges } from "../../test/helpers/unprivileged.ts";
import { ReticleError } from "../base/errors.ts";
import { askServer } from "./ask-server.ts";
import { HookListener, type HookListenerOptions } from "./hook-listener.ts";
import { encodeQuestion, type HookQuestion, MAX_LINE_BYTES, parseQuestion, parseReply } from "./messages.ts";
import { findRuntimeFolder, prepareRuntimeFolder, type RuntimeFolder, unsafe } from "./runtime-folder.ts";
import { readSocketName, socketPath, socketsFor } from "./socket-name.ts";

let base: string;
let folder: RuntimeFolder;
let listeners: HookListener[];
let logged: string[];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "rv-"));
  chmodSync(base, 0o755);
  folder = { path: join(base, "run"), prefix: "", isReal: true };
  listeners = [];
  logged = [];
});
afterEach(async () => {
  for (const listener of listeners) await listener.dispose();
  rmSync(base, { recursive: true });
});

const question: HookQuestion = {
  phase: "after",
  client: "test",
  conversation: "c",
  cwd: "/p/src",
  paths: ["a.ts"],
  isShell: false,
};

async function listening(roots: readonly string[], options: Partial<HookListenerOptions> = {}): Promise<HookListener> {
  const answer: HookListenerOptions["answer"] = ({ paths }) => Promise.resolve({ text: paths.join() });
  const listener = new HookListener({ answer, log: (line) => logged.push(line), folder, ...options });
  listeners.push(listener);
  await listener.listen(roots);
  return listener;
}

const sockets = (): readonly string[] => readdirSync(folder.path).toSorted();
const ask = (asked: Partial<HookQuestion> = {}) => askServer({ ...question, ...asked }, { answerMs: 10_000, folder });

/** A connection of our own, and all that comes back until it ends. */
function dial(path: string): { readonly socket: Socket; readonly ended: Promise<string> } {
  const socket = connect(path);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.on("error", () => {});
  socket.on("close", () => resolve(text));
  return { socket, ended: promise };
}

const onlySocket = (): string => join(folder.path, sockets()[0] ?? "");

describe("a server that listens", () => {
  it("answers for folders of its roots, and for no others", async () => {
    await listening(["/p", "/q"]);
    expect(await ask()).toEqual({ answer: { text: "a.ts" } });
    expect(await ask({ cwd: "/q" })).toEqual({ answer: { text: "a.ts" } });
    expect(await ask({ cwd: "/" })).toBeUndefined();
    expect(await ask({ cwd: "/pp" })).toBeUndefined();
    expect(logged).toEqual([]);
  });

  it("lies in a folder of mode 700, its socket has mode 600", async () => {
    await listening(["/p"]);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(statSync(onlySocket()).mode & 0o777).toBe(0o600);
  });

  it("follows its roots, and is gone when it is disposed", async () => {
    const listener = await listening(["/p"]);
    await listener.listen(["/q"]);
    expect(await ask()).toBeUndefined();
    expect(await ask({ cwd: "/q" })).toBeDefined();
    await listener.dispose();
    await listener.listen(["/p"]);
    expect(sockets()).toEqual([]);
  });

  it("passes on why there is no answer", async () => {
    const answer = (): Promise<never> => Promise.reject(new ReticleError("refused", "not here"));
    await listening(["/p"], { answer });
    expect(await ask()).toEqual({ refused: { kind: "refused", message: "not here" } });
  });

  it("gives up an answer that nobody waits for any more", async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    await listening(["/p"], {
      answer: (_question, signal) => {
        signal.addEventListener("abort", () => resolve());
        isAsked();
        return new Promise(() => {});
      },
    });
    const { socket } = dial(onlySocket());
    socket.write(encodeQuestion(question));
    await asked;
    socket.destroy();
    await aborted;
  });

  it("ends a connection that stays silent, and answers others meanwhile", async () => {
    await listening(["/p"], { questionMs: 300 });
    const silent = dial(onlySocket());
    expect(await ask()).toEqual({ answer: { text: "a.ts" } });
    expect(await silent.ended).toBe("");
  });

  it("takes a question in pieces, and no more than one of a connection", async () => {
    await listening(["/p"]);
    const { socket, ended } = dial(onlySocket());
    const line = encodeQuestion(question);
    socket.write(line.slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(line.slice(20) + line);
    expect(await ended).toBe('{"answer":{"text":"a.ts"}}\n');
  });

  it("refuses a line that is too long, and one that is no question", async () => {
    await listening(["/p"]);
    const long = dial(onlySocket());
    long.socket.write("x".repeat(MAX_LINE_BYTES + 1));
    expect(parseReply(await long.ended)).toEqual({
      refused: { kind: "protocol", message: `the line is longer than ${MAX_LINE_BYTES} bytes` },
    });
    const bad = dial(onlySocket());
    bad.socket.write("[]\n");
    expect(parseReply(await bad.ended)).toEqual({
      refused: { kind: "protocol", message: "the line is no JSON object" },
    });
  });
});

describe("several servers of one root", () => {
  it("have a socket each; the newest that answers is asked", async () => {
    mkdirSync(folder.path, { mode: 0o700 });
    const made: ReturnType<typeof createServer>[] = [];
    const serve = async (startedAt: number, reply: string): Promise<void> => {
      const server = createServer((socket) => socket.resume().end(reply));
      made.push(server);
      await new Promise<void>((resolve) => server.listen(socketPath(folder, "/p", { startedAt, pid: 1 }), resolve));
    };
    const answer = (text: string): string => `${JSON.stringify({ answer: { text } })}\n`;
    await serve(1_000, answer("oldest"));
    await serve(2_000, answer("older"));
    await serve(3_000, "no reply\n");
    expect(await ask()).toEqual({ answer: { text: "older" } });
    await Promise.all(made.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it("are given up together when they take a connection and say nothing", async () => {
    await listening(["/p"], { answer: () => new Promise(() => {}) });
    await listening(["/p/src"], { answer: () => new Promise(() => {}) });
    const startedAt = performance.now();
    expect(await askServer(question, { answerMs: 300, folder })).toBeUndefined();
    // The second one is not given the whole time again; timers may fire a little early.
    expect(performance.now() - startedAt).toBeGreaterThan(250);
  });

  it("of nested roots the innermost is asked", async () => {
    await listening(["/p"], { answer: () => Promise.resolve({ text: "outer" }) });
    await listening(["/p/src"], { answer: () => Promise.resolve({ text: "inner" }) });
    expect(await ask({ cwd: "/p/src/deep" })).toEqual({ answer: { text: "inner" } });
    expect(await ask({ cwd: "/p/other" })).toEqual({ answer: { text: "outer" } });
  });
});

describe("sockets of killed servers", () => {
  it("are passed over, and removed by the next one that listens", async () => {
    mkdirSync(folder.path, { mode: 0o700 });
    const stale = socketPath(folder, "/p", { startedAt: 1_000, pid: 1 });
    writeFileSync(stale, "");
    writeFileSync(join(folder.path, "other"), "");
    expect(await ask()).toBeUndefined();
    await listening(["/p"]);
    // One that was just made may be about to be listened to.
    expect(sockets()).toContain(basename(stale));
    await listening(["/p"], { staleAfterMs: 0 });
    expect(sockets()).toHaveLength(3);
    expect(sockets()).not.toContain(basename(stale));
    expect(await ask()).toEqual({ answer: { text: "a.ts" } });
  });
});

describe("the folder", () => {
  it("is refused when others can use it, when it is a link, and when it is no folder", async () => {
    mkdirSync(folder.path);
    chmodSync(folder.path, 0o755);
    await expect(prepareRuntimeFolder(folder)).rejects.toThrow("can be used by others (mode 755)");
    await listening(["/p"]);
    expect(logged).toEqual([expect.stringContaining("hooks are not answered")]);
    expect(sockets()).toEqual([]);
    mkdirSync(join(base, "real"), { mode: 0o700 });
    symlinkSync(join(base, "real"), join(base, "link"));
    expect(await unsafe(join(base, "link"))).toBe("is no folder");
  });

  it("is refused when it belongs to somebody else, by both sides", async () => {
    await listening(["/p"]);
    await withoutPrivileges(async () => {
      if (process.geteuid?.() === statSync(base).uid) return;
      expect(await unsafe(folder.path)).toBe(`belongs to another user (${statSync(base).uid})`);
      expect(await ask()).toBeUndefined();
    });
  });

  it("does not depend on the environment", () => {
    const { path } = findRuntimeFolder("linux");
    expect(path).toMatch(/^(\/run\/user\/\d+\/reticle|\/tmp\/reticle-\d+)$/);
    expect(findRuntimeFolder("darwin").path).toBe(path);
  });

  it("is the folder of pipes on Windows, where names carry the user's", () => {
    const windows = findRuntimeFolder("win32");
    expect(windows).toMatchObject({ path: "\\\\.\\pipe", isReal: false });
    expect(windows.prefix).toMatch(/^reticle-.+-$/);
  });
});

describe("names of sockets", () => {
  it("are short enough for every system, and read back", () => {
    const path = socketPath(folder, `/very/${"long/".repeat(50)}root`, {
      startedAt: 1_800_000_000_000,
      pid: 4_194_304,
    });
    const name = path.slice(folder.path.length + 1);
    expect(`/run/user/4294967295/reticle/${name}`.length).toBeLessThan(104);
    expect(readSocketName(folder, name)).toMatchObject({ path, startedAt: 1_800_000_000_000 });
    expect(readSocketName(folder, "other")).toBeUndefined();
    expect(readSocketName({ ...folder, prefix: "reticle-me-" }, name)).toBeUndefined();
  });

  it("order: innermost root, then newest", () => {
    const found = [
      ["/p", 1],
      ["/p", 3],
      ["/p/src", 2],
      ["/q", 9],
    ].flatMap(([root, startedAt]) => {
      const path = socketPath(folder, String(root), { startedAt: Number(startedAt), pid: 7 });
      return readSocketName(folder, path.slice(folder.path.length + 1)) ?? [];
    });
    expect(socketsFor("/p/src/a", found).map(({ startedAt }) => startedAt)).toEqual([2, 3, 1]);
  });
});

describe("parseQuestion", () => {
  const valid = { version: 1, ...question };
  it.each([
    [{ ...valid, version: 2 }, "`version` is 2, and this server speaks 1"],
    [{ ...valid, phase: "during" }, '`phase` must be "before" or "after"'],
    [{ ...valid, cwd: 1 }, "`client`, `conversation` and `cwd` must be strings"],
    [{ ...valid, paths: [1] }, "`paths` must be a list of at most 2000 strings"],
  ])("%#: says what is wrong", (value, message) => {
    expect(parseQuestion(JSON.stringify(value))).toBe(message);
  });
  it("reads what was encoded", () => {
    expect(parseQuestion(encodeQuestion(question))).toEqual(question);
  });
});
