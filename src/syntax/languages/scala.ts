import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { scalaReferences } from "../references/languages/scala.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";
import { isOfSameProject } from "./package-prefix.ts";

export const scala: LanguageDefinition = {
  id: "scala",
  title: "Scala",
  extensions: [".scala", ".sc", ".sbt"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-scala.wasm" },
  queries: ["scala", "callbacks-scala"],
  callbacks: genericCallbacks,
  isIsolated: true,
  references: scalaReferences,
  comments: { docPrefixes: ["/**"] },
  isExported: ({ modifiers }, owner) =>
    (owner === undefined || owner.exported) && !modifiers.some((modifier) => /^(?:private|protected)\b/.test(modifier)),
  visibilityOf: ({ modifiers }) => {
    if (modifiers.some((modifier) => modifier.startsWith("private"))) return "private";
    return modifiers.some((modifier) => modifier.startsWith("protected")) ? "protected" : undefined;
  },
  isInternal: (source, { packageName }) => isOfSameProject(source, packageName),
  dependsOnPath: false,
  parseImport: parseImports,
  sample: `package a.b
import scala.collection.{mutable => m, Map as M, _}
import x.y.*
/** Doc. */
@deprecated("s", "1.0")
sealed abstract class C[+T <: Any](val x: Int, private var y: String = "s")(implicit z: Z) extends B(x) with I[T] { self =>
  private[b] val m: Map[String, List[Int]] = Map("a" -> List(1, 2))
  protected var p: Option[Int] = None
  type K = String
  def this(s: String) = this(1, s)
  override def f[R: Ord](a: => Int, g: T => R)(using Z): R = {
    for (i <- 0 until 10 if i > 1; (k, v) <- m) yield { if (!k.isEmpty && v != null) i else -1 }
    x match { case 1 | 2 => "a"; case n: Int if n > 3 => s"n \${n + 1}"; case P(q, _*) => null; case _ => throw new E }
    while (p.isDefined) { p = None }
    try g(y.asInstanceOf[T]) catch { case e: Exception => ??? } finally { () }
    val h = (u: Int) => u + 1.5f
    list.map(_.x).filter { case (a, b) => a == 'c' }
  }
  def +(o: C[T]): C[T]
}
object O extends App { implicit val i: Int = 0x1F }
case class P(a: Int, b: String*) extends Q
trait I[-T] { def q: Int; val w: Long }
enum E(val k: Int):
  case A extends E(1)
  case B, D
extension (s: String)
  def shout: String = s.toUpperCase
given Ord[Int] with
  def compare(a: Int, b: Int): Int = if a > b then 1 else 0
`,
};

/** `import a.b.{c, d as e}, f.*` as one entry for each path before a name or a list of names. */
function parseImports(text: string): ParsedImport[] {
  const body = text.replace(/^import\s+/, "").replace(/\/\*.*?\*\//g, "");
  return body.split(/,(?![^{]*\})/).flatMap((clause) => parseClause(clause.trim()));
}

function parseClause(clause: string): ParsedImport[] {
  const [, source = "", list = ""] = /^([^{]*?)\s*\.\s*\{([^}]*)\}$/.exec(clause) ?? [];
  if (source !== "") {
    const names = list.split(",").map((selector) => nameOf(selector.trim()));
    return [{ source, names: names.filter((name) => name !== "") }];
  }
  const [, path = "", alias] = /^(.*?)(?:\s+(?:as|=>)\s+(\S+))?$/.exec(clause) ?? [];
  const dot = path.lastIndexOf(".");
  if (path === "") return [];
  const last = path.slice(dot + 1);
  if (isWildcard(last)) return [{ source: path.slice(0, dot), names: ["*"] }];
  return [{ source: path, names: [alias ?? last] }];
}

/** The name that a selector binds; none for one that hides: `c => _`. */
function nameOf(selector: string): string {
  if (isWildcard(selector)) return "*";
  const bound = selector.split(/\s*(?:=>|\bas\b)\s*/).at(-1) as string;
  return bound === "_" ? "" : bound;
}

function isWildcard(name: string): boolean {
  return name === "_" || name === "*" || /^given\b/.test(name);
}
