; Function expressions that something else will call. What is called has no node of its own.

(argument_part (arguments [
  (argument (function_expression) @callback.argument)
  (named_argument (label) @label (function_expression) @callback.argument)
])) @arguments
(new_expression (type_identifier) @callee (arguments (argument (function_expression) @callback.argument)))
(new_expression (type_identifier) @callee
  (arguments (named_argument (label) @label (function_expression) @callback.argument)))
(arguments . (argument (string_literal) @event) (argument (function_expression) @callback.argument))
(expression_statement (selector (argument_part (arguments
  (argument (function_expression) @callback.argument)))) @unused .)

(set_or_map_literal (pair key: (_) @property value: (function_expression) @callback.property)) @holder
(assignment_expression left: (assignable_expression [
  (unconditional_assignable_selector) (conditional_assignable_selector) (index_selector)
]) @property right: (function_expression) @callback.assigned)
(cascade_section (cascade_selector (identifier) @property) . (function_expression) @callback.assigned)

(initialized_variable_definition name: (_) @owner value: (set_or_map_literal) @held)
(initialized_identifier (identifier) @owner (set_or_map_literal) @held)
(pair key: (_) @owner value: (set_or_map_literal) @held)

; --- functions that are one call; the body stands beside the parameters

(program (function_signature (formal_parameter_list) @forward.parameters) . (function_body) @forward)
(class_body (method_signature (function_signature (formal_parameter_list) @forward.parameters)) . (function_body) @forward)
(function_body (selector (argument_part (arguments) @forward.arguments)) .) @forward
(function_body . (unary_expression . (await_expression
  (selector (argument_part (arguments) @forward.arguments)) .) .) .) @forward
(function_body . (block . [
  (return_statement (selector (argument_part (arguments) @forward.arguments)) .)
  (return_statement . (unary_expression . (await_expression
    (selector (argument_part (arguments) @forward.arguments)) .) .) .)
  (expression_statement (selector (argument_part (arguments) @forward.arguments)) .)
  (expression_statement . (unary_expression . (await_expression
    (selector (argument_part (arguments) @forward.arguments)) .) .) .)
] .) .) @forward
