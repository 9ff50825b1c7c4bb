; Functions without a name that something else will call.

(application_expression function: (_) @callee argument: [
  (parenthesized_expression expression: [(fun_expression) (function_expression)] @callback.argument)
  (labeled_argument (label_name) @label
    expression: (parenthesized_expression expression: [(fun_expression) (function_expression)] @callback.argument))
])
(application_expression argument: (string) @event
  argument: (parenthesized_expression expression: [(fun_expression) (function_expression)] @callback.argument))
(infix_expression left: [
    (value_path) @callee
    (application_expression function: (_) @callee)
  ] operator: (concat_operator) @_operator
  right: [(fun_expression) (function_expression)] @callback.argument (#match? @_operator "^@@$"))
(infix_expression left: (application_expression argument: (string) @event) operator: (concat_operator) @_operator
  right: [(fun_expression) (function_expression)] @callback.argument (#match? @_operator "^@@$"))

(record_expression (field_expression . (field_path) @property
  body: (parenthesized_expression expression: [(fun_expression) (function_expression)] @callback.property))) @holder
(record_expression (field_expression . (field_path) @property
  body: [(fun_expression) (function_expression)] @callback.property)) @holder
(set_expression (field_get_expression) @property
  body: (parenthesized_expression expression: [(fun_expression) (function_expression)] @callback.assigned))
(set_expression (field_get_expression) @property
  body: [(fun_expression) (function_expression)] @callback.assigned)

(let_binding pattern: (_) @owner body: (record_expression) @held)
(application_expression function: (_) @owner argument: (record_expression) @held)
(application_expression function: (_) @owner argument: (parenthesized_expression expression: (record_expression) @held))
