import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { bindNamesAndModules } from "../references/import-bindings.ts";
import { haskellReferences } from "../references/languages/haskell.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";
import { capNesting } from "./cap-nesting.ts";

/** Roots of the module tree that every package hangs its own modules under. */
const SHARED_ROOT = /^(?:Control|Data|Foreign|GHC|Language|Network|Numeric|System|Test|Text)$/;

export const haskell: LanguageDefinition = {
  id: "haskell",
  title: "Haskell",
  extensions: [".hs"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-haskell.wasm" },
  queries: ["haskell", "callbacks-haskell"],
  callbacks: genericCallbacks,
  references: haskellReferences,
  bindings: bindNamesAndModules,
  comments: {
    docPrefixes: ["{-|", "-- |", "{-", "--"],
    continuation: "--",
    // "-- ^" documents what stands before it.
    directive: /^(?:\{-#|--+\s*(?:\^|\*|\$|hlint\b|stylish-haskell|brittany|-+$))/,
  },
  isExported: (_symbol, owner) => owner === undefined || owner.exported,
  visibilityOf: () => undefined,
  isExportListExclusive: true,
  isInternal: (source, { packageName = "" }) => {
    const own = packageName.split(".");
    const depth = SHARED_ROOT.test(own[0] ?? "") ? 2 : 1;
    return own.length >= depth && `${source}.`.startsWith(`${own.slice(0, depth).join(".")}.`);
  },
  dependsOnPath: false,
  parseImport,
  prepare: capNesting,
  nameOf: (written) => written.replace(/^[(`]\s*(.+?)\s*[)`]$/, "$1"),
  sample: `{-# LANGUAGE LambdaCase #-}
-- | Sample.
module A.B (T (..), f, (<+>), module C) where
import qualified Data.Map as M
import Data.List (sort, (\\\\))
import Prelude hiding (lookup)
-- | Doc.
data T a = T { x :: Int, y, z :: !a } | U Int | Int :+: Int deriving (Show, Eq)
newtype N = N { unN :: Maybe Int } deriving stock Show
type S a = [(a, Int -> IO ())]
class (Eq a) => K a where
  type F a
  m :: a -> Int
  m _ = 1
instance K (T a) where
  m (T n _ _) | n > 1 = 1
              | otherwise = 2
f :: forall a. Show a => Int -> Either String a
f 0 = Left "x"
f n = case n of
    1 | n > 2, Just k <- g -> Right k
    _ -> if n > 1 && n /= 3 then (\\v -> v) . h $ [1 .. 10] else let q = 'c' in q \`seq\` undefined
  where
    g = do
      l <- getLine
      let r = [a + 1.5 | a <- l, a > 0]
      pure (r, -1)
    h = \\case { _ -> () }
(<+>) :: Int -> Int -> Int
a <+> b = a * b
infixl 6 <+>
`,
};

/** Pieces between the commas that are in no parentheses. */
function splitNames(list: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let name = "";
  for (const character of list) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) {
      names.push(name);
      name = "";
    } else name += character;
  }
  return [...names, name];
}

function parseImport(text: string): ParsedImport[] {
  const [, source, alias, hiding, list] =
    /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?([\w.']+)(?:\s+qualified)?(?:\s+as\s+([\w.']+))?(\s+hiding)?\s*(?:\(([\s\S]*)\))?\s*$/.exec(
      text,
    ) ?? [];
  if (source === undefined) return [];
  const isAll = list === undefined || hiding !== undefined;
  const listed = splitNames(list ?? "")
    .map((name) => name.trim().replace(/^(?:type|pattern)\s+/, ""))
    .map((name) => (name.startsWith("(") ? name.slice(1, name.indexOf(")")).trim() : name.replace(/\s*\([\s\S]*$/, "")))
    .filter((name) => name !== "");
  const names = isAll ? ["*"] : listed;
  const isQualified = /^import\s+(?:safe\s+)?qualified\b/.test(text) || /\squalified\s+as\b/.test(text);
  if (alias === undefined) return [{ source, names }];
  return [{ source, names: isQualified && isAll ? [alias] : [alias, ...names] }];
}
