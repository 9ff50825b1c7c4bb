import { kotlinReferences } from "../references/languages/kotlin.ts";
import { constructorCall, contextFlags, labelCalls, registeredCall, testCall } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { isOfSameProject } from "./package-prefix.ts";

const HIDDEN: readonly string[] = ["private", "protected", "internal"];

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  title: "Kotlin",
  extensions: [".kt", ".kts"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-kotlin.wasm" },
  queries: ["kotlin", "callbacks-kotlin"],
  callbacks: {
    support: "tuned",
    calls: [
      ...labelCalls,
      {
        name: /^(?:launch|async|withContext|runBlocking|coroutineScope|supervisorScope|withTimeout(?:OrNull)?|runTest)$/,
        kind: "coroutine",
      },
      { name: /^(?:postDelayed|fixedRateTimer|timer)$/, kind: "timer_callback", flagWhenUnused: "detached timer" },
      { name: /^(?:thread|Thread|submit|execute|schedule\w*|post|runOnUiThread)$/, kind: "task" },
      { name: /^(?:LaunchedEffect|DisposableEffect|SideEffect)$/, kind: "effect_callback", flags: ["lifecycle"] },
      {
        name: /^(?:(?:add|set)\w*Listener|on|on[A-Z]\w*|doOn\w+|subscribe|observe\w*|invokeOn\w+)$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      testCall,
      constructorCall,
      { name: /^(?:assert|require|check)/, kind: undefined },
      { ...registeredCall, name: /^[a-z]/ },
    ],
    flags: contextFlags,
  },
  namesParametersLast: true,
  isIsolated: true,
  references: kotlinReferences,
  comments: { docPrefixes: ["/**"] },
  isExported: ({ modifiers }, owner) =>
    (owner === undefined || owner.exported) && !modifiers.some((modifier) => HIDDEN.includes(modifier)),
  visibilityOf: ({ modifiers }) => {
    if (modifiers.includes("private")) return "private";
    return modifiers.includes("protected") ? "protected" : undefined;
  },
  isInternal: (source, { packageName }) => isOfSameProject(source, packageName),
  dependsOnPath: false,
  // What the grammar does not know where it is written most.
  prepare: (text) =>
    text
      .replace(/^([ \t]*(?:(?:public|private|internal|sealed) )*)fun(?= interface )/gm, "$1   ")
      // What follows "by" would take the body that belongs to the object or class.
      .replace(/[ \t]by[ \t][^{}\n]{1,200}?(?=[ \t]*\{)/g, (delegate, offset: number) =>
        isDelegationHead(text.slice(Math.max(text.lastIndexOf("\n", offset) + 1, offset - 300), offset))
          ? blank(delegate)
          : delegate,
      )
      // @Throws(IOException::class) fun read(): on one line at the top of a file it would be one call.
      .replace(/^(@\w{1,100}\([^()\n]{0,200}\))[ \t](?=[ \t]*(?:\w{1,100}[ \t]+){0,5}fun\b)/gm, "$1;")
      // A constructor on the line after the name of its class.
      .replace(
        /(\bclass [\w`]+(?:<[^<>\n]{0,80}>)?)\s*\n\s*(?:\/\*[^/]{0,2000}\*\/\s*)?(?=(?:(?:internal|private|protected|public|actual|@\w+) )*constructor\b)/g,
        (all, name: string) => name + blank(all.slice(name.length)),
      )
      .replace(
        /\b(?:actual|expect|external)(?= (?:\w+ ){0,4}(?:class|fun|val|var|object|interface|constructor|typealias)\b)/g,
        blank,
      ),
  parseImport: (text) => {
    // The last import holds the comments after it.
    const own = text.replace(/\/[/*].*$/s, "");
    const [, path = "", alias] = /^import\s+([^;]+?)(?:\s+as\s+([^\s;]+))?\s*;?\s*$/.exec(own) ?? [];
    const source = path.replace(/\s+/g, "");
    if (source === "") return [];
    if (source.endsWith(".*")) return [{ source: source.slice(0, -2), names: ["*"] }];
    return [{ source, names: [alias ?? source.slice(source.lastIndexOf(".") + 1)] }];
  },
  sample: `package a.b
import a.b.C as D
import x.*
/** Doc. */
@Ann(on = true)
sealed class C<T : Any>(val x: Int, private var y: String = "s") : Base(x), I<T> {
  private val m: Map<String, List<Int>> by lazy { mapOf("a" to listOf(1, 2)) }
  var p: Int = 0
  init { require(x > 0) { "n \${x + 1} $y" } }
  constructor(s: String) : this(1, s) { m.forEach { (k, v) -> println(k) } }
  override suspend fun <R> f(vararg a: Int, g: (T?) -> R): R? where R : Any {
    for (i in 0..10 step 2) { if (i % 2 == 0 && x !in a || y is String) continue else break }
    val r = when (x) { 1, 2 -> "a"; in 3..4 -> null; is Int -> x as? String ?: return null; else -> throw E() }
    while (p < 1) p += 1
    do { p-- } while (p >= 0x1F)
    try { g(null)!! } catch (e: Exception) { } finally { }
    return object : R { override fun z() = 1.5f }
  }
  companion object { const val K = 'c' }
}
enum class E(val k: Int) : I { A(1) { override fun f() = 1 }, B(2); abstract fun f(): Int }
interface I<in T> { val q: T get() = TODO(); fun m() }
object O
typealias H = (Int) -> Unit
inline fun <reified T> List<T>.second(): T = this[1]
val String.shout: String get() = uppercase()
`,
};

/** "object : Source", "class File(…) : Source"; a property's delegate has its own braces. */
function isDelegationHead(head: string): boolean {
  return /\b(?:object|class[ \t]+\w[^{}=]*)[ \t]*:[^{}=]*$/.test(head);
}

function blank(word: string): string {
  return " ".repeat(word.length);
}
