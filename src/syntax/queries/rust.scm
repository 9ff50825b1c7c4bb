[(line_comment) (block_comment)] @comment
(ERROR) @error
(use_declaration) @import.text
(extern_crate_declaration name: (identifier) @source alias: (identifier) @name) @import
(extern_crate_declaration name: (identifier) @source @name !alias) @import

(function_item name: (_) @name body: (_) @body) @symbol.function
(function_signature_item name: (_) @name) @symbol.function
(struct_item name: (_) @name body: (field_declaration_list) @body) @symbol.struct
(struct_item name: (_) @name) @symbol.struct
(union_item name: (_) @name body: (_) @body) @symbol.struct
(enum_item name: (_) @name body: (_) @body) @symbol.enum
(enum_variant name: (_) @name body: (field_declaration_list) @body) @symbol.enum-member
(enum_variant name: (_) @name) @symbol.enum-member
(field_declaration name: (_) @name) @symbol.field
(trait_item name: (_) @name body: (_) @body) @symbol.trait
(associated_type name: (_) @name) @symbol.type
(type_item name: (_) @name) @symbol.type
(const_item name: (_) @name) @symbol.constant
(static_item name: (_) @name) @symbol.variable
(mod_item name: (_) @name body: (_) @body) @symbol.module
(mod_item name: (_) @name) @symbol.module
(macro_definition name: (_) @name (macro_rule) @body) @symbol.macro
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
  (scoped_type_identifier name: (type_identifier) @name)
] body: (_) @body) @symbol.impl
(impl_item type: (_) @name body: (_) @body) @symbol.impl

(visibility_modifier) @modifier
["async" "for"] @modifier
(attribute_item) @decorator

(function_item body: (_) @scope)
(closure_expression body: (_) @scope)

[
  (if_expression) (for_expression) (while_expression) (loop_expression)
  "&&" "||"
] @branch
; The first arm is the way through that every match has.
(match_block . (_) (match_arm) @branch)
