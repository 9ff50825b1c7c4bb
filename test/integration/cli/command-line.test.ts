import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { mainFile, runReticle, temporaryFolder } from "../../helpers/reticle.ts";

const source = `/** Adds. */
export function add(a: number, b: number): number {
  return a + b;
}

export function twice(a: number): number {
  return add(a, a);
}
`;

describe("reticle", () => {
  it("prints its version and its help on stdout", async () => {
    const version = await runReticle(["--version"]);
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);

    const help = await runReticle(["--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("Exit codes: 0 answered, 1 the answer is an error, 2 the command line is wrong");

    const own = await runReticle(["call", "--help"]);
    expect(own.code).toBe(0);
    expect(own.stdout).toMatch(/^Usage: reticle call TOOL \[key=value…\]/);
  });

  it("answers an empty command line with the help on stderr and exit code 2", async () => {
    const { code, stdout, stderr } = await runReticle([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: reticle");
  });

  it.each([
    [["tols"], 'reticle: Unknown command "tols"', "did you mean reticle tools?"],
    [["call"], "reticle: The tool to call is missing", "reticle tools lists them"],
    [
      ["call", "module_report", "a.ts"],
      'reticle: Argument "a.ts" is not key=value; the keys are path,',
      "perhaps path=a.ts",
    ],
    [
      ["call", "module_report", "--json", "{"],
      "reticle: --json is not valid JSON",
      "single quotes keep the shell away",
    ],
    [["call", "module_report", "path=a.ts", "--json", "{}"], 'got "path=a.ts" besides --json', ""],
    [["tools", "module_reprot"], 'reticle: There is no tool "module_reprot" here', "did you mean module_report?"],
    [
      ["tools", "--root", "/nowhere/at/all"],
      'reticle: --root "/nowhere/at/all" cannot be used: there is no such folder',
      "/nowhere",
    ],
    [["tour", "/nowhere/at/all"], 'reticle: DIR "/nowhere/at/all" cannot be used: there is no such folder', ""],
    [["tour", mainFile], "is a file, not a folder", ""],
  ])("%j is wrong usage: exit code 2, nothing on stdout", async (args, message, hint) => {
    const { code, stdout, stderr } = await runReticle(args);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("a working directory that was removed", () => {
  const runWithout = async (...args: string[]) => {
    await using folder = await temporaryFolder();
    // Removed by the process itself before it becomes reticle: the way a shell ends up in such a folder.
    const script = 'rmdir "$0" && exec "$@"';
    const child = spawn("/bin/sh", ["-c", script, folder.path, process.execPath, mainFile, ...args], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr };
  };

  it.each([["call", "lens_health"], ["run"], ["doctor"], ["tour"], ["mcp"]])(
    "%s says so, without a stack",
    async (...args) => {
      expect(await runWithout(...args)).toEqual({
        stdout: "",
        stderr: "reticle: The working directory no longer exists\n  change to a folder that exists, then start again\n",
      });
    },
  );

  it("does not keep help from being shown", async () => {
    expect(await runWithout("--help")).toMatchObject({ stdout: expect.stringContaining("Usage:"), stderr: "" });
  });
});

describe("reticle call", () => {
  it("answers on stdout with exit code 0", async () => {
    await using folder = await temporaryFolder({ "src/math.ts": source });
    const { code, stdout, stderr } = await runReticle(["call", "read_symbol", "path=src/math.ts", "symbol=twice"], {
      cwd: folder.path,
    });
    expect(stderr).toBe("");
    expect(stdout).toContain("return add(a, a);");
    expect(stdout).toMatch(/\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=false\n$/);
    expect(code).toBe(0);
  });

  it("waits for the index of a folder that has none yet", async () => {
    await using folder = await temporaryFolder({ "src/math.ts": source });
    const { code, stdout, stderr } = await runReticle(["call", "symbol_search", "query=twice"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^1 hit\nsrc\/math\.ts:6 function twice\n/);
  });

  it("takes arguments as JSON, from stdin too, and coerces words to what the schema wants", async () => {
    await using folder = await temporaryFolder({ "src/math.ts": source });
    const answers = [
      await runReticle(["call", "read_enclosing", "path=src/math.ts", "line=3"], { cwd: folder.path }),
      await runReticle(["call", "read_enclosing", "--json", '{"path":"src/math.ts","line":3}'], { cwd: folder.path }),
      await runReticle(["call", "read_enclosing", "--json", "-"], {
        cwd: folder.path,
        input: '{"path":"src/math.ts","line":3}',
      }),
      await runReticle(["call", "pilens_read_enclosing", "file=src/math.ts", "line=3"], { cwd: folder.path }),
    ];
    for (const { code, stdout } of answers) {
      expect(stdout).toContain("return a + b;");
      expect(code).toBe(0);
    }
  });

  it("exits 1 when the answer is an error, which stands on stdout", async () => {
    await using folder = await temporaryFolder({ "src/math.ts": source });
    const { code, stdout } = await runReticle(["call", "read_symbol", "path=src/math.ts", "symbol=thrice"], {
      cwd: folder.path,
    });
    expect(stdout).toContain("twice");
    expect(code).toBe(1);
  });

  it("names the nearest tool for one that does not exist", async () => {
    const { code, stdout, stderr } = await runReticle(["call", "modul_report", "path=a.ts"]);
    expect(stdout).toContain("Unknown or disabled tool: modul_report");
    expect(stderr).toContain("did you mean module_report?");
    expect(code).toBe(1);
  });

  it("reads nothing outside --root", async () => {
    await using folder = await temporaryFolder({ "in/a.ts": source, "out/b.ts": source });
    const inside = await runReticle(["--root", "in", "call", "module_report", "path=a.ts"], { cwd: folder.path });
    expect(inside.code).toBe(0);
    const outside = await runReticle(["--root", "in", "call", "module_report", "path=../out/b.ts"], {
      cwd: folder.path,
    });
    expect(outside.code).toBe(1);
    expect(outside.stdout).not.toContain("twice");
  });
});

describe("reticle tools", () => {
  it("lists tools for people, for programs, and as an MCP client sees them", async () => {
    const text = await runReticle(["tools"]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/^ {2}module_report \(read\) +\S/m);

    const json = await runReticle(["tools", "--json"]);
    const listings = JSON.parse(json.stdout) as { name: string; inputSchema: { properties: object } }[];
    expect(Object.keys(listings.find((tool) => tool.name === "module_report")!.inputSchema.properties)).toContain(
      "path",
    );

    const mcp = await runReticle(["tools", "--json", "--surface", "mcp"]);
    const mirrored = JSON.parse(mcp.stdout) as { name: string; inputSchema: { properties: object } }[];
    expect(
      Object.keys(mirrored.find((tool) => tool.name === "pilens_module_report")!.inputSchema.properties),
    ).toContain("file");
  });

  it("shows one tool's parameters", async () => {
    const { code, stdout } = await runReticle(["tools", "read_enclosing"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^read_enclosing \(read\)\n/);
    expect(stdout).toMatch(/^ {2}line \(required\) +integer from 1/m);
  });

  it("ends quietly when the reader closes the pipe", async () => {
    const child = spawn(process.execPath, [mainFile, "tools", "--json"]);
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });

  it.runIf(existsSync("/dev/full"))("says that a full disk took no answer, with exit code 1", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [mainFile, "tools"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    let errors = "";
    child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(errors).toMatch(/^reticle: The answer could not be written: ENOSPC/);
    expect(code).toBe(1);
  });

  it("keeps its exit code when nobody reads what it says on stderr", async () => {
    const child = spawn(process.execPath, [mainFile, "call", "modul_report"]);
    child.stderr.destroy();
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(output).toContain("Unknown or disabled tool: modul_report");
    expect(code).toBe(1);
  });
});
