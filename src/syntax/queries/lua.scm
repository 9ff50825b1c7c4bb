(comment) @comment
(ERROR) @error

(assignment_statement
  (variable_list (identifier) @name)
  (expression_list . (function_call name: (identifier) @_how arguments: (arguments (string content: (_) @source))))
  (#eq? @_how "require")) @import
(assignment_statement
  (variable_list (identifier) @name)
  (expression_list . (dot_index_expression table:
    (function_call name: (identifier) @_how arguments: (arguments (string content: (_) @source)))))
  (#eq? @_how "require")) @import
(chunk (function_call name: (identifier) @_how arguments: (arguments (string content: (_) @source))) @import
  (#eq? @_how "require"))

; --- functions; "M:f" is called "M.f", as it is the same one

(function_declaration name: (identifier) @name body: (_) @body) @symbol.function
(function_declaration name: (identifier) @name parameters: (_) @head) @symbol.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) body: (_) @body) @symbol.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name)
  parameters: (_) @head) @symbol.function
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name)
  body: (_) @body) @symbol.method
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name)
  parameters: (_) @head) @symbol.method

(assignment_statement (variable_list . (identifier) @name)
  (expression_list . (function_definition body: (_) @body) @value)) @symbol.function
(assignment_statement (variable_list . (identifier) @name)
  (expression_list . (function_definition parameters: (_) @head) @value)) @symbol.function
(assignment_statement (variable_list . [
    (dot_index_expression table: (_) @owner field: (_) @name)
    (bracket_index_expression table: (_) @owner field: (string) @name)])
  (expression_list . (function_definition body: (_) @body) @value)) @symbol.function
(assignment_statement (variable_list . [
    (dot_index_expression table: (_) @owner field: (_) @name)
    (bracket_index_expression table: (_) @owner field: (string) @name)])
  (expression_list . (function_definition parameters: (_) @head) @value)) @symbol.function
(table_constructor (field name: [(identifier) (string)] @name
  value: (function_definition body: (_) @body) @value) @symbol.method) @within
(table_constructor (field name: [(identifier) (string)] @name
  value: (function_definition parameters: (_) @head) @value) @symbol.method) @within

(table_constructor (field name: [(identifier) (string)] @name value: (table_constructor) @body
  (#set! keep "with-members")) @symbol.field) @within

; --- variables and tables

(assignment_statement (variable_list . (identifier) @name)
  (expression_list . (function_call name: (identifier) @_how)) (#any-of? @_how "class" "Class")) @symbol.class
(assignment_statement (variable_list . (identifier) @name . (attribute (identifier) @_how))
  (#eq? @_how "const")) @symbol.constant
(assignment_statement (variable_list . (identifier) @name)
  (expression_list . (table_constructor) @body)) @symbol.variable
(assignment_statement (variable_list (identifier) @name)) @symbol.variable
(assignment_statement (variable_list . (dot_index_expression table: (_) @owner field: (_) @name))
  (expression_list . (table_constructor) @body)) @symbol.variable
(assignment_statement (variable_list (dot_index_expression table: (_) @owner field: (_) @name))) @symbol.variable
(variable_declaration (variable_list (identifier) @name)) @symbol.variable

(variable_declaration "local" @modifier (assignment_statement) @wrapped) @statement
(variable_declaration "local" @modifier)
(function_declaration "local" @modifier)

; --- what the module returns

(chunk (return_statement (expression_list . (identifier) @export.name .)) @export)
(chunk (return_statement (expression_list . (function_call
  name: (identifier) @_how arguments: (arguments . (identifier) @export.name)) .)) @export
  (#eq? @_how "setmetatable"))
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @export.name value: (identifier) @export.local) @export) .)))
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @name value: (function_definition body: (_) @body) @value) @symbol.function) .)))
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @name value: (function_definition parameters: (_) @head) @value) @symbol.function) .)))

; --- scopes and branches

(function_declaration body: (_) @scope)
(function_declaration !body parameters: (_) @scope)
(function_definition body: (_) @scope)
(function_definition !body parameters: (_) @scope)

[
  (if_statement) (elseif_statement) (for_statement) (while_statement) (repeat_statement)
  "and" "or"
] @branch
