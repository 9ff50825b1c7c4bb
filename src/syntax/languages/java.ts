import { javaReferences } from "../references/languages/java.ts";
import { contextFlags } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../language-definition.ts";

export const java: LanguageDefinition = {
  id: "java",
  title: "Java",
  extensions: [".java"],
  grammar: { package: "tree-sitter-java", file: "tree-sitter-java.wasm" },
  queries: ["java", "callbacks-java"],
  callbacks: {
    support: "tuned",
    calls: [
      {
        name: /^(?:Thread|submit|execute|schedule\w*|invokeLater|invokeAndWait|runAsync|supplyAsync)$/,
        kind: "task",
      },
      {
        name: /^(?:(?:add|set)\w*Listener|on[A-Z]\w*|subscribe|then\w*)$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
    ],
    flags: contextFlags,
  },
  namesParametersLast: true,
  references: javaReferences,
  comments: { docPrefixes: ["/**", "///"], hasMarkup: true },
  isExported: ({ kind, modifiers }, owner) => {
    if (owner === undefined) return modifiers.includes("public");
    if (!owner.exported || modifiers.includes("private") || modifiers.includes("protected")) return false;
    const isOpenByOwner = owner.kind === "interface" || owner.kind === "annotation" || kind === "enum member";
    // Fields in the body of a record are static.
    const isComponent = owner.kind === "record" && kind === "field" && modifiers.length === 0;
    return isOpenByOwner || isComponent || modifiers.includes("public");
  },
  visibilityOf: ({ modifiers }) => {
    if (modifiers.includes("private")) return "private";
    return modifiers.includes("protected") ? "protected" : undefined;
  },
  // The first segments of a package name its owner and project: "com.example.shop".
  isInternal: (source, { packageName }) => {
    const own = packageName?.split(".").slice(0, 3).join(".") ?? "";
    return own !== "" && `${source}.`.startsWith(`${own}.`);
  },
  dependsOnPath: false,
  parseImport: (text) => {
    const [, path = ""] = /^import\s+(?:static\s+)?([^;]+);?$/.exec(text) ?? [];
    const source = path.replace(/\s+/g, "");
    if (source === "") return [];
    if (source.endsWith(".*")) return [{ source: source.slice(0, -2), names: ["*"] }];
    return [{ source, names: [source.slice(source.lastIndexOf(".") + 1)] }];
  },
  sample: `package a.b;
import java.util.*;
import static a.b.C.d;
/** Doc. */
@Deprecated(since = "1")
public abstract class C<T extends Comparable<? super T>> extends B implements I, J<T[]> {
  private static final Map<String, int[]> X = new HashMap<>();
  static { X.put("a", new int[] {1, 2}); }
  protected C(final int n, String... rest) throws Exception { super(n); this.y = n > 0 ? n : -1; }
  @Override public synchronized <R> R m(Function<T, R> f) {
    for (int i = 0; i < 10 && !done; i++) { if (i % 2 == 0 || x instanceof String s) continue; else break; }
    for (var e : X.entrySet()) { try (var r = open()) { f.apply((T) e); } catch (A | B ex) { throw ex; } finally { } }
    switch (n) { case 1: return null; default: do { n--; } while (n >= 0x1fL); }
    Runnable r = () -> { synchronized (this) { System.out.println(switch (n) { case 1, 2 -> "x"; default -> 'c'; }); } };
    List<String> l = Stream.of(1.5f).map(String::valueOf).toList(); while (true) assert n > 0 : "m";
    return new Object() { int k; };
  }
  enum E implements I { A(1) { }, B; E(int... x) {} }
  record P(int x, @N String y) { P { } }
  @interface An { String value() default "x"; }
  interface In extends I { default void q() {} int Z = 1; }
}
`,
};
