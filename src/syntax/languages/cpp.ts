import { cReferences } from "../references/languages/c.ts";
import { contextFlags, registeredCall, testCall } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition, OwnerSymbol } from "../language-definition.ts";
import { parseInclude } from "./c.ts";
import { hideMacros } from "./c-macros.ts";

const isSpace = (owner: OwnerSymbol | undefined): boolean => owner === undefined || owner.kind === "namespace";

/** "public", "private" or "protected", as the section or the kind of the owner says. */
function accessOf(modifiers: readonly string[], owner: OwnerSymbol | undefined): string {
  const written = modifiers.findLast((modifier) => /^(?:public|private|protected)\b/.test(modifier));
  return written?.split(/\s/, 1)[0] ?? (owner?.kind === "class" ? "private" : "public");
}

export const cpp: LanguageDefinition = {
  id: "cpp",
  title: "C++",
  extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".cu", ".ino"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-cpp.wasm" },
  queries: ["cpp", "c", "callbacks-cpp", "callbacks-c"],
  callbacks: {
    support: "tuned",
    calls: [
      { name: /^(?:thread|jthread|async|submit|enqueue|post|co_spawn)$/, kind: "task" },
      {
        name: /^(?:singleShot|setTimeout|setInterval|set_timeout|set_interval)$/,
        kind: "timer_callback",
        flagWhenUnused: "detached timer",
      },
      { name: /^async_wait$/, kind: "timer_callback" },
      { name: /^async_\w+$/, kind: "completion_callback" },
      {
        name: /^(?:connect|on|once|on[A-Z_]\w*|subscribe|add\w*[Ll]istener|set\w*(?:Callback|Handler|_callback|_handler))$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      { name: /^then$/, kind: "promise_callback" },
      testCall,
      registeredCall,
    ],
    flags: [{ pattern: /^\[\s*&\s*[\],]/, flag: "captures by reference" }, ...contextFlags],
  },
  namesParametersLast: true,
  isIsolated: true,
  references: cReferences,
  comments: { docPrefixes: ["/**", "/*!", "///", "//!", "/*", "//"], directive: /^\/[/*]\s*(?:NOLINT|clang-format)/ },
  isExported: ({ modifiers }, owner) => {
    if (owner !== undefined && !owner.exported) return false;
    return isSpace(owner) ? !modifiers.includes("static") : accessOf(modifiers, owner) === "public";
  },
  visibilityOf: ({ modifiers }, owner) => {
    if (isSpace(owner)) return undefined;
    const access = accessOf(modifiers, owner);
    return access === "private" || access === "protected" ? access : undefined;
  },
  isInternal: (source) => !source.startsWith("<"),
  dependsOnPath: false,
  parseImport: parseInclude,
  // The node of "operator bool() const" holds the parentheses.
  nameOf: (written) => written.replace(/^(operator\s+[^(]+?)\s*\(.*$/, "$1"),
  prepare: hideMacros,
  sample: `#include <vector>
#include "a.hpp"
namespace a::b {
template <typename T> concept P = requires(T t) { t.p(); };
/// Doc.
template <P T, int N = 4>
class C final : public B<T>, private O {
  T x_{};
public:
  enum class E : int { A, B = 2 };
  explicit C(std::string n, int k = 1) : n_(std::move(n)), k_{k} { if (k > 1) throw E::A; }
  virtual ~C() = default;
  [[nodiscard]] const T *find(int id) const noexcept override {
    for (auto &[k, v] : m_) { if (k == id && v || !id) return &v; }
    auto f = [this, &id](int x) mutable -> bool { return x ? true : false; };
    try { f(1); } catch (const E &e) { delete p; } catch (...) { }
    while (id-- > 0) switch (id) { case 1: break; default: continue; }
    return static_cast<T *>(nullptr);
  }
  bool operator==(const C &o) const = default;
  explicit operator bool() const { return true; }
protected:
  static constexpr int k = 3;
  std::vector<std::pair<int, T>> m_;
};
using V = std::vector<int>;
template <> struct H<V> { size_t operator()(V v) const; };
namespace { int hidden = 0; }
}
auto a::b::C<int>::find(int id) const -> int { return new int[3] == nullptr ? 1 : 'c'; }
extern "C" { int api(void); }
`,
};
