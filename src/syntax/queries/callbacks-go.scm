; Function literals that something else will call, and functions that only pass their parameters on.

(go_statement (call_expression function: (func_literal) @callback.goroutine))
(go_statement (call_expression arguments: (argument_list (func_literal) @callback.goroutine)))
(go_statement (call_expression function: (_) @callee arguments: (argument_list (func_literal) @callback.goroutine)))
(defer_statement (call_expression function: (func_literal) @callback.deferred))
(defer_statement (call_expression arguments: (argument_list (func_literal) @callback.deferred)))
(defer_statement (call_expression function: (_) @callee arguments: (argument_list (func_literal) @callback.deferred)))

(call_expression function: (_) @callee arguments: (argument_list (func_literal) @callback.argument))
(call_expression
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @event (func_literal) @callback.argument))
(expression_statement (call_expression arguments: (argument_list (func_literal) @callback.argument)) @unused)

(literal_value (keyed_element
  key: (literal_element) @property value: (literal_element (func_literal) @callback.property))) @holder
(assignment_statement left: (expression_list . (selector_expression) @property .)
  right: (expression_list . (func_literal) @callback.assigned .))

(composite_literal type: (_) @owner body: (literal_value) @held)

(function_declaration parameters: (_) @forward.parameters body: (block (statement_list . [
  (return_statement (expression_list . (call_expression arguments: (argument_list) @forward.arguments) .))
  (expression_statement (call_expression arguments: (argument_list) @forward.arguments))
] .)) @forward)
(method_declaration parameters: (_) @forward.parameters body: (block (statement_list . [
  (return_statement (expression_list . (call_expression arguments: (argument_list) @forward.arguments) .))
  (expression_statement (call_expression arguments: (argument_list) @forward.arguments))
] .)) @forward)
