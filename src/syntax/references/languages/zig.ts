import type { ReferenceRules } from "../reference-rules.ts";

export const zigReferences: ReferenceRules = {
  names: ["identifier"],
  places: {
    same: ["pointer_type *", "optional_type *", "error_union_type *", "parenthesized_expression -"],
    skip: ["break_label *", "block_label *"],
    call: ["call_expression function"],
    new: ["struct_initializer -"],
    type: ["parameter type", "container_field type", "function_declaration type", "variable_declaration type"],
    write: ["assignment_expression left"],
    parameter: ["parameter name", "payload -"],
    variable: ["variable_declaration -"],
    outer: ["function_declaration name"],
    member: ["container_field name"],
  },
  members: ["field_expression member object"],
  scopes: {
    functions: ["function_declaration", "test_declaration"],
    blocks: ["block", "for_statement", "while_statement", "if_statement", "switch_case"],
    types: ["struct_declaration", "enum_declaration", "union_declaration"],
  },
  namesTypesAround: true,
  firstOnly: ["variable_declaration", "container_field"],
  typeOf: {
    type: ["parameter type", "variable_declaration type", "container_field type"],
    value: ["variable_declaration >struct_initializer"],
  },
  typeWrappers: ["pointer_type", "optional_type"],
  ignored: ["_", "std"],
};
