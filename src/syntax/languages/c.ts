import { noFunctionLiterals } from "../callbacks/callback-rules.ts";
import { cReferences } from "../references/languages/c.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { hideMacros } from "./c-macros.ts";

/** What only C++ has, at the start of a line. */
const CPP_LINE =
  /^[ \t]*(?:namespace\b|template[ \t]*<|class[ \t]+\w|using[ \t]+\w|(?:public|private|protected)[ \t]*:|(?:constexpr|virtual|explicit|friend)\b|#[ \t]*include[ \t]*<(?:algorithm|array|atomic|chrono|functional|iostream|map|memory|mutex|optional|set|sstream|string|string_view|thread|tuple|type_traits|unordered_map|utility|variant|vector|c[a-z]+)>)/m;

/** The part of a header that C compilers do not see. */
const FOR_CPP_ONLY =
  /^[ \t]*#[ \t]*(?:ifdef[ \t]+__cplusplus|if[ \t]+defined\b[ \t(]*__cplusplus)[\s\S]{0,4000}?^[ \t]*#[ \t]*(?:endif|else)/gm;

const isStatic = (modifiers: readonly string[]): boolean => modifiers.includes("static");

export const c: LanguageDefinition = {
  id: "c",
  title: "C",
  extensions: [".c", ".h"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-c.wasm" },
  queries: ["c", "callbacks-c"],
  callbacks: noFunctionLiterals,
  namesParametersLast: true,
  references: cReferences,
  comments: { docPrefixes: ["/**", "/*!", "///", "//!", "/*", "//"], directive: /^\/[/*]\s*(?:NOLINT|clang-format)/ },
  // What is static stays in its file; types and macros of a .c file could be moved to a header.
  isExported: ({ modifiers }, owner) => (owner === undefined ? !isStatic(modifiers) : owner.exported),
  visibilityOf: () => undefined,
  isInternal: (source) => !source.startsWith("<"),
  dependsOnPath: false,
  parseImport: parseInclude,
  // Headers of C++ are named .h as well.
  variantOf: (text) => (CPP_LINE.test(text.replace(FOR_CPP_ONLY, "")) ? "cpp" : "c"),
  prepare: hideMacros,
  sample: `#include <stdio.h>
#include "a.h"
#define N 4
#define M(a, b) ((a) < (b) ? (a) : (b))
/** Doc. */
struct s { const char *name, tags[N]; int (*f)(void *); unsigned b : 1; union { int i; double d; }; };
typedef struct { struct s *next; } t;
typedef int (*handler)(struct s *, ...);
enum e { A, B = 2 };
static const int table[] = { 1, 0x1f, 'c', [3] = 4 };
extern int verbose;
int proto(const char *path, size_t n);
#ifdef DEBUG
static inline t *find(struct s **in, t id)
{
    for (int i = 0; i < N && in; i++) { if (in[i]->b != 0 || !id.next) continue; else break; }
    while (*in) in++;
    do { verbose--; } while (verbose > 1);
    switch (id.next->b) { case 1: return &id; default: goto end; }
    struct s v = { .name = "x" "y", .b = 1 };
    *in = (struct s *)malloc(sizeof(v) + 1.5f);
end:
    return in ? (t *)0 : NULL;
}
#else
int find(void) { return ~1 << 2 | 3; }
#endif
`,
};

export function parseInclude(text: string): { source: string; names: string[] }[] {
  const [, path = ""] = /^#\s*(?:include|import|include_next)\s*(<[^>]*>|"[^"]*")/.exec(text) ?? [];
  return path === "" ? [] : [{ source: path.startsWith("<") ? path : path.slice(1, -1), names: ["*"] }];
}
