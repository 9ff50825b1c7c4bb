(comment) @comment
(ERROR) @error
(import_directive) @import.text

(contract_declaration name: (_) @name body: (_) @body) @symbol.class
(interface_declaration name: (_) @name body: (_) @body) @symbol.interface
(library_declaration name: (_) @name body: (_) @body) @symbol.module
(struct_declaration name: (_) @name body: (_) @body) @symbol.struct
(struct_member name: (_) @name) @symbol.field
(enum_declaration name: (_) @name body: (_) @body) @symbol.enum
(enum_value) @symbol.enum-member @name
(user_defined_type_definition name: (_) @name) @symbol.type
(event_definition name: (_) @name) @symbol.type
(error_declaration name: (_) @name) @symbol.type

(function_definition name: (_) @name (visibility) @modifier body: (_) @body) @symbol.function
(function_definition name: (_) @name (visibility) @modifier) @symbol.function
(function_definition name: (_) @name body: (_) @body) @symbol.function
(function_definition name: (_) @name) @symbol.function
(modifier_definition name: (_) @name body: (_) @body) @symbol.function
(modifier_definition name: (_) @name) @symbol.function
(constructor_definition "constructor" @name body: (_) @body) @symbol.constructor
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @symbol.function
(fallback_receive_definition ["receive" "fallback"] @name) @symbol.function

(state_variable_declaration "constant" name: (_) @name) @symbol.constant
(state_variable_declaration name: (_) @name) @symbol.field
(constant_variable_declaration name: (_) @name) @symbol.constant
(state_variable_declaration visibility: (_) @modifier)

(function_definition body: (_) @scope)
(modifier_definition body: (_) @scope)
(constructor_definition body: (_) @scope)
(fallback_receive_definition body: (_) @scope)

[
  (if_statement) (for_statement) (while_statement) (do_while_statement) (catch_clause) (ternary_expression)
  (yul_if_statement) (yul_for_statement)
  "case" "&&" "||"
] @branch
