import type { ReferenceRules } from "../reference-rules.ts";

export const haskellReferences: ReferenceRules = {
  names: ["variable", "constructor"],
  typeNames: ["name"],
  places: {
    same: ["parens *", "apply argument", "tuple *", "list *", "strict *"],
    skip: ["signature name", "field_name -", "signature names", "binding_list *", "module *"],
    call: ["apply function", "infix operator"],
    extends: ["instance name"],
    parameter: ["patterns *", "type_params *", "quantified_variables *"],
    variable: ["bind pattern", "alternative pattern", "generator pattern"],
    outer: ["function name", "bind name"],
  },
  paths: ["qualified id module"],
  scopes: {
    functions: ["function"],
    lambdas: ["lambda"],
    blocks: ["do", "alternative", "let_in", "data_type", "class", "instance", "bind"],
  },
  bindsLowerCaseOnly: true,
  imports: ["imports", "header"],
};
