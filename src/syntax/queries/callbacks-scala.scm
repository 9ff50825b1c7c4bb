; Functions, and blocks in place of arguments, that something else will call.

(call_expression function: (_) @callee arguments: [
  (arguments (lambda_expression) @callback.argument)
  (arguments (assignment_expression left: (identifier) @label right: (lambda_expression) @callback.argument))
  (block) @callback.argument
  (case_block) @callback.argument
  (colon_argument) @callback.argument
])
(instance_expression . (_) @callee arguments: (arguments (lambda_expression) @callback.argument))
(call_expression arguments: (arguments . (string) @event (lambda_expression) @callback.argument))
(call_expression function: (call_expression arguments: (arguments . (string) @event))
  arguments: [(block) (case_block) (colon_argument)] @callback.argument)
(call_expression function: (call_expression arguments: (arguments . (string) @event))
  arguments: (arguments (lambda_expression) @callback.argument))

(assignment_expression left: (field_expression) @property right: (lambda_expression) @callback.assigned)
; Map("open" -> (path => path))
(call_expression function: (_) @owner arguments: (arguments (infix_expression left: (string) @property
  right: (parenthesized_expression (lambda_expression) @callback.property))))

; --- functions that are one call

(function_definition parameters: (_) @forward.parameters body: [
  (call_expression arguments: (arguments) @forward.arguments)
  (block . (call_expression arguments: (arguments) @forward.arguments) .)
] @forward)
