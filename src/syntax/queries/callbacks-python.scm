; Lambdas that something else will call, and functions that only pass their parameters on.

(call function: (_) @callee arguments: (argument_list (lambda) @callback.argument))
(call arguments: (argument_list . (string) @event (lambda) @callback.argument))
(call arguments: (argument_list (keyword_argument name: (identifier) @callee value: (lambda) @callback.argument)))
(expression_statement (call arguments: (argument_list (lambda) @callback.argument)) @unused)

(dictionary (pair key: (_) @property value: (lambda) @callback.property)) @holder
(assignment left: (attribute) @property right: (lambda) @callback.assigned)

(call function: (_) @owner arguments: (argument_list (dictionary) @held))
(assignment left: [(identifier) (attribute)] @owner right: (dictionary) @held)
(pair key: (_) @owner value: (dictionary) @held)

(function_definition parameters: (_) @forward.parameters body: (block . [
  (return_statement [
    (call arguments: (argument_list) @forward.arguments)
    (await (call arguments: (argument_list) @forward.arguments))
  ])
  (expression_statement [
    (call arguments: (argument_list) @forward.arguments)
    (await (call arguments: (argument_list) @forward.arguments))
  ])
] .) @forward)
(function_definition parameters: (_) @forward.parameters
  body: (block . (expression_statement (string)) . (return_statement [
    (call arguments: (argument_list) @forward.arguments)
    (await (call arguments: (argument_list) @forward.arguments))
  ]) .) @forward)
