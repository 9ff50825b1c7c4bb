import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useWorkspaceRun } from "../../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put } = rig;
const text = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");

interface Edit {
  readonly symbol: string;
  readonly action: "replace" | "replace_body" | "insert_before" | "insert_after";
  readonly text: string;
  readonly kind?: string;
  readonly line?: number;
}
interface Case {
  readonly path: string;
  readonly before: string;
  readonly args: Edit;
  readonly wanted: string;
}
async function edit(path: string, before: string, args: Edit): Promise<{ told: string; after: string }> {
  await put({ [path]: before });
  const { text: told, isError } = await rig.call("edit_symbol", { path, ...args });
  return { told: (isError ? "[error] " : "") + told.replace(/\nundo_id: undo_\w+$/, ""), after: await text(path) };
}

const SERVER = `import { a } from "./a";

/** Serves. */
export class Server {
  readonly port = 80;

  /** Starts it. */
  listen(port: number): void {
    if (port > 0) {
      this.open(port);
    }
  }

  close(): void {}
}

export const area = (side: number) => side * side;
`;

describe("edit_symbol replaces", () => {
  test("a body between its braces, indented as the old one", async () => {
    const { told, after } = await edit("a.ts", SERVER, {
      symbol: "listen",
      action: "replace_body",
      text: "for (;;) {\n  this.open(port);\n}",
    });
    expect(told).toBe("Replaced the body of method Server.listen in a.ts at lines 8-12");
    expect(after).toBe(
      SERVER.replace(
        "    if (port > 0) {\n      this.open(port);\n    }",
        "    for (;;) {\n      this.open(port);\n    }",
      ),
    );
  });

  test.each([
    ["with its braces", "{\n  return 1;\n}"],
    ["without", "return 1;"],
    ["as it stands in the file", "    return 1;\n"],
  ])("a body given %s", async (_how, body) => {
    const { after } = await edit("a.ts", SERVER, { symbol: "Server.listen", action: "replace_body", text: body });
    expect(after).toContain("  listen(port: number): void {\n    return 1;\n  }\n\n  close");
  });

  test.each([
    ["close", "this.open(0);", "  close(): void { this.open(0); }\n"],
    ["close", "this.open(0);\nthis.open(1);", "  close(): void {\n    this.open(0);\n    this.open(1);\n  }\n"],
    ["area", "side ** 2;", "export const area = (side: number) => side ** 2;\n"],
    ["area", "{\n  return side;\n}", "export const area = (side: number) => {\n  return side;\n};\n"],
    ["Server.listen", "", "  listen(port: number): void {}\n"],
  ])("the body of %s by %j", async (symbol, body, wanted) => {
    const { after } = await edit("a.ts", SERVER, { symbol, action: "replace_body", text: body });
    expect(after).toContain(wanted);
  });

  test("a whole declaration; the doc comment stays unless the text brings one", async () => {
    const text = "listen(): void {\n  this.close();\n}";
    const kept = await edit("a.ts", SERVER, { symbol: "Server.listen", action: "replace", text });
    expect(kept.after).toContain("  /** Starts it. */\n  listen(): void {\n    this.close();\n  }\n\n  close");
    const brought = await edit("a.ts", SERVER, {
      symbol: "Server.listen",
      action: "replace",
      text: `/** Begins. */\n${text}`,
    });
    expect(brought.after).toContain("80;\n\n  /** Begins. */\n  listen(): void {\n    this.close();\n  }\n\n  close");
  });

  test("what stands with others on a line, alone", async () => {
    const { after } = await edit("a.ts", "export const a = 1; export const b = 2;\nenum E { X, Y }\n", {
      symbol: "b",
      action: "replace",
      text: "export const b = 3;",
    });
    expect(after).toBe("export const a = 1; export const b = 3;\nenum E { X, Y }\n");
  });

  test("a callback by its handle", async () => {
    const { after, told } = await edit("a.js", "on('data', (x) => {\n  use(x);\n}, 1);\n", {
      symbol: "on(data)@1",
      action: "replace",
      text: "(y) => y",
    });
    expect(told).toContain("Replaced event_handler on(data)@1 in a.js at line 1");
    expect(after).toBe("on('data', (y) => y, 1);\n");
  });

  test("line ends, tabs and the other lines stay as they are", async () => {
    const go = "package a\r\n\r\nfunc Add(a int) int {\r\n\treturn a\r\n}\r\n";
    const { after } = await edit("a.go", go, {
      symbol: "Add",
      action: "replace_body",
      text: "if a > 0 {\n    return 1\n}\nreturn 2",
    });
    expect(after).toBe(
      "package a\r\n\r\nfunc Add(a int) int {\r\n\tif a > 0 {\r\n\t\treturn 1\r\n\t}\r\n\treturn 2\r\n}\r\n",
    );
  });
});

