[(comment) (block_comment)] @comment
(ERROR) @error
(compilation_unit . (package_clause name: (_) @package))
(import_declaration) @import.text

; --- types; the fields of a constructor stand before the body

(class_definition name: (_) @name @members body: (_) @body) @symbol.class
(class_definition name: (_) @name @members) @symbol.class
(object_definition name: (_) @name body: (_) @body) @symbol.class
(object_definition name: (_) @name) @symbol.class
(package_object name: (_) @name body: (_) @body) @symbol.class
(trait_definition name: (_) @name @members body: (_) @body) @symbol.trait
(trait_definition name: (_) @name @members) @symbol.trait
(enum_definition name: (_) @name @members body: (_) @body) @symbol.enum
(simple_enum_case name: (_) @name) @symbol.enum-member
(full_enum_case name: (_) @name) @symbol.enum-member
(enum_case_definitions [(simple_enum_case) (full_enum_case)] @wrapped) @statement
(package_clause name: (_) @name body: (_) @body) @symbol.namespace
(type_definition name: (_) @name) @symbol.type
; What an extension or a nameless given adds belongs to the type.
(extension_definition (parameters . (parameter type: (_) @name)) . [(function_definition) (template_body)] @body) @symbol.impl
(extension_definition (parameters . (parameter type: (_) @name))) @symbol.impl
(given_definition !name return_type: (_) @name body: (_) @body) @symbol.impl
(given_definition name: (_) @name body: (with_template_body) @body) @symbol.impl
(given_definition name: (_) @name) @symbol.constant

(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @symbol.field))
(class_parameter ["val" "var"] name: (_) @name) @symbol.field

; --- functions and values

(function_definition name: (identifier) @name body: (_) @body (#eq? @name "this")) @symbol.constructor
(function_definition name: (_) @name body: (_) @body) @symbol.function
(function_definition name: (_) @name) @symbol.function
(function_declaration name: (_) @name) @symbol.function

(template_body [
  (val_definition pattern: [(identifier) @name (tuple_pattern (identifier) @name) (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (tuple_pattern (identifier) @name) (identifiers (identifier) @name)])
  (val_declaration name: (_) @name)
  (var_declaration name: (_) @name)
] @symbol.field)
(enum_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
] @symbol.field)
(with_template_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
] @symbol.field)
(val_definition pattern: [(identifier) @name (tuple_pattern (identifier) @name) (identifiers (identifier) @name)]) @symbol.variable
(var_definition pattern: [(identifier) @name (tuple_pattern (identifier) @name) (identifiers (identifier) @name)]) @symbol.variable

(access_modifier) @modifier
(annotation) @decorator

; --- scopes and branches

(function_definition body: (_) @scope)
(lambda_expression (_) @scope .)
(val_definition value: [(block) (indented_block)] @scope)

[(if_expression) (for_expression) (while_expression) (do_while_expression) (catch_clause) (guard)] @branch
; The first case is the way through that every match has.
(case_block . (_) (case_clause) @branch)
(indented_cases . (_) (case_clause) @branch)
(infix_expression operator: (operator_identifier) @branch (#any-of? @branch "&&" "||"))
