import { asyncFlag, contextFlags, genericCallbacks } from "../callbacks/callback-rules.ts";
import { bindNamesAndModules } from "../references/import-bindings.ts";
import { dartReferences } from "../references/languages/dart.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";
import { hasFolder } from "./path-folder.ts";

/** The last part of "Order._internal" says it for the whole. */
const isPrivate = (name: string): boolean => name.slice(name.lastIndexOf(".") + 1).startsWith("_");

export const dart: LanguageDefinition = {
  id: "dart",
  title: "Dart",
  extensions: [".dart"],
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-dart.wasm" },
  queries: ["dart", "callbacks-dart"],
  namesParametersLast: true,
  callbacks: {
    ...genericCallbacks,
    flags: [{ ...asyncFlag, pattern: /^\([^()]*\)\s*async\b/ }, ...contextFlags],
  },
  references: dartReferences,
  bindings: bindNamesAndModules,
  comments: { docPrefixes: ["///", "/**"] },
  isExported: ({ name }, owner) => (owner === undefined || owner.exported) && !isPrivate(name),
  visibilityOf: ({ name }) => (isPrivate(name) ? "private" : undefined),
  isInternal: (source, { path }) => {
    const [, scheme, folder = ""] = /^(\w+):([^/]*)/.exec(source) ?? [];
    return scheme === undefined || (scheme === "package" && hasFolder(path, folder));
  },
  dependsOnPath: true,
  parseImport: parseDirective,
  // The grammar has no library directive without a name.
  prepare: (text) => text.replace(/^[ \t]*library[ \t]*;/m, (directive) => " ".repeat(directive.length)),
  sample: `/// Sample.
import 'dart:async';
import 'package:a/b.dart' as c show D hide E;
export 'src/f.dart';
part 'g.g.dart';
const int k = 1, l = 2;
final m = <String, int>{'a': 1, for (var i in [1, 2.5]) if (i > 1) '$i': i};
typedef F<T> = void Function(T value, {required int n});
@immutable
abstract class A<T extends Object?> extends B with C implements D<T> {
  static const _x = 'x';
  late final T? y;
  A(this.y, {super.key}) : assert(y != null), z = 1;
  const A._(int n);
  factory A.of(Map<String, dynamic> json) => A(json['k'] as int);
  @override
  bool operator ==(Object other) => identical(this, other) || other is A && other.y == y;
  int get size => _size;
  set size(int v) { _size = v; }
  Future<void> run<R>([int n = 0]) async {
    try { await for (final e in stream) { print('a \${e.b}'); } } on E catch (e, s) { rethrow; } finally { n++; }
    switch (n) { case 1: break; default: return; }
    final r = switch (n) { 1 || 2 => 'a', int i when i > 2 => 'b', _ => throw E() };
    while (!done) { if (x case D(:var y)) { continue; } else { do { n -= 1; } while (n > 0); } }
    list..add(1)..sort((a, b) => a?.c ?? b!.d ? 1 : -1);
    void inner() {}
    yield* (1, name: 2);
  }
}
mixin M on A { }
extension X on String { bool get blank => isEmpty; }
enum N { a(1), b(2); const N(this.v); final int v; }
void main(List<String> args) { for (var i = 0; i < 1; i++) { runApp(const App()); } }
`,
};

/** One of `import`, `export`, `part` and `part of`. */
function parseDirective(text: string): ParsedImport[] {
  const [, keyword, source, rest = ""] =
    /^(import|export|part(?:\s+of)?)\s*["']([^"']+)["']([\s\S]*)$/.exec(text) ?? [];
  if (keyword === undefined || source === undefined) return [];
  if (keyword.startsWith("part")) return [{ source, names: [] }];
  const [, shown] = /\bshow\s+([\w$,\s]+?)(?:\bhide\b|;|$)/.exec(rest) ?? [];
  const [, alias] = /\bas\s+([\w$]+)/.exec(rest) ?? [];
  const names = shown?.split(",").map((name) => name.trim()) ?? (alias === undefined ? ["*"] : []);
  return [
    {
      source,
      names: [...(alias === undefined ? [] : [alias]), ...names],
      ...(keyword === "export" && { isReexport: true }),
    },
  ];
}
