(comment) @comment
(ERROR) @error

(variable_declaration . (identifier) @name (builtin_function (builtin_identifier) @_how
  (arguments (string (string_content) @source))) (#match? @_how "^@import$")) @import
(variable_declaration . (identifier) @name (field_expression object: (builtin_function (builtin_identifier) @_how
  (arguments (string (string_content) @source)))) (#match? @_how "^@import$")) @import
(using_namespace_declaration (builtin_function (builtin_identifier) @_how
  (arguments (string (string_content) @source))) @all (#match? @_how "^@import$")) @import
(source_file (variable_declaration "pub" . (identifier) @export.name (builtin_function (builtin_identifier) @_how
  (arguments (string (string_content) @source))) (#match? @_how "^@import$")) @export)
(source_file (variable_declaration "pub" . (identifier) @export.name
  (field_expression object: (builtin_function (builtin_identifier) @_how
    (arguments (string (string_content) @source)))) (#match? @_how "^@import$")) @export)

; --- types

(variable_declaration . (identifier) @name (struct_declaration "{" @body)) @symbol.struct
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @symbol.struct
(variable_declaration . (identifier) @name (opaque_declaration "{" @body)) @symbol.struct
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @symbol.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @symbol.enum
(enum_declaration (container_field name: (identifier) @name (#not-eq? @name "_")) @symbol.enum-member)
(error_set_declaration (identifier) @symbol.enum-member @name)
(container_field name: (identifier) @name (#not-eq? @name "_")) @symbol.field

; A function that returns a type is that type.
(function_declaration name: (_) @name body: (block (expression_statement (return_expression
  [(struct_declaration) (union_declaration) (opaque_declaration)]))) @body @unscoped) @symbol.struct
(function_declaration name: (_) @name body: (block (expression_statement (return_expression
  (enum_declaration)))) @body @unscoped) @symbol.enum

(function_declaration name: (_) @name body: (_) @body) @symbol.function
(function_declaration name: (_) @name) @symbol.function
(test_declaration [(string (string_content) @name) (identifier) @name] (block) @body) @symbol.function

(variable_declaration "const" . (identifier) @name (#not-eq? @name "_")) @symbol.constant
(variable_declaration "var" . (identifier) @name) @symbol.variable

["pub" "export"] @modifier

; --- scopes and branches

(function_declaration body: (_) @scope)
(test_declaration (block) @scope)

[
  (if_statement) (if_expression) (while_statement) (while_expression) (for_statement) (for_expression)
  (catch_expression)
  "and" "or" "orelse"
] @branch
; The first one is the way through that every choice has.
(switch_expression (switch_case) . (switch_case) @branch)
