import type { ReferenceRules } from "../reference-rules.ts";

export const luaReferences: ReferenceRules = {
  names: ["identifier"],
  places: {
    same: ["parenthesized_expression -"],
    skip: ["field name", "goto_statement *", "label_statement *", "attribute *"],
    call: ["function_call name"],
    parameter: ["parameters name", "for_numeric_clause name"],
    outer: ["function_declaration name"],
    assigned: ["variable_list name"],
  },
  members: ["dot_index_expression field table", "method_index_expression method table"],
  scopes: { functions: ["function_declaration", "function_definition"], blocks: ["for_statement"] },
  selves: ["self"],
  ignored: ["ipairs", "next", "pairs", "print", "require", "self", "tostring", "type"],
};