const PYTHON = `class Account:
    """Money."""

    def pay(self, n):
        # first
        check(n)
        return n

    def tell(self): return 1


def free(): pass
`;

describe("edit_symbol in other languages", () => {
  test.each<[string, string, Edit, string]>([
    [
      "python body",
      "a.py",
      { symbol: "Account.pay", action: "replace_body", text: "if n:\n    return 1\nreturn 2" },
      "    def pay(self, n):\n        # first\n        if n:\n            return 1\n        return 2\n\n    def tell",
    ],
    [
      "python body whose first line lost its indentation",
      "a.py",
      { symbol: "pay", action: "replace_body", text: "with n:\n            check()\n        return n" },
      "        # first\n        with n:\n            check()\n        return n\n\n    def tell",
    ],
    [
      "python body on the line of its head",
      "a.py",
      { symbol: "tell", action: "replace_body", text: "x = 1\nreturn x" },
      "    def tell(self):\n        x = 1\n        return x\n\n\ndef free",
    ],
    [
      "python method after another",
      "a.py",
      { symbol: "Account.tell", action: "insert_after", text: "def new(self):\n    return 2" },
      "    def tell(self): return 1\n\n    def new(self):\n        return 2\n\n\ndef free",
    ],
    [
      "python method whose first line lost its indentation",
      "a.py",
      { symbol: "Account.tell", action: "replace", text: "def tell(self):\n        return 2" },
      "    def tell(self):\n        return 2\n\n\ndef free",
    ],
    [
      "python function, two lines apart",
      "a.py",
      { symbol: "free", action: "insert_before", text: "def more():\n    pass" },
      "return 1\n\n\ndef more():\n    pass\n\n\ndef free(): pass\n",
    ],
  ])("%s", async (_what, path, args, wanted) => {
    const { after, told } = await edit(path, PYTHON, args);
    expect(after).toContain(wanted);
    expect(told).not.toContain("parses");
  });

  test.each<[string, Case]>([
    [
      "ruby body",
      {
        path: "a.rb",
        before: "class A\n  def b(x)\n    x\n  end\nend\n",
        args: { symbol: "A.b", action: "replace_body", text: "if x\n  1\nend" },
        wanted: "class A\n  def b(x)\n    if x\n      1\n    end\n  end\nend\n",
      },
    ],
    [
      "rust body",
      {
        path: "a.rs",
        before: "impl A {\n    fn b(&self) -> u8 {\n        1\n    }\n}\n",
        args: { symbol: "A.b", action: "replace_body", text: "let x = 2;\nx" },
        wanted: "impl A {\n    fn b(&self) -> u8 {\n        let x = 2;\n        x\n    }\n}\n",
      },
    ],
    [
      "c++ body with the brace below",
      {
        path: "a.cpp",
        before: "int f()\n{\n    return 1;\n}\n",
        args: { symbol: "f", action: "replace_body", text: "return 2;" },
        wanted: "int f()\n{\n    return 2;\n}\n",
      },
    ],
    [
      "enum member",
      {
        path: "a.ts",
        before: "enum E {\n  A,\n  B\n}\n",
        args: { symbol: "E.B", action: "insert_after", text: "C" },
        wanted: "enum E {\n  A,\n  B,\n  C\n}\n",
      },
    ],
    [
      "enum member in front",
      {
        path: "a.ts",
        before: "enum E {\n  A,\n  B\n}\n",
        args: { symbol: "E.A", action: "insert_before", text: "Z" },
        wanted: "enum E {\n  Z,\n  A,\n  B\n}\n",
      },
    ],
    [
      "enum member at the end of a list",
      {
        path: "A.java",
        before: "enum A {\n  ONE,\n  TWO;\n  int a;\n}\n",
        args: { symbol: "A.TWO", action: "insert_after", text: "THREE" },
        wanted: "enum A {\n  ONE,\n  TWO,\n  THREE;\n  int a;\n}\n",
      },
    ],
    [
      "class, not its constructor",
      {
        path: "A.java",
        before: "class A {\n  A() {}\n}\n",
        args: { symbol: "A", action: "insert_after", text: "class B {}" },
        wanted: "class A {\n  A() {}\n}\n\nclass B {}\n",
      },
    ],
    [
      "kotlin property whose first line lost its indentation",
      {
        path: "A.kt",
        before: "class A {\n    val a: Int = 1\n}\n",
        args: { symbol: "A.a", action: "replace", text: "val a: Int\n        get() = 2" },
        wanted: "class A {\n    val a: Int\n        get() = 2\n}\n",
      },
    ],
    [
      "json value",
      {
        path: "a.json",
        before: '{\n  "a": [{ "b": 1 }]\n}\n',
        args: { symbol: "a", action: "replace_body", text: '[\n  { "b": 2 },\n  { "b": 3 }\n]' },
        wanted: '{\n  "a": [\n    { "b": 2 },\n    { "b": 3 }\n  ]\n}\n',
      },
    ],
    [
      "json key",
      {
        path: "a.json",
        before: '{\n  "a": 1,\n  "b": 2\n}\n',
        args: { symbol: "b", action: "insert_after", text: '"c": {\n  "d": 3\n}' },
        wanted: '{\n  "a": 1,\n  "b": 2,\n  "c": {\n    "d": 3\n  }\n}\n',
      },
    ],
    [
      "java method",
      {
        path: "A.java",
        before: "class A {\n  int a() { return 1; }\n}\n",
        args: { symbol: "A.a", action: "insert_after", text: "int b() {\n  return 2;\n}" },
        wanted: "class A {\n  int a() { return 1; }\n\n  int b() {\n    return 2;\n  }\n}\n",
      },
    ],
  ])("%s", async (_what, { path, before, args, wanted }) => {
    const { after, told } = await edit(path, before, args);
    expect(after).toBe(wanted);
    expect(told).not.toContain("parses");
  });
});

