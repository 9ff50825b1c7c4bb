; Functions without a name that something else will call.

(function_call name: (_) @callee arguments: (arguments (function_definition) @callback.argument))
(function_call arguments: (arguments . (string) @event (function_definition) @callback.argument))

(table_constructor (field name: (_) @property value: (function_definition) @callback.property)) @holder
(assignment_statement (variable_list . [(dot_index_expression) (bracket_index_expression)] @property .)
  (expression_list . (function_definition) @callback.assigned .))

(function_call name: (_) @owner arguments: (arguments (table_constructor) @held))
(assignment_statement (variable_list . (_) @owner .) (expression_list . (table_constructor) @held .))
(field name: (_) @owner value: (table_constructor) @held)

; --- functions that are one call

(function_declaration parameters: (_) @forward.parameters body: (block . [
  (return_statement (expression_list . (function_call arguments: (arguments) @forward.arguments) .))
  (function_call arguments: (arguments) @forward.arguments)
] .) @forward)
