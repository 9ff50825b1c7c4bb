import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import type { FakeServer } from "../../../test/helpers/fake-server.ts";
import { until } from "../../../test/helpers/until.ts";
import { loadConfig } from "../../config/load.ts";
import type { LanguageServer } from "../language-servers.ts";
import type { FleetOptions } from "./fleet.ts";

let fleet: FakeFleet | undefined;

afterEach(async () => {
  await fleet?.dispose();
  fleet = undefined;
});

function open(fakes: readonly FakeServer[], options: Partial<FleetOptions> = {}): FakeFleet {
  fleet = new FakeFleet(fakes, options);
  return fleet;
}

const limits = { signal: AbortSignal.timeout(600_000), deadlineMs: 5_000 };

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function crash(server: LanguageServer): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await until("the crash is noticed", () => server.ended.aborted);
}

describe("several servers for a file", () => {
  test("one primary and the linters beside it; other primaries are named as outranked", async () => {
    const made = open([
      { definition: { id: "best", title: "Best" } },
      { definition: { id: "second", title: "Second" } },
      { definition: { id: "lint", title: "Lint", role: "linter" } },
    ]);
    const { primary, linters, missing } = await made.for(made.workspace.file("a.fake", ""));
    expect([primary?.id, linters.map(({ id }) => id)]).toEqual(["best", ["lint"]]);
    expect(missing).toMatchObject([{ id: "second", reasons: ["outranked"], what: "Best serves the file" }]);
  });

  test("where the best does not come up the next one serves, and both facts are told", async () => {
    const made = open([
      {
        definition: { id: "best", title: "Best" },
        script: { on: { initialize: [{ stderr: "no license\n" }, { die: 1 }] } },
      },
      { definition: { id: "second", title: "Second" } },
      {
        definition: { id: "lint", title: "Lint", role: "linter" },
        script: { on: { initialize: [{ error: { code: 1, message: "bad options" } }] } },
      },
    ]);
    const { primary, linters, missing } = await made.for(made.workspace.file("a.fake", ""));
    expect([primary?.id, linters]).toEqual(["second", []]);
    expect(new Map(missing.map(({ id, reasons, what }) => [id, [...reasons, what]]))).toEqual(
      new Map([
        ["best", ["failed", "Best ended with code 1; it last wrote: no license"]],
        ["lint", ["failed", "Lint answered initialize with an error: bad options"]],
      ]),
    );
  });

  test("only the primary is started when only it is asked for", async () => {
    const made = open([{}, { definition: { id: "lint", role: "linter" } }]);
    const file = made.workspace.file("a.fake", "");
    const { linters } = await made.servers.serversFor(file, {
      ...limits,
      roles: "primary",
      workspaceRoot: made.workspace.root,
    });
    expect([linters, made.children.running]).toEqual([[], 1]);
  });

  test("a file outside the workspace is served by what runs for it, and nothing is started for it", async () => {
    const made = open([{}]);
    const outside = { absolute: "/usr/lib/thing.fake", shown: "/usr/lib/thing.fake", kind: "file" } as const;
    expect(await made.for(outside)).toEqual({ linters: [], missing: [] });
    expect(made.children.running).toBe(0);
    const server = await made.primary(made.workspace.file("a.fake", ""));
    expect((await made.for(outside)).primary).toBe(server);
  });
});

test("two roots have two servers, each with its own settings", async () => {
  const made = open([]);
  const [a, b] = ["a", "b"].map((name) => {
    mkdirSync(join(made.workspace.root, name));
    return join(made.workspace.root, name);
  }) as [string, string];
  const question = { ask: "workspace/configuration", params: { items: [{ section: "fake" }] } };
  const serverOf = async (root: string) => {
    const script = { log: made.workspace.log, on: { "textDocument/hover": [question, { result: null }] } };
    made.fakes = [{ root, definition: { settings: { fake: { root } } }, script }];
    return made.primary(made.workspace.file(join(root.slice(-1), "x.fake"), ""));
  };
  const [first, second] = [await serverOf(a), await serverOf(b)];
  expect([await serverOf(a), first.root, second.root]).toEqual([first, a, b]);
  for (const server of [first, second]) await server.request("textDocument/hover", {}, limits);
  const answers = made.workspace.received().filter((one) => "result" in one);
  expect(answers).toMatchObject([{ result: [{ root: a }] }, { result: [{ root: b }] }]);
});