describe("edit_symbol inserts and removes", () => {
  test("as far from its neighbours as they are from each other", async () => {
    const before = "const a = 1;\nconst b = 2; // two\n\nfunction f() {\n  return 1;\n}\n";
    const one = await edit("a.ts", before, { symbol: "b", action: "insert_after", text: "const c = 3;" });
    expect(one.after).toBe(before.replace("// two\n", "// two\nconst c = 3;\n"));
    expect(one.told).toBe("Inserted after constant b in a.ts at line 3; 7 lines, before 6");
    const many = await edit("a.ts", before, {
      symbol: "f",
      action: "insert_before",
      text: "function g() {\n  return 2;\n}\n",
    });
    expect(many.after).toBe(before.replace("\nfunction f", "\nfunction g() {\n  return 2;\n}\n\nfunction f"));
    expect(many.told).toContain("at lines 4-6; 10 lines, before 6");
  });

  test("before the doc comment, decorators included", async () => {
    const { after } = await edit("a.ts", SERVER, { symbol: "Server", action: "insert_before", text: "let x = 1;" });
    expect(after).toContain('"./a";\n\nlet x = 1;\n\n/** Serves. */\nexport class Server');
  });

  test.each([
    ["Server.listen", "  readonly port = 80;\n\n  close(): void {}\n}\n"],
    ["Server.close", "      this.open(port);\n    }\n  }\n}\n\nexport const area"],
    ["area", "  close(): void {}\n}\n"],
    ["Server.port", "export class Server {\n  /** Starts it. */\n  listen"],
  ])("removes %s with its doc comment", async (symbol, wanted) => {
    const { after, told } = await edit("a.ts", SERVER, { symbol, action: "replace", text: "" });
    expect(told).toMatch(/^Removed \w+ /);
    expect(after).toContain(wanted);
    expect(after).not.toContain("\n\n\n");
    if (symbol === "area") expect(after.endsWith("}\n")).toBe(true);
  });

  test("undo puts it back", async () => {
    await put({ "a.ts": SERVER });
    const { text: told } = await rig.call("edit_symbol", { path: "a.ts", symbol: "area", action: "replace", text: "" });
    await rig.call("undo", { undo_id: /undo_id: (\w+)/.exec(told)?.[1] ?? "" });
    expect(await text("a.ts")).toBe(SERVER);
  });
});

