; Lambdas and anonymous methods that something else will call, and methods that only pass their parameters on.

(invocation_expression function: (_) @callee arguments: (argument_list [
  (argument !name [(lambda_expression) (anonymous_method_expression)] @callback.argument)
  (argument name: (_) @label [(lambda_expression) (anonymous_method_expression)] @callback.argument)
]))
(object_creation_expression type: (_) @callee arguments: (argument_list [
  (argument !name [(lambda_expression) (anonymous_method_expression)] @callback.argument)
  (argument name: (_) @label [(lambda_expression) (anonymous_method_expression)] @callback.argument)
]))
(invocation_expression arguments: (argument_list
  . (argument [(string_literal) (interpolated_string_expression) (verbatim_string_literal)] @event)
  (argument [(lambda_expression) (anonymous_method_expression)] @callback.argument)))
(expression_statement (invocation_expression
  arguments: (argument_list (argument [(lambda_expression) (anonymous_method_expression)] @callback.argument))) @unused)
(expression_statement (object_creation_expression
  arguments: (argument_list (argument [(lambda_expression) (anonymous_method_expression)] @callback.argument))) @unused)

; --- events and properties

(assignment_expression left: (_) @property "+="
  right: [(lambda_expression) (anonymous_method_expression)] @callback.subscribed)
(assignment_expression left: (member_access_expression) @property "="
  right: [(lambda_expression) (anonymous_method_expression)] @callback.assigned)
(initializer_expression (assignment_expression left: (identifier) @property
  right: [(lambda_expression) (anonymous_method_expression)] @callback.property)) @holder
(initializer_expression (assignment_expression left: (element_binding_expression (argument (_) @property))
  right: [(lambda_expression) (anonymous_method_expression)] @callback.property)) @holder
(initializer_expression (initializer_expression . (string_literal) @property
  . [(lambda_expression) (anonymous_method_expression)] @callback.property .)) @holder

(variable_declarator name: (_) @owner [
  (implicit_object_creation_expression (initializer_expression) @held)
  (object_creation_expression type: (generic_name) initializer: (initializer_expression) @held)
])
(object_creation_expression type: (identifier) @owner initializer: (initializer_expression) @held)
(assignment_expression left: (_) @owner right: (implicit_object_creation_expression (initializer_expression) @held))

; --- methods that are one call

(method_declaration parameters: (_) @forward.parameters body: (block . [
  (return_statement (invocation_expression arguments: (_) @forward.arguments))
  (expression_statement (invocation_expression arguments: (_) @forward.arguments))
  (return_statement (await_expression (invocation_expression arguments: (_) @forward.arguments)))
  (expression_statement (await_expression (invocation_expression arguments: (_) @forward.arguments)))
] .) @forward)
(method_declaration parameters: (_) @forward.parameters body: (arrow_expression_clause [
  (invocation_expression arguments: (_) @forward.arguments)
  (await_expression (invocation_expression arguments: (_) @forward.arguments))
]) @forward)
