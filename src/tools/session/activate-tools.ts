import { complete } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import { defineTool } from "../core/declaration.ts";
import { loaderName } from "../core/spec-table.ts";

interface Activation {
  /** Of the names asked for, those that can be activated; each once, in the order asked for. */
  readonly matches: readonly string[];
  /** Of these, what was not active before. */
  readonly added: readonly string[];
  /** Of the names asked for, those that nothing bears. */
  readonly unknown: readonly string[];
}

export const activateTools = defineTool({
  name: loaderName,
  title: "Activate tools",
  tier: "read",
  description: "Activates further tools by name, from the next turn on.",
  example: { tools: ["ast_grep_search"] },
  input: {
    type: "object",
    properties: {
      tools: { type: "array", items: { type: "string" }, minItems: 1, description: "Names of tools." },
    },
    required: ["tools"],
  },
  needs: ["toolActivation"],
  parallel: false,
  run: ({ tools }, { activation }) => {
    if (activation === undefined) throw new ReticleError("internal", "no host activates tools for this run");
    const catalogue = activation.catalogue();
    const asked = [...new Set(tools)];
    const matches = asked.filter((name) => catalogue.includes(name));
    if (matches.length === 0) throw noneOf(asked, catalogue);
    const unknown = asked.filter((name) => !catalogue.includes(name));
    return Promise.resolve({ coverage: complete, facts: { matches, added: activation.activate(matches), unknown } });
  },
  format: ({ facts }) => formatActivation(facts),
  details: ({ facts: { matches, added } }) => ({ matches: [...matches], added: [...added] }),
  summary: ({ facts: { added } }) => (added.length === 0 ? "nothing new" : added.join(", ")),
});

function formatActivation({ matches, added, unknown }: Activation): string {
  const already = matches.filter((name) => !added.includes(name));
  return [
    ...(added.length === 0 ? [] : [`Activated: ${added.join(", ")}. Available starting next turn.`]),
    ...(already.length === 0 ? [] : [`Already active: ${already.join(", ")}.`]),
    ...(unknown.length === 0
      ? []
      : [`Not known, left out: ${unknown.map((name) => JSON.stringify(name)).join(", ")}.`]),
  ].join("\n");
}

function noneOf(asked: readonly string[], catalogue: readonly string[]): ReticleError {
  const names = asked.map((name) => JSON.stringify(name)).join(", ");
  return new ReticleError("invalid_input", `\`tools\` names nothing that can be activated: ${names}`, {
    hint: catalogue.length === 0 ? "there is no further tool here" : `choose from ${catalogue.join(", ")}`,
  });
}
