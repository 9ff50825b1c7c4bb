import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { phpReferences } from "../references/languages/php.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";

export const php: LanguageDefinition = {
  id: "php",
  title: "PHP",
  extensions: [".php", ".phtml", ".inc"],
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-php.wasm" },
  queries: ["php", "callbacks-php"],
  namesParametersLast: true,
  callbacks: {
    ...genericCallbacks,
    flags: [{ pattern: /(\$(?:ctx|context))\b/, flag: "captures context", isCapture: true, isSignal: true }],
  },
  references: phpReferences,
  comments: { docPrefixes: ["/**"], directive: /^\/\*\*[\s*]*\{?@inheritdoc\}?[\s*]*\*\/$/i, hasMarkup: true },
  isExported: (symbol, owner) =>
    (owner === undefined || owner.exported) && php.visibilityOf(symbol, owner) === undefined,
  // "private(set)" is about writing only.
  visibilityOf: ({ modifiers }) => {
    if (modifiers.includes("private")) return "private";
    return modifiers.includes("protected") ? "protected" : undefined;
  },
  isInternal: (source, { packageName }) => {
    if (/^\.|\.(?:php|inc|phtml)$/.test(source)) return true;
    const root = packageName?.split("\\", 1)[0] ?? "";
    return root !== "" && source.startsWith(`${root}\\`);
  },
  dependsOnPath: false,
  parseImport: (text) => (text.startsWith("use") ? parseUse(text) : parseInclude(text)),
  sample: `<?php
declare(strict_types=1);
namespace A\\B;
use C\\{D, E as F};
use function G\\h;
require_once __DIR__ . '/x.php';
/** Doc. */
#[Attr(1)]
abstract class K extends L implements M, \\N {
    use T;
    public const string X = 'x';
    private static ?array $a = ['k' => 1, 2];
    public string $p { get => $this->p; set(string $v) { $this->p = $v; } }
    public function __construct(protected readonly int|string $q = 0) { parent::__construct(); }
    #[\\Override]
    public static function f(self &$x, ?callable ...$r): ?static {
        foreach ($r as $k => [$v, $w]) { if ($k !== 'a' && !isset($v->w[0])) continue; elseif (empty($w)) break; else echo "n {$v->a} $k"; }
        for ($i = 0; $i < 10; $i++) { $x?->m(...$r)[] = $i <=> 1.5; }
        try { throw new E("x", code: 1); } catch (F | \\Exception $e) { } finally { }
        switch ($x) { case 1: return null; default: while (true) { do { } while (0); } }
        $c = static function () use (&$x): int { return $x ?? self::X; };
        return match (true) { $x instanceof K, 1 => fn($y) => $y ? 1 : -1, default => $c() . PHP_EOL };
    }
    abstract function g();
}
interface I { function m(): void; }
trait T { }
enum S: string { case A = 'a'; case B = 'b'; }
function top(int $a = self::X) { global $g; static $s = 1; return <<<X
  a {$a}
  X; }
const Z = 1;
`,
};

/** `use A\{B, C as D}`, `use function E\f`: one entry for each name. */
function parseUse(text: string): ParsedImport[] {
  const body = text.replace(/^use\s+(?:(?:function|const)\s+)?/, "").replace(/;$/, "");
  const [, prefix = "", group] = /^([^{]*)\{([^}]*)\}/.exec(body) ?? [];
  const imports: ParsedImport[] = [];
  for (const written of (group ?? body).split(",")) {
    const [target = "", alias] = written.trim().split(/\s+as\s+/i);
    const name = target.replace(/^(?:function|const)\s+/, "");
    const source = (prefix.trim() + name).replace(/^\\/, "");
    if (name !== "") imports.push({ source, names: [alias ?? source.slice(source.lastIndexOf("\\") + 1)] });
  }
  return imports;
}

/** `require __DIR__ . '/x.php'`: the file, when it is written out. */
function parseInclude(text: string): ParsedImport[] {
  const [, folder, file] =
    /^\w+\s*\(?\s*(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?["']([^"'$]+)["']\s*\)?$/.exec(text) ?? [];
  if (file === undefined) return [];
  return [{ source: folder === undefined ? file : `.${file}`, names: [] }];
}
