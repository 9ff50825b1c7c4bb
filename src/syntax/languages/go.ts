import { bindModules } from "../references/import-bindings.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { goReferences } from "../references/languages/go.ts";
import { hasFolder } from "./path-folder.ts";

/** First segments of the standard library's import paths. */
const STANDARD =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak)$/;

const isUpper = (name: string): boolean => /^\p{Lu}/u.test(name);

export const go: LanguageDefinition = {
  id: "go",
  title: "Go",
  extensions: [".go"],
  grammar: { package: "tree-sitter-go", file: "tree-sitter-go.wasm" },
  queries: ["go", "callbacks-go"],
  callbacks: {
    support: "tuned",
    calls: [
      { name: /^AfterFunc$/, kind: "timer_callback", flagWhenUnused: "detached timer" },
      { path: /^(?:t|b|f|tb|s|suite)\.(?:Run|Fuzz|RunParallel|Cleanup)$/, kind: "test_callback" },
      {
        name: /^(?:On[A-Z]?\w*|HandleFunc|HandlerFunc|Handle|Subscribe|Notify)$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      { name: /^(?:Go|TryGo|Submit)$/, kind: "goroutine" },
      { name: /^(?:Replace\w*|Split\w*|FieldsFunc)$/, kind: undefined },
      { name: /./, needsEvent: true, kind: "registered_callback" },
    ],
    // `context` is a package.
    flags: [{ pattern: /(?<![.\w])(ctx)\b/, flag: "captures context", isCapture: true, isSignal: true }],
  },
  references: goReferences,
  bindings: bindModules,
  comments: { docPrefixes: ["//", "/*"], directive: /^\/\/(?:go:|line |nolint|export |\s*\+build)/ },
  // A method has the name of its receiver before its own: both must be upper case to be reached.
  isExported: ({ name }, owner) => name.split(".").every(isUpper) && (owner === undefined || owner.exported),
  visibilityOf: () => undefined,
  isInternal: (source, { path }) => {
    if (source.startsWith("./") || source.startsWith("../")) return true;
    const [host = "", owner = "", repository = ""] = source.split("/");
    if (host.includes(".")) return hasFolder(path, repository === "" ? owner : repository);
    return owner !== "" && !STANDARD.test(host) && hasFolder(path, host);
  },
  dependsOnPath: true,
  parseImport: (text) => {
    const [, name, source] = /^(?:([\w.]+)\s+)?["`]([^"`]+)["`]$/.exec(text) ?? [];
    if (source === undefined) return [];
    if (name === ".") return [{ source, names: ["*"] }];
    return [{ source, names: name === "_" ? [] : [name ?? packageNameOf(source)] }];
  },
  sample: `// Package p is a sample.
package p
import (
	"fmt"
	q "example.org/q/v2"
)
const (
	A = iota
	B
)
var m = map[string][]int{"a": {1, 2}, "b": nil}
// S is a struct.
type S[T any] struct { sync.Mutex; X, y *T \`json:"x"\`; f func(int) (string, error) }
type I interface { M(x ...int) chan<- bool; fmt.Stringer }
func (s *S[T]) Do(ctx context.Context, n int) (res string, err error) {
	defer func() { if r := recover(); r != nil { err = fmt.Errorf("x %v", r) } }()
	for i := 0; i < n && s.y != nil; i++ { go s.Do(ctx, i-1); m["a"][i] += 2 * i }
	for k, v := range m { switch k { case "a", "b": _ = v; continue; default: break } }
	select { case <-ctx.Done(): return "", ctx.Err(); case c <- 1: }
	switch t := any(s).(type) { case *S[T]: return t.y.(string), nil }
	return 'x' + \`raw\`, nil
}
func main() { a, b := q.New(&S[int]{X: nil}), []byte("x")[1:2]; _ = !a || b }
`,
};

/** The name an import binds when it gives none: the last segment that is not a version. */
function packageNameOf(source: string): string {
  const segments = source.split("/").filter((segment) => !/^v\d+$/.test(segment));
  return (segments.at(-1) ?? source).replace(/\.v\d+$/, "");
}
