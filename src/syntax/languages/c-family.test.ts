import { afterAll, describe, expect, it } from "vitest";
import type { FileFacts, SymbolFact } from "../facts.ts";
import { Grammars } from "../grammars.ts";
import { languageOfText, languages } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";
import { hideMacros } from "./c-macros.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

async function factsOf(name: string, text: string): Promise<FileFacts> {
  const language = languageOfText(name, text);
  if (language === undefined) throw new Error(`no language for ${name}`);
  return await parser.parse({ text, path: `/shop/${name}` }, language);
}

function namesIn(symbols: readonly SymbolFact[]): string[] {
  return symbols.flatMap(({ name, members }) => [name, ...namesIn(members)]);
}

describe("headers", () => {
  it.each([
    ["typedef struct { int x; } point;\nint area(const point *p);\n", "c"],
    ['#ifdef __cplusplus\nextern "C" {\nnamespace x {\n#endif\nint f(void);\n', "c"],
    ["namespace ui {\nint f();\n}\n", "cpp"],
    ["#include <string>\nextern int x;\n", "cpp"],
    ["class Widget {\n  int w;\n};\n", "cpp"],
  ])("%j is %s", (text, id) => {
    expect(languageOfText("/shop/a.h", text)?.id).toBe(id);
  });
});

describe("macros", () => {
  it.each([
    ["class UI_EXPORT Widget : Base {", "class           Widget : Base {"],
    ["UI_API int width(void);", "       int width(void);"],
    ["UI_INLINE Widget::Widget() {", "          Widget::Widget() {"],
    ["int UI_CALL main(void) {", "int         main(void) {"],
    ["int width() const UI_NOEXCEPT {", "int width() const             {"],
    ["int UI_CALL Widget::width() {", "int         Widget::width() {"],
    ["int width() const\n    UI_REQUIRES(lock) {", "int width() const\n                      {"],
    ["size_t *UI_MUTABLE widths = 0;", "size_t *           widths = 0;"],
    ["UI_API size *(*next)(void);", "extern size *(*next)(void);"],
    ["UI_TRY {\n  call();\n}", "       {\n  call();\n}"],
    ["int a = 1,\n  __attribute__ ((unused)) b = 2;", "int a = 1,\n                           b = 2;"],
    ["TEST(shop, opens)\n{", "TEST(shop, opens);{"],
    ["template <typename T, UI_IF(is<T>())> struct S;", "template <typename T                > struct S;"],
    ["UI_BEGIN_NAMESPACE\nint x;", "                  \nint x;"],
    ["#if UI_HAS(<bit>)\n#endif", "#if 1            \n#endif"],
  ])("hides %j", (text, hidden) => {
    expect(hideMacros(text)).toBe(hidden);
  });

  it.each([
    "#define UI_BEGIN \\\n  UI_OTHER\n  int x;",
    "enum { A_ONE,\n  B_TWO\n};",
    "UI_RETURN width(void);",
    "int x = UI_WIDTH;",
    "call(a,\n  UI_WIDTH\n);",
    "case UI_WIDTH:\n  break;",
    "int x = f(a)\n  UI_PLUS(b);",
    "struct s v = f(\nUI_SIZE {1});",
    "const UI_SIZE width = 1;",
  ])("leaves %j", (text) => {
    expect(hideMacros(text)).toBe(text);
  });
});

describe("conditions between the halves of a declaration", () => {
  it.each([
    [
      "a.cs",
      "class C\n{\n  bool A()\n#if X\n    => true;\n#else\n    => false;\n#endif\n  int B() => 1;\n}\n",
      ["C", "A", "B"],
    ],
    ["a.cs", "class C {\n#if X\n  void A() {\n#else\n  void Z() {\n#endif\n  }\n  void B() { }\n}\n", ["C", "A", "B"]],
    ["a.cs", "class C {\n#if X\n  void A() { }\n#else\n  void Z() { }\n#endif\n}\n", ["C", "A", "Z"]],
    ["a.h", '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n', ["f"]],
  ])("%s %j", async (name, text, names) => {
    const facts = await factsOf(name, text);
    expect([facts.syntaxErrorCount, namesIn(facts.symbols)]).toEqual([0, names]);
  });
});

describe("what is newer than the grammar", () => {
  it.each([
    [
      "a.swift",
      "func a() {\n  let x: Int = switch y { case 1: 2; default: 3 }\n  #expect(x == 2)\n}\nstruct B: ~Copyable {}\n",
      ["a", "B"],
    ],
    ["a.swift", "func a() throws(E) -> Int { return if b { 1 } else { 2 } }\nconsuming func b() {}\n", ["a", "b"]],
    [
      "a.kt",
      "fun interface A {\n  fun run()\n}\nexpect class B\ninternal constructor(\n  x: Int,\n) {\n  fun c()\n}\n",
      ["A", "run", "B", "c"],
    ],
  ])("%s %j", async (name, text, names) => {
    const facts = await factsOf(name, text);
    expect([facts.syntaxErrorCount, namesIn(facts.symbols)]).toEqual([0, names]);
  });
});

describe("an error in the middle", () => {
  it.each([
    ["a.kt", "fun a() {}\nfun b( {\n}\nclass C {\n  fun d() {}\n}\n"],
    ["a.c", "int a(void) { return 1; }\nint b( { }\nstruct C { int x; };\nint d(void) { return 1; }\n"],
    ["a.cpp", "int a() { return 1; }\nint b( { }\nclass C { int x; };\nint d() { return 1; }\n"],
    ["a.cs", "class A { void a() { } void b( { } }\nclass C { void d() { } }\n"],
    ["a.scala", "object A { def a = 1\n  def b( = 2\n}\nclass C { def d = 1 }\n"],
    ["a.swift", "func a() {}\nfunc b( {\n}\nclass C {\n  func d() {}\n}\n"],
  ])("%s", async (name, text) => {
    const facts = await factsOf(name, text);
    expect(facts.syntaxErrorCount).toBeGreaterThan(0);
    expect(namesIn(facts.symbols)).toEqual(expect.arrayContaining(["a", "C", "d"]));
  });
});

describe("prepared texts", () => {
  it.each(languages.filter(({ prepare }) => prepare !== undefined))("$id keeps every offset", ({ prepare, sample }) => {
    for (const text of [sample, sample.replaceAll("\n", "\r\n"), sample.repeat(3).slice(7)]) {
      expect(prepare?.(text)).toHaveLength(text.length);
    }
  });
});
