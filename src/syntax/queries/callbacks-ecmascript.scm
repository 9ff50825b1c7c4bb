; Function literals that something else will call, and functions that only pass their parameters on.

(call_expression function: (_) @callee
  arguments: (arguments [(arrow_function) (function_expression) (generator_function)] @callback.argument))
(new_expression constructor: (_) @callee
  arguments: (arguments [(arrow_function) (function_expression) (generator_function)] @callback.argument))
(call_expression arguments: (arguments . [(string) (template_string)] @event
  [(arrow_function) (function_expression) (generator_function)] @callback.argument))
; Nobody keeps what the call returns: the handle of a timer, the promise.
(expression_statement (call_expression arguments: (arguments
  [(arrow_function) (function_expression)] @callback.argument)) @unused)

(object (pair key: (_) @property
  value: [(arrow_function) (function_expression) (generator_function)] @callback.property)) @holder
(object (method_definition name: (_) @property) @callback.property) @holder
(assignment_expression left: (member_expression) @property
  right: [(arrow_function) (function_expression) (generator_function)] @callback.assigned)

; --- who holds an object

(call_expression function: (_) @owner arguments: (arguments (object) @held))
(new_expression constructor: (_) @owner arguments: (arguments (object) @held))
(variable_declarator name: (identifier) @owner value: (object) @held)
(assignment_expression left: [(identifier) (member_expression)] @owner right: (object) @held)
(pair key: (_) @owner value: (object) @held)

; --- functions that are one call

(function_declaration parameters: (_) @forward.parameters body: (statement_block . [
  (return_statement [
    (call_expression arguments: (arguments) @forward.arguments)
    (await_expression (call_expression arguments: (arguments) @forward.arguments))
  ])
  (expression_statement [
    (call_expression arguments: (arguments) @forward.arguments)
    (await_expression (call_expression arguments: (arguments) @forward.arguments))
  ])
] .) @forward)
(method_definition parameters: (_) @forward.parameters body: (statement_block . [
  (return_statement [
    (call_expression arguments: (arguments) @forward.arguments)
    (await_expression (call_expression arguments: (arguments) @forward.arguments))
  ])
  (expression_statement [
    (call_expression arguments: (arguments) @forward.arguments)
    (await_expression (call_expression arguments: (arguments) @forward.arguments))
  ])
] .) @forward)
(function_expression parameters: (_) @forward.parameters body: (statement_block . [
  (return_statement (call_expression arguments: (arguments) @forward.arguments))
  (expression_statement (call_expression arguments: (arguments) @forward.arguments))
] .) @forward)
(arrow_function parameters: (_) @forward.parameters
  body: (call_expression arguments: (arguments) @forward.arguments) @forward)
(arrow_function parameter: (_) @forward.parameters
  body: (call_expression arguments: (arguments) @forward.arguments) @forward)
(arrow_function parameters: (_) @forward.parameters body: (statement_block . [
  (return_statement (call_expression arguments: (arguments) @forward.arguments))
  (expression_statement (call_expression arguments: (arguments) @forward.arguments))
] .) @forward)
