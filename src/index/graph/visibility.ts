/**
 * How far a name reaches that is used without an import: only in its file; in all files of the folder (a package);
 * in the whole program.
 */
export type NameReach = "file" | "folder" | "program";

export interface Visibility {
  /** Languages of one family call each other. */
  readonly family: string;
  readonly reach: NameReach;
  /** A member of the class around is used without a word for the object. */
  readonly hasImplicitThis?: true;
  /** Code right in the body of a class names its members alone. */
  readonly hasClassScope?: true;
  /** Members of a type may be declared in other files than the type. */
  readonly hasOpenTypes?: true;
  /** What follows the name of a module that lies in the folder of another. */
  readonly submodules?: readonly string[];
  /** A file is a component; what its script declares stands in that. */
  readonly isComponent?: true;
  /** What a module imports, others can import from it. */
  readonly passesImportsOn?: true;
}

/** Of the languages whose declarations templates use. */
export const SCRIPT_FAMILY = "script";
const SCRIPT: Visibility = { family: SCRIPT_FAMILY, reach: "file" };
const COMPONENT: Visibility = { ...SCRIPT, isComponent: true };
const JVM: Visibility = { family: "jvm", reach: "folder", hasImplicitThis: true };
const C: Visibility = { family: "c", reach: "program", hasImplicitThis: true, hasOpenTypes: true };

const visibilities: ReadonlyMap<string, Visibility> = new Map([
  ["typescript", SCRIPT],
  ["tsx", SCRIPT],
  ["javascript", SCRIPT],
  ["jsx", SCRIPT],
  ["vue", COMPONENT],
  ["svelte", COMPONENT],
  [
    "python",
    {
      family: "python",
      reach: "file",
      hasClassScope: true,
      passesImportsOn: true,
      submodules: [".py", "/__init__.py"],
    },
  ],
  ["go", { family: "go", reach: "folder", hasOpenTypes: true }],
  [
    "rust",
    { family: "rust", reach: "file", hasOpenTypes: true, passesImportsOn: true, submodules: [".rs", "/mod.rs"] },
  ],
  ["java", JVM],
  ["kotlin", { ...JVM, hasOpenTypes: true }],
  ["scala", { ...JVM, hasOpenTypes: true }],
  ["csharp", { family: "csharp", reach: "program", hasImplicitThis: true, hasOpenTypes: true }],
  ["swift", { family: "swift", reach: "program", hasImplicitThis: true, hasOpenTypes: true }],
  ["c", C],
  ["cpp", C],
  ["php", { family: "php", reach: "program" }],
  ["ruby", { family: "ruby", reach: "program", hasImplicitThis: true, hasOpenTypes: true }],
  ["dart", { family: "dart", reach: "file", hasImplicitThis: true }],
  ["solidity", { family: "solidity", reach: "file", hasImplicitThis: true }],
  ["lua", { family: "lua", reach: "program" }],
  ["elixir", { family: "elixir", reach: "program" }],
]);

/** Of a language without a row, names are matched within the language and never for certain across files. */
export function visibilityOf(language: string): Visibility {
  return visibilities.get(language) ?? { family: language, reach: "file" };
}
