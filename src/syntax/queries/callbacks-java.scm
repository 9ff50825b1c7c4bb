; Lambdas that something else will call, and methods that only pass their parameters on.

(method_invocation name: (_) @callee arguments: (argument_list (lambda_expression) @callback.argument))
(object_creation_expression type: (_) @callee arguments: (argument_list (lambda_expression) @callback.argument))
(method_invocation arguments: (argument_list . (string_literal) @event (lambda_expression) @callback.argument))

(assignment_expression left: (field_access) @property right: (lambda_expression) @callback.assigned)

(method_declaration parameters: (_) @forward.parameters body: (block . [
  (return_statement (method_invocation arguments: (_) @forward.arguments))
  (expression_statement (method_invocation arguments: (_) @forward.arguments))
] .) @forward)
