/** A name that clients of earlier versions still call, and what it means now. */
export interface RetiredName {
  readonly name: string;
  /** The tool (own name) that answers, and with which it is switched off. */
  readonly target: string;
  /** Arguments it implies, in MCP's names; they win over what the call sends. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Its own argument names → the target's. */
  readonly rename: Readonly<Record<string, string>>;
  /** Whether undeclared arguments are reported. */
  readonly isChecked: boolean;
  /** Counted once per run. */
  readonly degradation: string;
}

const retiredNames: readonly RetiredName[] = [
  {
    name: "pilens_lsp_diagnostics",
    target: "lens_diagnostics",
    set: { source: "lsp", scope: "paths" },
    rename: {},
    isChecked: true,
    degradation: "lsp-diagnostics-compatibility",
  },
  {
    name: "pilens_ast_grep_dump",
    target: "ast_grep_search",
    set: { dump: true },
    rename: { source: "pattern" },
    isChecked: false,
    degradation: "ast-grep-dump-compatibility",
  },
];

export function findRetired(name: string): RetiredName | undefined {
  return retiredNames.find((retired) => retired.name === name);
}

/** The arguments of a call by a retired name, as its target takes them. */
export function translateRetired(
  retired: RetiredName,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const renamed = Object.entries(args).map(([key, value]) => [
    Object.hasOwn(retired.rename, key) ? retired.rename[key] : key,
    value,
  ]);
  return { ...Object.fromEntries(renamed), ...retired.set };
}
