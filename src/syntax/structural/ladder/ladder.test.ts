import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { patternCompiler } from "../../../../test/helpers/pattern-compiler.ts";
import { createChildProcesses } from "../../../process/children.ts";
import { createStructuralSearch } from "../search.ts";
import { filesLackingWords } from "../words/files-with-words.ts";

const children = createChildProcesses();
const search = createStructuralSearch({ children });
const compile = patternCompiler(children);
afterAll(() => children.dispose());

interface LanguageCase {
  readonly language: string;
  readonly file: string;
  readonly code: string;
  /** Pattern → the lines on which its matches start. */
  readonly finds: readonly (readonly [pattern: string, ...lines: number[]])[];
}

const cases: readonly LanguageCase[] = [
  {
    language: "go",
    file: "a.go",
    code: `package main
import "fmt"
type Shape interface {
	Area() float64
}
type Box struct {
	Width int
}
func (b *Box) Area(x int) float64 {
	fmt.Println(x)
	y := fmt.Sprint("fmt.Println(no)") // fmt.Println(no)
	if x != 0 {
		fmt.Println( y )
	}
	defer fmt.Println(x, y)
	return 1
}
func run(a int, b int) error {
	for i := 0; i < 3; i++ {
		go run(i, i)
	}
	switch a {
	case 1:
		return nil
	}
	return fmt.Errorf("x")
}
`,
    finds: [
      ["fmt.Println($A)", 10, 13],
      ["fmt.Println($$$A)", 10, 13, 15],
      ["fmt.$F($$$A)", 10, 11, 13, 15, 26],
      ["$A := $B", 11, 19],
      ["if $X { $$$B }", 12],
      ["defer $X", 15],
      ["go $F($$$A)", 20],
      ["return $X", 16, 24, 26],
      ["func $F($$$A) error { $$$B }", 18],
      ["func ($R $T) $F($$$A) float64 { $$$B }", 9],
      ["type $T struct { $$$F }", 6],
      ["for $I := 0; $C; $P { $$$B }", 19],
      ["$X != 0", 12],
    ],
  },
  {
    language: "dart",
    file: "a.dart",
    code: `class A {
  final Foo? a;
  final Foo? b;
  void close() {
    dispose( a );
    var y = dispose(b);
    print(dispose(/*c*/a));
    // dispose(a);
    var s = "dispose(a)";
    if (a != null) a.dispose();
    if (a != null)
      a.dispose();
    if (a != null) b.dispose();
    if (a != null) { a.dispose(); }
    for (var i in xs) { print(i); }
  }
  void dispose() { super.dispose(); }
}
void dispose(Foo x) => x.close();
void other() { super.dispose(); }
`,
    finds: [
      ["dispose($X)", 5, 6, 7],
      ["if ($X != null) $X.dispose()", 10, 11],
      ["if ($X != null) { $$$B }", 14],
      ["void dispose() { super.dispose(); }", 17],
      ["void $F() { super.dispose(); }", 17, 20],
      ["print($X)", 7, 15],
      ["for (var $I in $X) { $$$B }", 15],
      ["$X.dispose()", 10, 12, 13, 14],
    ],
  },
  {
    language: "python",
    file: "a.py",
    code: `import os
from a import b


@app.route("/x")
def f(a, b=1, *args):
    """f(1)"""
    print(a)
    x = g(a, key=b)
    if x is not None:
        return x
    for i in range(3):
        print(i)
    try:
        h()
    except ValueError as e:
        raise KeyError(e) from e
    with open(p) as fh:
        pass


class A(Base):
    async def m(self):
        await self.n()
        return [y for y in self.z if y]


def g(): return 1
`,
    finds: [
      ["def $F($$$A): $$$B", 6, 23, 28],
      ["print($X)", 8, 13],
      ["class $C($B): $$$X", 22],
      ["$F($$$A, key=$V)", 9],
      ["return $X", 11, 25, 28],
      ["for $I in $X: $$$B", 12],
      ["import $M", 1],
      ["from $M import $N", 2],
      ["raise $X from $Y", 17],
      ["@app.route($P)", 5],
      ["except $E as $N: $$$B", 16],
      ["$X is not None", 10],
      ["await $X", 24],
      ["with $A as $B: $$$C", 18],
      ["[$X for $Y in $Z if $C]", 25],
    ],
  },
  {
    language: "rust",
    file: "a.rs",
    code: `use std::fs;
#[derive(Debug)]
struct P { x: i32, y: i32 }
impl P {
    pub fn new(x: i32) -> Self { P { x, y: 0 } }
    fn go(&self) { println!("{}", self.x); }
}
fn main() {
    let a = P::new(1);
    let mut b = vec![1, 2];
    println!("println!(1)"); // println!("x")
    if let Some(c) = b.pop() { drop(c); }
    match a { P { x, .. } => drop(x), }
    let r = fs::read("x").unwrap();
    for i in 0..3 { drop(i) }
    let f = |x| x + 1;
    b.push(a.x);
    return;
}
fn add(a: i32, b: i32) -> i32 { a + b }
`,
    finds: [
      ["println!($$$A)", 6, 11],
      ["let $A = $B;", 9, 14, 16],
      ["let $A = $B", 9, 14, 16],
      ["let mut $A = $B;", 10],
      ["$X.unwrap()", 14],
      ["fn $F($$$A) -> $R { $$$B }", 20],
      ["if let Some($X) = $Y { $$$B }", 12],
      ["drop($X)", 12, 13, 15],
      ["for $I in $X { $$$B }", 15],
      ["match $X { $$$A }", 13],
      ["use $X;", 1],
      ["struct $S { $$$F }", 3],
      ["impl $T { $$$B }", 4],
      ["#[derive($$$D)]", 2],
      ["|$X| $Y", 16],
      ["$A + $B", 16, 20],
    ],
  },
  {
    language: "java",
    file: "A.java",
    code: `package a;
import java.util.List;
class A extends B {
  private int n = 1;
  int m = 2;
  void f(String s) {
    System.out.println(s);
    String t = "System.out.println(s)"; // System.out.println(s)
    if (s != null) { g(s); }
    for (int i = 0; i < 3; i++) { g(i); }
    for (String x : xs) { g(x); }
    try { g(s); } catch (Exception e) { throw new RuntimeException(e); }
    new Foo(s, t);
    int k = g( s );
    Runnable r = () -> g(1);
  }
  int g(Object o) { return 1; }
  @Override public String toString() { return "x"; }
  List<String> l;
}
`,
    finds: [
      ["System.out.println($A)", 7],
      ["g($X)", 9, 10, 11, 12, 14, 15],
      ["$O.println($$$A)", 7],
      ["if ($X != null) { $$$B }", 9],
      ["new $T($$$A)", 12, 13],
      ["throw new $T($E);", 12],
      ["int $X = $V;", 5, 10, 14],
      ["int $F($$$A) { $$$B }", 17],
      ["return $X;", 17, 18],
      ["for (String $X : $Y) { $$$B }", 11],
      ["class $C extends $B { $$$X }", 3],
      ["try { $$$A } catch (Exception $E) { $$$C }", 12],
      ["() -> $X", 15],
      ["import $X;", 2],
      ["List<$T>", 19],
      ["@Override", 18],
    ],
  },
  {
    language: "c",
    file: "a.c",
    code: `#include <stdio.h>
struct s { int a; };
static int add(int a, int b) { return a + b; }
int main(void) {
  printf("%d", add(1, 2));
  char *t = "printf(x)"; // printf(x)
  if (t != NULL) { free(t); }
  for (int i = 0; i < 3; i++) { printf( "x" ); }
  int k = add(1,
    2);
  p->next = k;
  return 0;
}
`,
    finds: [
      ["printf($$$A)", 5, 8],
      ["add($X, $Y)", 5, 9],
      ["if ($X != NULL) { $$$B }", 7],
      ["return $X;", 3, 12],
      ["return $X", 3, 12],
      ["int $F($$$A) { $$$B }", 4],
      ["$P->next = $X", 11],
      ["$P->next", 11],
      ["int $X = $V;", 8, 9],
      ["#include $X", 1],
      ["struct $S { $$$F }", 2],
    ],
  },
  {
    language: "cpp",
    file: "a.cpp",
    code: `#include <vector>
namespace n {
class A : public B {
 public:
  A() {}
  int get() const { return x_; }
  void run() { std::cout << x_; go(1); }
 private:
  int x_;
};
template <typename T> T id(T t) { return t; }
int main() {
  auto p = std::make_unique<A>();
  std::vector<int> v{1};
  for (auto& e : v) { go(e); }
  if (p != nullptr) { p->run(); }
  auto f = [](int x) { return x; };
  while (true) { go( 2 ); }
  delete p;
  // go(3); "go(4)"
  const char* s = "go(5)";
  throw std::runtime_error("x");
}
}
`,
    finds: [
      ["go($X)", 7, 15, 18],
      ["std::cout << $X", 7],
      ["$P->run()", 16],
      ["if ($X != nullptr) { $$$B }", 16],
      ["for (auto& $E : $V) { $$$B }", 15],
      ["while ($X) { $$$B }", 18],
      ["delete $X;", 19],
      ["throw $X;", 22],
      ["int $F() { $$$B }", 6, 12],
      ["std::make_unique<$T>($$$A)", 13],
      ["auto $X = $V;", 13, 17],
      ["namespace $N { $$$B }", 2],
    ],
  },
  {
    language: "csharp",
    file: "A.cs",
    code: `using System;
namespace N {
  [Serializable]
  class A : B {
    private int n = 1;
    public int P { get; set; }
    void F(string s) {
      Console.WriteLine(s);
      var t = "Console.WriteLine(s)"; // Console.WriteLine(s)
      if (s != null) { G(s); }
      foreach (var x in xs) { G( x ); }
      using (var r = Open()) { G(1); }
      try { G(s); } catch (Exception e) { throw; }
      int k = await H(s);
      var o = new Foo(s);
      xs.Where(y => y.Ok).ToList();
    }
    int G(object o) { return 1; }
  }
}
`,
    finds: [
      ["Console.WriteLine($A)", 8],
      ["G($X)", 10, 11, 12, 13],
      ["if ($X != null) { $$$B }", 10],
      ["foreach (var $X in $Y) { $$$B }", 11],
      ["using (var $X = $Y) { $$$B }", 12],
      ["await $X", 14],
      ["new $T($$$A)", 15],
      ["int $F($$$A) { $$$B }", 18],
      ["return $X;", 18],
      ["var $X = $V;", 9, 15],
      ["$X => $Y", 16],
      ["using $X;", 1],
      ["$A.Where($X).ToList()", 16],
      ["[Serializable]", 3],
    ],
  },
  {
    language: "kotlin",
    file: "A.kt",
    code: `import a.b
class A(val x: Int) : B() {
    val y = 1
    fun f(s: String?): Int {
        println(s)
        val t = "println(s)" // println(s)
        if (s != null) { g(s) }
        for (i in 0..3) { g(i) }
        s?.let { g(it) }
        return g( 1 )
    }
    fun g(o: Any) = 1
}
fun main() { println("x") }
`,
    finds: [
      ["println($X)", 5, 14],
      ["g($X)", 7, 8, 9, 10],
      ["if ($X != null) { $$$B }", 7],
      ["val $X = $V", 3, 6],
      ["fun $F() { $$$B }", 14],
      ["return $X", 10],
      ["for ($I in $X) { $$$B }", 8],
      ["$X?.let { $$$B }", 9],
    ],
  },
  {
    language: "swift",
    file: "a.swift",
    code: `import Foundation
class A: B {
    let y = 1
    func f(s: String?) -> Int {
        print(s)
        let t = "print(s)" // print(s)
        if let u = s { g(u) }
        guard let v = s else { return 0 }
        for i in 0..<3 { g(i) }
        xs.map { $0 + 1 }
        return g( 1 )
    }
    func g(_ o: Any) -> Int { return 1 }
}
func main() { print("x") }
`,
    finds: [
      ["print($X)", 5, 15],
      ["g($X)", 7, 9, 11],
      ["let $X = $V", 3, 6],
      ["if let $X = $Y { $$$B }", 7],
      ["guard let $X = $Y else { $$$B }", 8],
      ["func $F() { $$$B }", 15],
      ["return $X", 8, 11, 13],
      ["for $I in $X { $$$B }", 9],
    ],
  },
  {
    language: "php",
    file: "a.php",
    code: `<?php
namespace N;
use Foo\\Bar;
class A extends B {
  private $n = 1;
  public function f($s) {
    echo $s;
    print_r($s);
    $t = "print_r($s)"; // print_r($s)
    if ($s !== null) { $this->g($s); }
    foreach ($xs as $x) { print_r( $x ); }
    return new Foo($s);
  }
}
function h($a) { return print_r($a); }
`,
    finds: [
      ["print_r($X)", 8, 11, 15],
      ["$O->g($$$A)", 10],
      ["new $T($$$A)", 12],
      ["return $X;", 12, 15],
      ["echo $X;", 7],
      ["function $F($$$A) { $$$B }", 15],
    ],
  },
  {
    language: "ruby",
    file: "a.rb",
    code: `require "x"
class A < B
  attr_reader :n
  def f(s)
    puts s
    puts "puts s" # puts s
    if s.nil?
      g(s)
    end
    xs.each { |x| g( x ) }
    return g(1) unless s
  end
  def self.h; end
end
def top(a, b)
  g(a, b)
end
`,
    finds: [
      ["puts $X", 5, 6],
      ["g($X)", 8, 10, 11],
      ["$X.nil?", 7],
      ["require $X", 1],
      ["def $F($$$A)\n $$$B\nend", 4, 15],
      ["$X.each { |$Y| $Z }", 10],
      ["class A < $D\n $$$B\nend", 2],
    ],
  },
  {
    language: "bash",
    file: "a.sh",
    code: `#!/bin/bash
echo hi
# echo no
x="echo no"
if [ -f a ]; then
  rm -rf build
fi
f() {
  echo a b
}
ls | grep x
echo
`,
    finds: [
      ["rm -rf $A", 6],
      ["echo $A", 2, 9],
      ["echo $$$A", 2, 9],
      ["$A | grep $B", 11],
      ["if $C; then $$$B; fi", 5],
    ],
  },
  {
    language: "typescript",
    file: "a.ts",
    code: `import { a } from "./a";
@dec()
class A extends B {
  private n = 1;
  static make(): A { return new A(); }
  async run(x: number): Promise<void> {
    console.log(x);
    const t = "console.log(x)"; // console.log(x)
    if (x) { console.log( x, t ); }
    await go(x);
    a(x); b(x);
  }
}
interface I { name: string; go(x: number): void }
type T = { k: string };
const f = (x: number) => x + 1;
export function g(a: string, b?: string) { return { kind: a, b } }
export const h = function () { return f(f(1)) };
a(y);
b(y);
a(y);
b(z);
switch (q) { case 1: go(1); break; }
enum E { One = 1 }
`,
    finds: [
      ["console.log($X)", 7],
      ["console.log($$$A)", 7, 9],
      ["await $X", 10],
      ['import { $A } from "$B"', 1],
      ["const $X = $V", 8, 16, 18],
      ["f($X)", 18, 18],
      ["($X: number) => $Y", 16],
      ["function $F($$$A) { $$$B }", 17],
      ["return $X", 5, 17, 18],
      ["name: string", 14],
      ["kind: $V", 17],
      ["private $N = $V", 4],
      ["@dec() class $C extends $B { $$$X }", 2],
      ["@dec()", 2],
      ["a($X); b($X)", 11, 19],
      ["case 1: $$$B", 23],
      ["if ($C) { $$$B }", 9],
      ["type $T = $V", 15],
      ["interface $I { $$$M }", 14],
      ["new $T()", 5],
    ],
  },
  {
    language: "javascript",
    file: "a.jsx",
    code: `var a = require("x");
module.exports = function (x) { return <Foo bar={x} />; };
A.prototype.go = function go(y) { a(y, y); a(y, x) };
export default class {}
const o = { m() { return 1 }, k: 2 };
`,
    finds: [
      ["require($X)", 1],
      ["module.exports = $X", 2],
      ["<$T bar={$X} />", 2],
      ["$A.prototype.$B = function $C($$$P) { $$$D }", 3],
      ["a($X, $X)", 3],
      ["k: $V", 5],
      ["m() { $$$B }", 5],
    ],
  },
  {
    language: "tsx",
    file: "a.tsx",
    code: `export function App({ items }: Props) {
  const [n, setN] = useState(0);
  useEffect(() => { go(n); }, [n]);
  return <ul className="x">{items.map((i) => <Item key={i} value={n} />)}</ul>;
}
`,
    finds: [
      ["const [$A, $B] = useState($C)", 2],
      ["useEffect($F, $D)", 3],
      ["<Item $$$A />", 4],
      ["<ul $$$A>$$$B</ul>", 4],
      ["($I) => $X", 4],
    ],
  },
  {
    language: "lua",
    file: "a.lua",
    code: `local function f(a, b)
  print(a) -- print(b)
  if a then return g(b) end
end
t = { name = "print(x)", go = f }
`,
    finds: [
      ["print($X)", 2],
      ["local function $F($$$A) $$$B end", 1],
      ["return $X", 3],
      ["if $C then $$$B end", 3],
      ["name = $V", 5],
    ],
  },
  {
    language: "scala",
    file: "a.scala",
    code: `object A {
  val x = 1
  def f(a: Int): Int = { println(a); g(a) }
  def h = x match { case 1 => println("println(y)") }
}
`,
    finds: [
      ["println($X)", 3, 4],
      ["val $X = $V", 2],
      ["def $F($A: Int): Int = $B", 3],
      ["$X match { $$$C }", 4],
    ],
  },
  {
    language: "elixir",
    file: "a.ex",
    code: `defmodule A do
  def f(x) do
    IO.puts(x)
    x |> g("IO.puts(y)")
  end
end
`,
    finds: [
      ["IO.puts($X)", 3],
      ["$A |> $B", 4],
      ["def $F do\n $$$B\nend", 2],
    ],
  },
  {
    language: "haskell",
    file: "a.hs",
    code: `module A where

f x = g (x + 1)

main = do
  print x
  return ()
`,
    finds: [
      ["print $X", 6],
      ["$A + $B", 3],
      ["return $X", 7],
    ],
  },
  {
    language: "solidity",
    file: "a.sol",
    code: `contract A is B {
  uint x = 1;
  function f(uint a) public { require(a > 0, "require(b)"); emit Done(a); }
}
`,
    finds: [
      ["require($$$A)", 3],
      ["emit $E($$$A)", 3],
      ["uint $X = $V;", 2],
    ],
  },
  {
    language: "zig",
    file: "a.zig",
    code: `const std = @import("std");
pub fn main() void {
    std.debug.print("x", .{});
    const y = f(1);
    if (y > 0) { return; }
}
`,
    finds: [
      ["std.debug.print($$$A)", 3],
      ["f($X)", 4],
      ["const $X = $V;", 1, 4],
      ["$A > $B", 5],
    ],
  },
  {
    language: "nix",
    file: "a.nix",
    code: `{ pkgs, ... }:
let x = f 1; in {
  name = "x";
  build = pkgs.mk { a = 1; };
  inherit (pkgs.lib) mkIf types;
  run = n: if n == null then x else { a, b }: a // b;
}
`,
    finds: [
      ["pkgs.mk $X", 4],
      ["name = $V;", 3],
      ["name = $V", 3],
      ["inherit ($S) $$$N;", 5],
      ["$P: $B", 1, 6, 6],
      ["{ $$$P }: $B", 1, 6],
      ["let $N = $V; in $B", 2],
      ["if $C then $A else $B", 6],
      ["$A // $B", 6],
    ],
  },
  {
    language: "hcl",
    file: "a.tf",
    code: `resource "aws_s3_bucket" "b" {
  bucket = "x"
  count  = length(var.xs)
}
`,
    finds: [
      ["bucket = $V", 2],
      ["length($X)", 3],
    ],
  },
  {
    language: "css",
    file: "a.css",
    code: `.a { color: red; margin: 0 }
@media print { .b { color: blue } }
`,
    finds: [
      ["color: $V", 1, 2],
      ["color: red", 1],
      [".a { $$$D }", 1],
    ],
  },
  {
    language: "json",
    file: "a.json",
    code: `{ "name": "x", "list": [1, { "name": 2 }] }
`,
    finds: [
      ['"name": "x"', 1],
      ['"name": "$V"', 1],
    ],
  },
  {
    language: "yaml",
    file: "a.yaml",
    code: `name: x
list:
  - name: y
`,
    finds: [["name: x", 1]],
  },
  {
    language: "html",
    file: "a.html",
    code: `<div class="a"><p>hi</p></div>
`,
    finds: [["<p>hi</p>", 1]],
  },
  {
    language: "markdown",
    file: "a.md",
    code: "# One\n\ntext\n\n## Two\n\n- item\n",
    finds: [
      ["# One", 1],
      ["## Two", 5],
      ["# $X", 1],
      ["## $X", 5],
      ["- item", 7],
    ],
  },
];

test("there is a case for every bundled language", () => {
  expect(cases.map(({ language }) => language).sort()).toEqual([...search.languages].sort());
});

for (const { language, file, code, finds } of cases) {
  describe(language, () => {
    test.each(finds.map(([pattern, ...lines]) => ({ pattern, lines })))("$pattern", async ({ pattern, lines }) => {
      const root = await mkdtemp(join(tmpdir(), "reticle-ladder-"));
      try {
        await writeFile(join(root, file), code);
        const request = { root, language, query: { pattern }, paths: ["."], skip: 0, limit: 50 };
        const { matches, coverage } = await search.search(request, AbortSignal.timeout(15_000));
        expect(matches.map(({ line }) => line)).toEqual(lines);
        expect(coverage.state).toBe("complete");
        const words = (await compile(language, pattern)).fixedWords;
        const files = [...new Set(matches.map((match) => match.file))];
        expect(await filesLackingWords({ words, root, files }, new AbortController().signal)).toEqual([]);
        for (const { text } of matches) expect(words.filter((word) => !text.includes(word.text))).toEqual([]);
      } finally {
        await rm(root, { recursive: true });
      }
    });
  });
}
