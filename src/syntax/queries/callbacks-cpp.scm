; Lambdas that something else will call.

(call_expression function: (_) @callee arguments: (argument_list (lambda_expression) @callback.argument))
(call_expression arguments: (argument_list . (string_literal) @event (lambda_expression) @callback.argument))
(new_expression type: (_) @callee arguments: (argument_list (lambda_expression) @callback.argument))
; std::thread t([] {}); std::thread u{[] {}};
(declaration type: (_) @callee declarator: (init_declarator value: (argument_list (lambda_expression) @callback.argument)))
(declaration type: (qualified_identifier) @callee
  declarator: (init_declarator value: (initializer_list . (lambda_expression) @callback.argument .)))
(compound_literal_expression type: (_) @callee
  value: (initializer_list . (lambda_expression) @callback.argument .))
(expression_statement (call_expression arguments: (argument_list (lambda_expression) @callback.argument)) @unused)

(initializer_list (initializer_pair designator: (field_designator (_) @property)
  value: (lambda_expression) @callback.property)) @holder
(initializer_list (initializer_list . (string_literal) @property . (lambda_expression) @callback.property .)) @holder
(assignment_expression left: (field_expression) @property right: (lambda_expression) @callback.assigned)

(init_declarator declarator: (_) @owner value: (initializer_list) @held)
(assignment_expression left: (_) @owner right: (initializer_list) @held)
(compound_literal_expression type: (_) @owner value: (initializer_list) @held)
(call_expression function: (_) @owner arguments: (argument_list (initializer_list) @held))
