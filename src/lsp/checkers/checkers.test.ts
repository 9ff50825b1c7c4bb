import { describe, expect, test } from "vitest";
import type { CheckProblem } from "./checker.ts";
import { checkers } from "./checkers.ts";

/** What the tools print, as they print it or as their documentation says; problems as `path:line:column severity code message`. */
const samples: readonly (readonly [id: string, output: string, problems: readonly string[]])[] = [
  [
    "tsc",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n  The rest of it.\nerror TS5083: Cannot read file 'x'.\n",
    [
      "/w/src/a.ts:3:5 error TS2322 Type 'string' is not assignable to type 'number'.",
      "-:0:0 error TS5083 Cannot read file 'x'.",
    ],
  ],
  [
    "mypy",
    "shop/a.py:3:9: error: Incompatible types in assignment  [assignment]\nshop/a.py:4: note: see there\n",
    ["/w/shop/a.py:3:9 error assignment Incompatible types in assignment"],
  ],
  [
    "pyright",
    JSON.stringify({
      generalDiagnostics: [
        {
          file: "/w/a.py",
          severity: "error",
          message: "no",
          rule: "reportX",
          range: { start: { line: 2, character: 4 } },
        },
        { file: "/w/a.py", severity: "information", message: "so" },
      ],
    }),
    ["/w/a.py:3:5 error reportX no"],
  ],
  [
    "ty",
    "shop/a.py:3:9: error[invalid-assignment] Object of type `str` is not assignable\nFound 1 diagnostic\n",
    ["/w/shop/a.py:3:9 error invalid-assignment Object of type `str` is not assignable"],
  ],
  [
    "go-vet",
    '# example.com/shop\nvet: ./main.go:6:12: undefined: foo\nbroken/b.go:5:24: cannot use "2" as int\ngo.mod:3: invalid go version\n',
    [
      "/w/main.go:6:12 error  undefined: foo",
      '/w/broken/b.go:5:24 error  cannot use "2" as int',
      "/w/go.mod:3:0 error  invalid go version",
    ],
  ],
  [
    "cargo-check",
    [
      { reason: "compiler-artifact" },
      {
        reason: "compiler-message",
        message: {
          message: "mismatched types",
          level: "error",
          code: { code: "E0308" },
          spans: [
            { is_primary: false, file_name: "src/z.rs", line_start: 1, column_start: 1 },
            { is_primary: true, file_name: "src/a.rs", line_start: 4, column_start: 19 },
          ],
        },
      },
      {
        reason: "compiler-message",
        message: { message: "aborting due to 1 previous error", level: "error", spans: [] },
      },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
    ["/w/src/a.rs:4:19 error E0308 mismatched types"],
  ],
  [
    "clangd-check",
    "I[10:20:30.123] Testing on source file /w/f.cpp\nE[10:20:30.456] [ovl_no_viable_function_in_call] Line 2: no matching function for call to 'add'\n",
    ["/w/f.cpp:2:0 error ovl_no_viable_function_in_call no matching function for call to 'add'"],
  ],
  [
    "maven",
    "[ERROR] COMPILATION ERROR : \n[ERROR] /w/src/main/java/A.java:[3,17] incompatible types\n[WARNING] /w/src/main/java/B.java:[1,1] deprecated\n",
    ["/w/src/main/java/A.java:3:17 error  incompatible types", "/w/src/main/java/B.java:1:1 warning  deprecated"],
  ],
  [
    "gradle",
    "/w/src/main/java/A.java:3: error: incompatible types\ne: file:///w/src/B.kt:4:5 Unresolved reference\nw: file:///w/src/B.kt:5:1 Unused\n",
    [
      "/w/src/main/java/A.java:3:0 error  incompatible types",
      "/w/src/B.kt:4:5 error  Unresolved reference",
      "/w/src/B.kt:5:1 warning  Unused",
    ],
  ],
  [
    "dart-analyze",
    String.raw`ERROR|COMPILE_TIME_ERROR|ARGUMENT_TYPE_NOT_ASSIGNABLE|/w/lib/a.dart|3|9|4|The \| of it.` +
      "\nINFO|LINT|PREFER_CONST|/w/lib/a.dart|1|1|1|Prefer const.\nWARNING|STATIC_WARNING|UNUSED_IMPORT|/w/lib/b.dart|1|8|6|Unused.\n",
    [
      "/w/lib/a.dart:3:9 error argument_type_not_assignable The | of it.",
      "/w/lib/b.dart:1:8 warning unused_import Unused.",
    ],
  ],
  [
    "dotnet-build",
    "/w/A.cs(3,9): error CS0029: Cannot implicitly convert type [/w/App.csproj]\n/w/App.csproj : error NETSDK1004: Assets file not found. [/w/App.csproj]\n",
    [
      "/w/A.cs:3:9 error CS0029 Cannot implicitly convert type",
      "/w/App.csproj:0:0 error NETSDK1004 Assets file not found.",
    ],
  ],
  [
    "ruby-syntax",
    "/w/a.rb:3: syntax error, unexpected end-of-input\n",
    ["/w/a.rb:3:0 error  syntax error, unexpected end-of-input"],
  ],
  [
    "phpstan",
    "/w/src/A.php:3:Call to an undefined method A::b().\n",
    ["/w/src/A.php:3:0 error  Call to an undefined method A::b()."],
  ],
  [
    "php-syntax",
    'PHP Parse error:  syntax error, unexpected token "}" in /w/a.php on line 3\n',
    ['/w/a.php:3:0 error  syntax error, unexpected token "}"'],
  ],
  [
    "mix-compile",
    '** (CompileError) lib/a.ex:3: undefined function foo/0\n    error: undefined variable "x"\n    │\n  4 │   x\n    │   ^\n    │\n    └─ lib/b.ex:4:3: B.b/0\n',
    ["/w/lib/a.ex:3:0 error  undefined function foo/0", '/w/lib/b.ex:4:3 error  undefined variable "x"'],
  ],
  ["swift-build", "/w/Sources/a.swift:3:9: error: cannot convert\n", ["/w/Sources/a.swift:3:9 error  cannot convert"]],
  [
    "zig-ast-check",
    "src/a.zig:3:9: error: use of undeclared identifier 'x'\n",
    ["/w/src/a.zig:3:9 error  use of undeclared identifier 'x'"],
  ],
];

function show({ path = "-", line, column, severity, code = "", message }: CheckProblem): string {
  return `${path}:${line}:${column} ${severity} ${code} ${message}`;
}

describe.each(samples)("%s", (id, output, problems) => {
  const checker = checkers.find((one) => one.id === id);
  test("reads what the tool prints, on either stream, and nothing else", () => {
    const place = { cwd: "/w", file: "/w/f.cpp" };
    const file = id === "clangd-check" ? place : { cwd: "/w" };
    expect(checker?.read({ stdout: output, stderr: "", ...file }).map(show)).toEqual(problems);
    expect(checker?.read({ stdout: "", stderr: "Segmentation fault\nerror\n{", ...file })).toEqual([]);
  });
});

test("every checker has a sample but the one that is read like another", () => {
  const ids = checkers.map(({ id }) => id).filter((id) => id !== "basedpyright");
  expect(samples.map(([id]) => id).toSorted()).toEqual(ids.toSorted());
});

test("every language of the contract has a checker, and each says what brings it", () => {
  const languages = new Set(checkers.map(({ language }) => language));
  for (const language of [
    "TypeScript",
    "Python",
    "Go",
    "Rust",
    "C and C++",
    "Java",
    "Dart",
    "C#",
    "Ruby",
    "PHP",
    "Elixir",
    "Swift",
    "Zig",
  ]) {
    expect(languages).toContain(language);
  }
  for (const { install } of checkers) expect(install).toMatch(/install|require|https:\/\//);
});

test("none is told to change files", () => {
  const words = checkers.flatMap(({ commands }) => commands.flatMap(({ args }) => args));
  expect(words.filter((word) => /^--?(fix|write|apply|format$)/.test(word))).toEqual([]);
});