describe("edit_symbol refuses or tells", () => {
  const TWO = "class A {\n  run() {\n    return 1;\n  }\n}\nclass B {\n  run() {\n    return 2;\n  }\n}\n";

  test("an ambiguous name, with all that it fits; owner and line decide", async () => {
    const args = { symbol: "run", action: "replace_body", text: "return 3;" } as const;
    const refused = await edit("a.ts", TWO, args);
    expect(refused.told).toBe(
      "[error] Error (conflict): `symbol` run fits 2 symbols of a.ts.\n" +
        "Next: nothing was changed; name one by its owner, kind or a line in it: method A.run 2-4; method B.run 7-9.",
    );
    expect(refused.after).toBe(TWO);
    expect((await edit("a.ts", TWO, { ...args, symbol: "B.run" })).after).toBe(TWO.replace("return 2", "return 3"));
    expect((await edit("a.ts", TWO, { ...args, line: 3 })).after).toBe(TWO.replace("return 1", "return 3"));
    expect((await edit("a.ts", TWO, { ...args, line: 6 })).told).toContain("stands at line 6");
  });

  test("a result that no longer parses", async () => {
    const { told, after } = await edit("a.ts", TWO, { symbol: "A.run", action: "replace_body", text: "return (1;" });
    expect(told).toMatch(/^no longer parses: 1 syntax error \(line 3\); before: none\nReplaced the body/);
    expect(after).toContain("return (1;");
  });

  test.each<[string, Edit, string]>([
    ["no such symbol", { symbol: "rum", action: "replace", text: "x" }, 'has no symbol "rum"'],
    ["no body", { symbol: "port", action: "replace_body", text: "x" }, "has no body of its own"],
    ["nothing to insert", { symbol: "Server", action: "insert_after", text: " \n" }, "`text` is empty"],
    ["another action", { symbol: "Server", action: "rename" as "replace", text: "x" }, "`action` must be one of"],
  ])("%s", async (_what, args, wanted) => {
    const { told, after } = await edit("a.ts", SERVER, args);
    expect(told).toContain(wanted);
    expect(after).toBe(SERVER);
  });

  test("a neighbour for what shares its line, or is inside an expression", async () => {
    const line = "export const a = 1; export const b = 2;\non('data', () => 1);\n";
    expect((await edit("a.js", line, { symbol: "a", action: "insert_after", text: "c" })).told).toContain(
      "shares its line with other code at line 1",
    );
    const { told, after } = await edit("a.js", line, { symbol: "on(data)@2", action: "insert_after", text: "c" });
    expect(told).toContain("is a function inside an expression");
    expect(after).toBe(line);
  });

  test("lines of a string that moved with the rest", async () => {
    const { told } = await edit("a.ts", SERVER, {
      symbol: "close",
      action: "replace_body",
      text: "return `a\nb`;",
    });
    expect(told).toContain("lines of a multi-line string moved too");
  });

  test("what reads like this already", async () => {
    const { told } = await edit("a.ts", SERVER, { symbol: "close", action: "replace", text: "close(): void {}" });
    expect(told).toContain("nothing was written");
  });
});
