import { swiftReferences } from "../references/languages/swift.ts";
import { constructorCall, contextFlags, labelCalls, registeredCall, testCall } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { hasFolder } from "./path-folder.ts";

const isOpen = (modifiers: readonly string[]): boolean => modifiers.includes("public") || modifiers.includes("open");

const isRestricted = (modifiers: readonly string[]): boolean =>
  modifiers.some((modifier) => /^(?:private|fileprivate|internal|package)$/.test(modifier));

export const swift: LanguageDefinition = {
  id: "swift",
  title: "Swift",
  extensions: [".swift"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-swift.wasm" },
  queries: ["swift", "callbacks-swift"],
  callbacks: {
    support: "tuned",
    calls: [
      ...labelCalls,
      { path: /(?:^|\.)Task(?:\.|$)/, kind: "task" },
      { name: /^(?:scheduledTimer|asyncAfter)$/, kind: "timer_callback", flagWhenUnused: "detached timer" },
      { name: /^(?:async|detachNewThread|Thread|addOperation|BlockOperation|addTask\w*)$/, kind: "task" },
      {
        name: /^(?:Button|on|on[A-Z]\w*|addObserver|observe|sink|subscribe|setEventHandler|handleEvents)$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      { name: /^(?:data|download|upload)Task$/, kind: "completion_callback" },
      { name: /^(?:then|done|catch|finally|ensure)$/, kind: "promise_callback" },
      testCall,
      constructorCall,
      // A view takes its title before the views in it.
      { ...registeredCall, name: /^[a-z]/ },
    ],
    flags: [
      { pattern: /^\{\s*\[[^\]]*\bweak\s+self\b/, flag: "weak self", isSignal: true },
      { pattern: /^\{\s*\[[^\]]*\bunowned(?:\(\w+\))?\s+self\b/, flag: "unowned self", isSignal: true },
      { pattern: /^\{\s*\[(?:[^\]]*,)?\s*self\s*[,\]]/, flag: "captures self", isSignal: true },
      {
        pattern: /^(?!\{\s*\[[^\]]*\b(?:weak|unowned(?:\(\w+\))?)\s+self\b)[^]*(?<![.\w])self\b/,
        flag: "captures self",
      },
      ...contextFlags,
    ],
  },
  namesParametersLast: true,
  isIsolated: true,
  references: swiftReferences,
  comments: { docPrefixes: ["///", "/**"], directive: /^\/\/\/?\s*(?:swiftlint|MARK|TODO|FIXME)\b/ },
  isExported: ({ kind, modifiers }, owner) => {
    if (owner === undefined) return isOpen(modifiers);
    if (!owner.exported) return false;
    const isOpenByOwner =
      owner.kind === "interface" || kind === "enum member" || (owner.kind === "impl" && isOpen(owner.modifiers));
    return isOpen(modifiers) || (isOpenByOwner && !isRestricted(modifiers));
  },
  visibilityOf: ({ modifiers }) =>
    modifiers.includes("private") || modifiers.includes("fileprivate") ? "private" : undefined,
  // A module has the name of its target, and so of a folder.
  isInternal: (source, { path }) => hasFolder(path, source),
  dependsOnPath: true,
  parseImport: (text) => {
    const [, kind, path = ""] =
      /\bimport\s+(?:(struct|class|enum|protocol|typealias|func|let|var)\s+)?([^\s;]+)/.exec(text) ?? [];
    if (path === "") return [];
    const [source = "", ...rest] = path.split(".");
    if (kind !== undefined && rest.length > 0) return [{ source, names: [rest.at(-1) as string] }];
    return [{ source: path, names: ["*"] }];
  },
  prepare: hideNews,
  sample: `import Foundation
@testable import struct A.B
/// Doc.
@MainActor @available(iOS 13, *)
public final class C<T: Hashable>: B, I where T: Equatable {
  public static let k = 1.5
  private(set) var m: [String: [Int]] = ["a": [1, 2]]
  @Published var n: Int { get { _n } set { _n = newValue } }
  lazy var f: (Int) -> Void = { [weak self] x in self?.go(x) }
  init?(s: String, r: Int...) { guard let a = s.first, r.count > 0 else { return nil } }
  deinit { }
  override func g<R>(_ a: inout T, by h: @escaping (T) throws -> R) async rethrows -> R? where R: P {
    for (i, e) in m.enumerated() where i > 1 && e != nil { if let q = e as? String, !q.isEmpty { continue } else { break } }
    switch a { case .x(let y), .z: return try await h(a); case is Int where b: fallthrough; default: throw E.x }
    while i < 0x1F || done { i += 1 }
    repeat { i -= 1 } while i > 0
    do { try go() } catch let e as E { print("n \\(e.x + 1)") } catch { }
    return m["a"]?.map { $0 ?? 1 }.filter({ $0 > 1 ? true : false }) as! R
  }
  subscript(i: Int) -> T { i }
  static func == (a: C, b: C) -> Bool { true }
}
enum E: String { case a = "x", b; indirect case c(E, n: Int) }
struct S: Codable { let x: Int; func f() { defer { } } }
protocol P: AnyObject { associatedtype K: H; var q: Int { get set }; static func m() -> Self }
public extension P { func d() {} }
actor A { }
typealias H = (Int) -> Void
#if DEBUG
func g() {}
#endif
`,
};

const NEWS: readonly RegExp[] = [
  // let x = switch y { }: a declaration and a statement
  /=(?=\s{1,40}(?:switch|if)\b)/g,
  /\breturn(?=[ \t]{1,9}(?:switch|if)\b)/g,
  // #expect(x), #Preview { }: calls
  /#(?=(?:[A-Z]\w*|expect|require)\s*[({]|_\w)/g,
  /\b(?:consuming|borrowing|distributed|sending|nonisolated\(unsafe\))(?=\s+(?:\w+\s+){0,4}(?:func|let|var|init|static|actor)\b)/g,
  /\bsending(?= @| \w+[,)])/g,
  /(?<=\bthrows)\([\w.]+\)/g,
  /~(?=(?:Copyable|Escapable)\b)/g,
  /\b(?:each|repeat each)\b(?=\s+[A-Z])/g,
];

/** What came into the language after the grammar was made, where the rest parses without it. */
function hideNews(text: string): string {
  let hidden = text;
  for (const news of NEWS) {
    hidden = hidden.replace(news, (found) => (found === "=" ? "\n" : " ".repeat(found.length)));
  }
  return hidden;
}