describe("starting", () => {
  test("a deadline names the server that goes on starting, and a later call has it", async () => {
    const made = open([{ script: { on: { initialize: [{ wait: 700 }] } } }]);
    const file = made.workspace.file("a.fake", "");
    const { primary, missing } = await made.for(file, 100);
    expect(primary).toBeUndefined();
    expect(missing).toMatchObject([{ id: "fake", reasons: ["starting"], remedy: "it goes on starting: ask again" }]);
    expect((await made.servers.status(made.workspace.root, limits.signal))[0]).toMatchObject({ state: "starting" });
    expect((await made.for(file)).primary?.id).toBe("fake");
    expect(made.degradations.count("language-server")).toBe(0);
  });

  test("calls at the same time start one process", async () => {
    const made = open([{}]);
    const file = made.workspace.file("a.fake", "");
    const all = await Promise.all(Array.from({ length: 8 }, () => made.primary(file)));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
    expect(made.children.running).toBe(1);
  });

  test("an abort of one caller leaves the start to the others", async () => {
    const made = open([{ script: { on: { initialize: [{ wait: 300 }] } } }]);
    const file = made.workspace.file("a.fake", "");
    const abort = new AbortController();
    const first = made.for(file, 5_000, abort.signal);
    const second = made.primary(file);
    setTimeout(() => abort.abort(new Error("enough")), 100);
    await expect(first).rejects.toThrow("enough");
    expect((await second).id).toBe("fake");
  });

  test("a server that never answers initialize is ended and named", async () => {
    const made = open([{ script: { on: { initialize: [{ never: true }] } } }], { initializeMs: 300 });
    const { missing } = await made.for(made.workspace.file("a.fake", ""));
    expect(missing).toMatchObject([{ reasons: ["failed"], what: "Fake did not answer initialize within 300 ms" }]);
    await until("its process is gone", () => made.children.running === 0);
  });

  test("what cannot be executed is named", async () => {
    const made = open([], {
      probe: {
        forFile: async (_, { workspaceRoot: root }) => {
          const { fakeDefinition } = await import("../../../test/helpers/fake-server.ts");
          const start = { executable: "/nowhere/server", args: [] };
          return [{ definition: fakeDefinition(), root, start, reasons: [], what: "", remedy: "" }];
        },
        forWorkspace: () => Promise.resolve([]),
      },
    });
    const { missing } = await made.for(made.workspace.file("a.fake", ""));
    expect(missing).toMatchObject([{ reasons: ["failed"], what: expect.stringContaining("/nowhere/server") }]);
  });
});

test("a reload does not wait for a start that hangs", async () => {
  const made = open([{ script: { on: { initialize: [[{ never: true }]] } } }]);
  const file = made.workspace.file("a.fake", "");
  expect((await made.for(file, 200)).missing).toMatchObject([{ reasons: ["starting"] }]);
  made.fakes = [{ script: { serverInfo: { name: "well" } } }];
  const startedAt = performance.now();
  expect((await made.for(file)).primary?.name).toBe("well");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(made.degradations.count("language-server")).toBe(0);
});

describe("after a crash", () => {
  test("it starts again at once the first time, then pauses; reload does not wait", async () => {
    const made = open([{}]);
    const file = made.workspace.file("a.fake", "");
    await crash(await made.primary(file));
    await crash(await made.primary(file));
    const { primary, missing } = await made.for(file);
    expect(primary).toBeUndefined();
    expect(missing).toMatchObject([
      {
        reasons: ["crashed"],
        what: "Fake ended with SIGKILL",
        remedy: expect.stringMatching(/^it is tried again in [12] s/),
      },
    ]);
    expect((await made.servers.status(made.workspace.root, limits.signal))[0]).toMatchObject({
      state: "crashed",
      restarts: 1,
      missing: { what: "Fake ended with SIGKILL" },
    });
    expect(made.servers.health()[0]?.value).toBe("fake crashed (started 2 times)");
    expect(await made.servers.reload(made.workspace.root, limits)).toMatchObject([{ id: "fake", state: "restarted" }]);
    expect((await made.primary(file)).id).toBe("fake");
    expect(made.degradations.count("language-server")).toBe(2);
  });

  test("documents are opened anew in the new process", async () => {
    const made = open([]);
    made.fakes = [{ script: { log: made.workspace.log } }];
    const file = made.workspace.file("a.fake", "text");
    const first = await made.primary(file);
    await first.open(file);
    await first.request("textDocument/hover", {}, limits);
    await crash(first);
    const second = await made.primary(file);
    expect(await second.open(file)).toMatchObject({ version: 1, isChanged: true });
    await second.request("textDocument/hover", {}, limits);
    expect(made.workspace.received("textDocument/didOpen").length).toBe(2);
  });
});

