import { csharpReferences } from "../references/languages/csharp.ts";
import { asyncFlag, contextFlags, labelCalls, registeredCall } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition, OwnerSymbol } from "../language-definition.ts";
import { isOfSameProject } from "./package-prefix.ts";

/** Kinds whose members are private when nothing else is said. */
const CLOSED: readonly string[] = ["class", "struct", "record"];

const hasAccess = (modifiers: readonly string[]): boolean =>
  modifiers.some((modifier) => /^(?:public|private|protected|internal|file)$/.test(modifier));

const isClosed = (owner: OwnerSymbol | undefined): boolean => owner !== undefined && CLOSED.includes(owner.kind);

export const csharp: LanguageDefinition = {
  id: "csharp",
  title: "C#",
  extensions: [".cs", ".csx"],
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-c_sharp.wasm" },
  queries: ["csharp", "callbacks-csharp"],
  callbacks: {
    support: "tuned",
    calls: [
      ...labelCalls,
      { name: /^(?:Run|StartNew|Start|Thread|QueueUserWorkItem|InvokeAsync|BeginInvoke)$/, kind: "task" },
      { name: /^Timer$/, kind: "timer_callback", flagWhenUnused: "detached timer" },
      { name: /^ContinueWith$/, kind: "future_callback" },
      {
        name: /^(?:On|On[A-Z]\w*|Subscribe|Register|Add\w*(?:Handler|Listener))$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      { name: /^Replace$/, kind: undefined },
      registeredCall,
    ],
    flags: [{ ...asyncFlag, pattern: /^(?:static\s+)?async\b/, isSignal: true }, ...contextFlags],
  },
  namesParametersLast: true,
  isIsolated: true,
  references: csharpReferences,
  comments: { docPrefixes: ["///", "/**"], hasMarkup: true },
  isExported: ({ kind, modifiers }, owner) => {
    if (kind === "namespace") return true;
    if (owner === undefined) return modifiers.includes("public");
    if (!owner.exported) return false;
    const isOpenByOwner = owner.kind === "interface" || kind === "enum member";
    return modifiers.includes("public") || (isOpenByOwner && !hasAccess(modifiers));
  },
  visibilityOf: ({ modifiers }, owner) => {
    if (modifiers.includes("protected")) return "protected";
    if (modifiers.includes("private")) return "private";
    return isClosed(owner) && !hasAccess(modifiers) ? "private" : undefined;
  },
  isInternal: (source, { packageName }) => isOfSameProject(source, packageName),
  dependsOnPath: false,
  parseImport: (text) => {
    const [, alias, path = ""] =
      /^(?:global\s+)?using\s+(?:static\s+)?(?:unsafe\s+)?(?:@?([\p{L}\w]+)\s*=\s*)?([^;]+);?$/u.exec(text) ?? [];
    const source = path.replace(/\s+/g, "").replace(/^global::/, "");
    if (source === "") return [];
    return [{ source, names: [alias ?? "*"] }];
  },
  prepare: hideDirectives,
  sample: `using System;
using static System.Math;
using A = B.C;
namespace N.M;
/// <summary>Doc.</summary>
[Attr(1, X = "s")]
public abstract partial class C<T>(int k) : Base(k), I<T> where T : class, new()
{
    private const int K = 1;
    readonly Dictionary<string, int[]> _m = new() { ["a"] = [1, 2] };
    public event EventHandler? Changed;
    public required string Name { get; private set; } = "";
    public int this[int i] => i;
    protected C(string s, params int[] r) : this(1) { _m["a"][0] += r.Length > 0 ? 1 : -1; }
    public async Task<R?> M<R>(Func<T, R> f, CancellationToken t = default)
    {
        foreach (var (a, b) in _m) { if (a is { Length: > 1 } && b != null || !t.IsX) continue; else break; }
        for (int i = 0; i < 0x1F; i++) await f(null!).Go($"n {i:x} {t}");
        try { using var r = Open(); switch (k) { case 1: return default; default: throw new E(); } }
        catch (E e) when (e.N > 1) { lock (this) { } } finally { }
        int L(int q) => q ?? 3;
        while (true) do { k--; } while (k > 1);
        var z = k switch { 1 or 2 => "a", > 3 => null, _ => x?.Y as string };
        return _m.Where(p => p.Value > 1.5f).Select(p => new { p.Key }).ToList();
    }
    public static C<T> operator +(C<T> a, C<T> b) => a;
}
public record P(int X, string Y = "y") : I;
public enum E : byte { A = 1, B }
interface I<in T> { string Id { get; } void Q() { } }
public delegate void D<T>(object s, T a);
struct S { public int X, Y; }
`,
};

const DIRECTIVE = /^\uFEFF?[ \t]*#[ \t]*(if|elif|else|endif|region|endregion|nullable|pragma|line|define|undef)\b/;

/**
 * Conditions can stand between the halves of a declaration, where the grammar has no place for them. What
 * is under a condition is read, and the alternatives as well where both can stand in one text.
 */
function hideDirectives(text: string): string {
  const conditions: { isOpen: boolean; depth: number; isHidden: boolean }[] = [];
  let last = ";";
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    const word = DIRECTIVE.exec(line)?.[1];
    const condition = conditions.at(-1);
    if (word === "if")
      conditions.push({ isOpen: !/[;{}\],]/.test(last), depth, isHidden: condition?.isHidden === true });
    if (condition !== undefined && (word === "else" || word === "elif")) {
      condition.isHidden ||= condition.isOpen || depth !== condition.depth;
    }
    if (word === "endif") conditions.pop();
    if (word !== undefined || condition?.isHidden === true) return line.replace(/[^\r]/g, " ");
    const code = line.replace(/\/\/.*$/, "").trimEnd();
    if (code !== "") last = code.at(-1) as string;
    for (const character of code) depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    return line;
  });
  return lines.join("\n");
}
