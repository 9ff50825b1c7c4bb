// Shows the tree that queries are written for: named nodes with their fields, and the text of leaves.
//
//   npm run tree -- FILE…
//
// A language is known as soon as it has its row; its query may still be empty. Ends with exit code 2 on wrong usage.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Grammars, type LoadedGrammar } from "../src/syntax/grammars.ts";
import { languageOfText } from "../src/syntax/languages.ts";

type Tree = NonNullable<ReturnType<LoadedGrammar["parser"]["parse"]>>;

const MAX_TEXT_LENGTH = 60;

function showTree(tree: Tree): void {
  const cursor = tree.walk();
  let depth = 0;
  let isDone = false;
  while (!isDone) {
    const { currentNode: node, currentFieldName: field } = cursor;
    if (node.isNamed || node.isMissing) {
      const text = node.childCount === 0 ? ` ${JSON.stringify(node.text.slice(0, MAX_TEXT_LENGTH))}` : "";
      const name = `${field === null ? "" : `${field}: `}${node.isMissing ? "MISSING " : ""}${node.type}`;
      console.log(`${"  ".repeat(depth)}${name}${text}  ${node.startPosition.row + 1}`);
    }
    if (cursor.gotoFirstChild()) {
      depth += 1;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      depth -= 1;
      isDone = !cursor.gotoParent();
      if (isDone) break;
    }
  }
  cursor.delete();
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("name at least one file");
  process.exitCode = 2;
}
const grammars = new Grammars();
for (const path of paths) {
  const text = readFileSync(path, "utf8");
  const language = languageOfText(basename(path), text);
  if (language === undefined) {
    console.error(`no language has the extension of "${path}": give it a row in src/syntax/languages.ts`);
    process.exitCode = 2;
    continue;
  }
  const { parser } = await grammars.load(language);
  const tree = parser.parse(language.prepare?.(text) ?? text);
  if (tree === null) throw new Error(`${language.id}: no tree`);
  showTree(tree);
  tree.delete();
}
await grammars.dispose();
