(comment) @comment
(ERROR) @error
(command . (command_name (word) @_how) . (_) @source (#any-of? @_how "source" ".")) @import

(function_definition name: (_) @name body: (_) @body) @symbol.function
(command name: (command_name (word) @_how) argument: (concatenation . (word) @name) (#eq? @_how "alias")) @symbol.function

(declaration_command (word) @_flag (variable_assignment name: (variable_name) @name)
  (#match? @_flag "^-[a-zA-Z]*r")) @symbol.constant
(declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @symbol.constant
(declaration_command (variable_assignment name: (variable_name) @name)) @symbol.variable
(program (variable_assignment name: (variable_name) @name) @symbol.variable)
(if_statement (variable_assignment name: (variable_name) @name) @symbol.variable)
(else_clause (variable_assignment name: (variable_name) @name) @symbol.variable)

(function_definition body: (_) @scope)

[
  (if_statement) (elif_clause) (for_statement) (c_style_for_statement) (while_statement)
  "&&" "||"
] @branch
; The first one is the way through that every choice has.
(case_statement (case_item) . (case_item) @branch)
