import type { ReferenceRules } from "../reference-rules.ts";

export const nixReferences: ReferenceRules = {
  names: ["identifier"],
  places: {
    same: ["variable_expression name", "attrpath attr", "parenthesized_expression expression"],
    call: ["apply_expression function"],
    parameter: ["formal name", "function_expression universal"],
    variable: ["binding attrpath"],
  },
  members: ["attrpath attr ^"],
  scopes: {
    functions: ["function_expression"],
    blocks: ["let_expression"],
    // What a set declares is reached through it, also where its own values may name it alone.
    types: ["attrset_expression", "rec_attrset_expression"],
  },
  ignored: ["abort", "builtins", "false", "import", "map", "null", "throw", "toString", "true"],
};
