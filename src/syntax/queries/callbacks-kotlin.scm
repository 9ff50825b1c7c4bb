; Lambdas that something else will call, and functions that only pass their parameters on.

(call_expression . (_) @callee (call_suffix [
  (annotated_lambda (lambda_literal) @callback.argument)
  (value_arguments (value_argument . [(lambda_literal) (anonymous_function)] @callback.argument .))
  (value_arguments
    (value_argument . (simple_identifier) @label . [(lambda_literal) (anonymous_function)] @callback.argument .))
]))
(call_suffix (value_arguments . (value_argument . (string_literal) @event .))
  (annotated_lambda (lambda_literal) @callback.argument))
(call_suffix (value_arguments . (value_argument . (string_literal) @event .)
  (value_argument [(lambda_literal) (anonymous_function)] @callback.argument .)))
(statements (call_expression (call_suffix [
  (annotated_lambda (lambda_literal) @callback.argument)
  (value_arguments (value_argument (lambda_literal) @callback.argument))
])) @unused)

; mapOf("open" to { })
(call_expression . (_) @owner (call_suffix (value_arguments (value_argument
  (infix_expression . (string_literal) @property . (simple_identifier) . (lambda_literal) @callback.property .)))))
(assignment . (directly_assignable_expression (navigation_suffix)) @property
  . [(lambda_literal) (anonymous_function)] @callback.assigned)

(function_declaration (function_value_parameters) @forward.parameters (function_body . [
  (call_expression (call_suffix . (value_arguments) @forward.arguments .))
  (statements . [
    (call_expression (call_suffix . (value_arguments) @forward.arguments .))
    (jump_expression . (call_expression (call_suffix . (value_arguments) @forward.arguments .)) .)
  ] .)
] .) @forward)
