/** One piece of advice; it is given when every tool it names exists on the surface. */
interface Advice {
  readonly needs: readonly string[];
  readonly text: string;
}
interface Topic {
  readonly title: string;
  readonly advice: readonly Advice[];
}

const topics: readonly Topic[] = [
  {
    title: "Reading code",
    advice: [
      {
        needs: ["pilens_module_report"],
        text: "Before opening a file you don't know, call pilens_module_report with view=compact: its symbols, exports and imports with line ranges, for a fraction of the file.",
      },
      {
        needs: ["pilens_module_report"],
        text: "With a question in mind pass it as focus; recommendedReads then names what to read first.",
      },
      {
        needs: ["pilens_read_symbol"],
        text: "To read one function, class or method, call pilens_read_symbol with file and symbol instead of guessing a line range; members are Class.member.",
      },
      {
        needs: ["pilens_read_enclosing"],
        text: "With a line number only (a stack trace, a search hit, a diagnostic), call pilens_read_enclosing: it returns the smallest function, method or callback around it.",
      },
    ],
  },
  {
    title: "Searching",
    advice: [
      {
        needs: ["pilens_symbol_search"],
        text: "Where is something defined or named: pilens_symbol_search.",
      },
      {
        needs: ["pilens_ast_grep_search"],
        text: "Every place a shape of code occurs: pilens_ast_grep_search. `$X` stands for one node, `$$$` for any number, e.g. pattern=fetch($URL, $$$) lang=typescript. It matches code, never comments or strings.",
      },
      {
        needs: ["pilens_ast_grep_search"],
        text: "A pattern that finds nothing where you expect a match: repeat it with dump=true and compare the node kinds.",
      },
      {
        needs: ["pilens_ast_grep_search", "pilens_read_enclosing"],
        text: "From a hit, go on with pilens_read_enclosing on its file and line.",
      },
      {
        needs: ["pilens_project_report"],
        text: "New to the project: pilens_project_report names its hubs and entry points.",
      },
    ],
  },
  {
    title: "Changing code",
    advice: [
      {
        needs: ["pilens_ast_grep_replace"],
        text: "The same change in many places: pilens_ast_grep_replace shows the edits first and writes them only with apply=true.",
      },
      {
        needs: ["pilens_diagnostics"],
        text: "After an edit: pilens_diagnostics with source=lsp and the files you changed.",
      },
    ],
  },
  {
    title: "When something looks wrong",
    advice: [
      {
        needs: ["pilens_health"],
        text: "pilens_health tells what works here and what ran worse than it should.",
      },
      {
        needs: ["pilens_effective_config"],
        text: "pilens_effective_config tells which settings hold and where each comes from.",
      },
    ],
  },
];

const rules: readonly string[] = [
  "An answer that starts with partial:, pending:, stale: or unavailable: did not look everywhere; the line says what is missing and what to do. Without such a line it is complete.",
  "Lines are 1-based. Paths are relative to the workspace root; pass cwd to start elsewhere.",
  "An argument that was not understood is named in the answer; nothing is dropped in silence.",
];

/** What to use when, for the model. Names only tools out of `toolNames`; a test holds it to 60 lines. */
export function createInstructions(toolNames: readonly string[]): string {
  const available = new Set(toolNames);
  const lines = ["Reticle answers questions about code by its structure: outlines, symbol reads, structural search."];
  for (const { title, advice } of topics) {
    const given = advice.filter(({ needs }) => needs.every((name) => available.has(name)));
    if (given.length > 0) lines.push("", `${title}:`, ...given.map(({ text }) => `- ${text}`));
  }
  lines.push("", "Answers:", ...rules.map((rule) => `- ${rule}`));
  return lines.join("\n");
}