describe("stopping", () => {
  test("what nobody uses is stopped, and started again when it is needed", async () => {
    const minutes = 0.5 / 60;
    const configFor = configWith({ "languageServers.idleMinutes": minutes });
    const made = open([{}], { sweepMs: 100, configFor });
    const file = made.workspace.file("a.fake", "");
    const server = await made.primary(file);
    await until("it is stopped", () => isGone(server.pid));
    expect(made.servers.health()[0]?.value).toBe("none running");
    expect((await made.primary(file)).pid).not.toBe(server.pid);
    expect(made.degradations.count("language-server")).toBe(0);
  });

  test("a server with a request waiting is in use", async () => {
    const configFor = configWith({ "languageServers.idleMinutes": 0.2 / 60 });
    const script = { on: { "textDocument/hover": [{ wait: 900 }, { result: 1 }] } };
    const made = open([{ script }], { sweepMs: 50, configFor });
    const server = await made.primary(made.workspace.file("a.fake", ""));
    expect(await server.request("textDocument/hover", {}, limits)).toBe(1);
  });

  test("the budget of servers: the one that was longest unused goes for the next, busy ones stay", async () => {
    const script = { on: { "textDocument/hover": [{ never: true as const }] } };
    const named = (name: string) => ({
      definition: { id: name, title: name, languageIds: { [`.${name}`]: name } },
      script,
    });
    const made = open([named("one"), named("two"), named("three")], {
      configFor: configWith({ "languageServers.maxRunning": 2 }),
    });
    const file = (name: string) => made.workspace.file(`a.${name}`, "");
    const one = await made.primary(file("one"));
    const two = await made.primary(file("two"));
    await made.primary(file("one"));
    const three = await made.primary(file("three"));
    await until("two is stopped", () => isGone(two.pid));
    expect([one.ended.aborted, three.ended.aborted]).toEqual([false, false]);
    const abort = new AbortController();
    const hold = { ...limits, signal: abort.signal };
    const held = [one, three].map((server) => server.request("textDocument/hover", {}, hold).catch(() => {}));
    const { primary, missing } = await made.for(file("two"));
    expect([primary, missing]).toMatchObject([undefined, [{ id: "two", reasons: ["budget"] }]]);
    abort.abort();
    await Promise.all(held);
    expect((await made.primary(file("two"))).id).toBe("two");
  });

  test("the budget of memory, of which the last one used may have more", async () => {
    const named = (name: string) => ({ definition: { id: name, title: name, languageIds: { [`.${name}`]: name } } });
    const made = open([named("one"), named("two")], {
      sweepMs: 100,
      configFor: configWith({ "languageServers.maxBytes": 1 }),
    });
    const one = await made.primary(made.workspace.file("a.one", ""));
    const two = await made.primary(made.workspace.file("a.two", ""));
    await until("the first is stopped", () => isGone(one.pid));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isGone(two.pid)).toBe(false);
    expect((await made.servers.status(made.workspace.root, limits.signal))[0]?.memoryBytes).toBeGreaterThan(10_000_000);
  });

  test("another command or other settings give another process", async () => {
    const made = open([{}]);
    const file = made.workspace.file("a.fake", "");
    const first = await made.primary(file);
    made.fakes = [{ definition: { settings: { fake: { strict: true } } } }];
    const second = await made.primary(file);
    expect(second.pid).not.toBe(first.pid);
    expect(isGone(first.pid)).toBe(true);
    made.fakes = [{ definition: { settings: { fake: { strict: true } } } }];
    expect(await made.primary(file)).toBe(second);
  });

  test("a server that refuses to exit is killed", async () => {
    const made = open([{ script: { refusesToExit: true } }]);
    const { pid } = await made.primary(made.workspace.file("a.fake", ""));
    const startedAt = performance.now();
    await made.servers.dispose();
    expect(isGone(pid)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
  });

  test("the end while one starts leaves no process, and nothing starts any more", async () => {
    const made = open([{ script: { on: { initialize: [{ wait: 60_000 }] } } }]);
    const file = made.workspace.file("a.fake", "");
    const starting = made.for(file);
    await until("the process", () => made.children.running === 1);
    await made.servers.dispose();
    expect((await starting).missing).toMatchObject([{ id: "fake" }]);
    expect(made.children.running).toBe(0);
    await expect(made.for(file)).rejects.toMatchObject({ kind: "cancelled" });
  });

  test("an orderly end is asked for before it is enforced", async () => {
    const made = open([]);
    made.fakes = [{ script: { log: made.workspace.log } }];
    await made.primary(made.workspace.file("a.fake", ""));
    await made.servers.dispose();
    expect(
      made.workspace
        .received()
        .map(({ method }) => method)
        .slice(-2),
    ).toEqual(["shutdown", "exit"]);
  });
});

/** Settings as they come from files, with some values replaced by ones that no file may hold. */
function configWith(values: Readonly<Record<string, number>>): FleetOptions["configFor"] {
  return (root) => {
    const config = loadConfig({ root, env: { HOME: root }, isTrusted: false, tools: [] });
    const get = config.get.bind(config);
    return Object.assign(config, { get: ((path) => values[path] ?? get(path)) as typeof config.get });
  };
}
