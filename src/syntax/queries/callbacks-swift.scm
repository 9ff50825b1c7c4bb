; Closures that something else will call, and functions that only pass their parameters on.

(call_expression . (_) @callee (call_suffix [
  (lambda_literal) @callback.argument
  (value_arguments (value_argument !name value: (lambda_literal) @callback.argument))
  (value_arguments (value_argument name: (value_argument_label) @label value: (lambda_literal) @callback.argument))
]))
(call_expression . (_) @callee (call_suffix (simple_identifier) @label . (lambda_literal) @callback.argument))
(call_suffix (value_arguments . (value_argument !name value: (line_string_literal) @event))
  (lambda_literal) @callback.argument)
(value_arguments . (value_argument !name value: (line_string_literal) @event)
  (value_argument value: (lambda_literal) @callback.argument))
(statements (call_expression (call_suffix (lambda_literal) @callback.argument)) @unused)

(dictionary_literal (_) @property . (lambda_literal) @callback.property) @holder
(assignment target: (directly_assignable_expression (navigation_expression)) @property
  result: (lambda_literal) @callback.assigned)

(property_declaration name: (pattern) @owner value: (dictionary_literal) @held)
(call_expression . (_) @owner (call_suffix (value_arguments (value_argument value: (dictionary_literal) @held))))

; The parameters have no node of their own.
(function_declaration (parameter) @forward.parameter body: (function_body) @forward)
(function_declaration body: (function_body . (statements . [
  (call_expression (call_suffix . (value_arguments) @forward.arguments .))
  (try_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .)))
  (await_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .)))
  (try_expression expr: (await_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .))))
  (control_transfer_statement result: [
    (call_expression (call_suffix . (value_arguments) @forward.arguments .))
    (try_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .)))
    (await_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .)))
    (try_expression expr: (await_expression expr: (call_expression (call_suffix . (value_arguments) @forward.arguments .))))
  ])
] .) .) @forward)
