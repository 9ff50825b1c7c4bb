(comment) @comment
(ERROR) @error
(preproc_include) @import.text

; --- macros; the one that guards a header against being read twice is none

(translation_unit (preproc_ifdef "#ifndef" (identifier) @_guard . (preproc_def name: (identifier) @name !value) @symbol.macro . (_)) .
  (#eq? @name @_guard) (#set! keep "with-members"))
(translation_unit (preproc_ifdef "#ifndef" (identifier) @_guard . (preproc_def name: (identifier) @name !value) @symbol.macro . (_)) . (comment) .
  (#eq? @name @_guard) (#set! keep "with-members"))
(preproc_def name: (identifier) @name) @symbol.macro
(preproc_function_def name: (identifier) @name value: (_) @body) @symbol.macro
(preproc_function_def name: (identifier) @name) @symbol.macro

; --- types

(struct_specifier name: (type_identifier) @name body: (_) @body) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @symbol.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @symbol.enum
(enumerator name: (identifier) @name) @symbol.enum-member
(type_definition type: (struct_specifier !name body: (_) @body) declarator*: (type_identifier) @name) @symbol.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator*: (type_identifier) @name) @symbol.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator*: (type_identifier) @name) @symbol.enum
(type_definition declarator*: (type_identifier) @name) @symbol.type
(type_definition type: [
  (struct_specifier name: (_) body: (_))
  (union_specifier name: (_) body: (_))
  (enum_specifier name: (_) body: (_))
] @wrapped) @statement

(field_declaration type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  declarator*: (field_identifier) @name) @symbol.field
(field_declaration declarator*: (field_identifier) @name) @symbol.field

; --- functions and variables; a prototype counts where there is no definition

(function_definition declarator*: (function_declarator declarator: (identifier) @name) body: (_) @body) @symbol.function
(declaration declarator*: (function_declarator declarator: (identifier) @name) (#set! keep "if-only")) @symbol.function
; int (name)(void): no macro of that name is meant.
(function_definition declarator*: (function_declarator declarator: (parenthesized_declarator (identifier) @name)) body: (_) @body) @symbol.function
(declaration declarator*: (function_declarator declarator: (parenthesized_declarator (identifier) @name)) (#set! keep "if-only")) @symbol.function
(declaration "extern" declarator*: (identifier) @name (#set! keep "if-only")) @symbol.variable
(declaration declarator*: (identifier) @name) @symbol.variable

(storage_class_specifier) @modifier
[(attribute_specifier) (attribute_declaration) (ms_declspec_modifier)] @decorator

; --- what a macro makes a function of: TEST(shop, opens) {}, after which the grammar misses a semicolon

(translation_unit (expression_statement (call_expression function: (identifier) @name)) @symbol.function . (compound_statement) @body @end)
(declaration_list (expression_statement (call_expression function: (identifier) @name)) @symbol.function . (compound_statement) @body @end)
(preproc_if (expression_statement (call_expression function: (identifier) @name)) @symbol.function . (compound_statement) @body @end
  (#set! keep "outside-functions"))
(preproc_ifdef (expression_statement (call_expression function: (identifier) @name)) @symbol.function . (compound_statement) @body @end
  (#set! keep "outside-functions"))
(preproc_else (expression_statement (call_expression function: (identifier) @name)) @symbol.function . (compound_statement) @body @end
  (#set! keep "outside-functions"))
(function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier)) body: (_) @body) @symbol.function

; --- scopes and branches

; No block stands outside of functions.
(translation_unit (compound_statement) @scope)
(declaration_list (compound_statement) @scope)
(preproc_if (compound_statement) @scope)
(preproc_ifdef (compound_statement) @scope)
(preproc_else (compound_statement) @scope)
(function_definition body: (_) @scope)
; int old(a) int a; {}
(function_definition (declaration) @scope)

[(if_statement) (for_statement) (while_statement) (do_statement) (conditional_expression)] @branch
["case" "&&" "||"] @branch
