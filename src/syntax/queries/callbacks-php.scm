; Anonymous and arrow functions that something else will call.

(function_call_expression function: (_) @callee
  arguments: (arguments (argument !name [(anonymous_function) (arrow_function)] @callback.argument)))
(function_call_expression function: (_) @callee
  arguments: (arguments (argument name: (_) @label [(anonymous_function) (arrow_function)] @callback.argument)))
(member_call_expression name: (_) @callee
  arguments: (arguments (argument !name [(anonymous_function) (arrow_function)] @callback.argument)))
(member_call_expression name: (_) @callee
  arguments: (arguments (argument name: (_) @label [(anonymous_function) (arrow_function)] @callback.argument)))
(nullsafe_member_call_expression name: (_) @callee
  arguments: (arguments (argument [(anonymous_function) (arrow_function)] @callback.argument)))
(scoped_call_expression name: (_) @callee
  arguments: (arguments (argument !name [(anonymous_function) (arrow_function)] @callback.argument)))
(scoped_call_expression name: (_) @callee
  arguments: (arguments (argument name: (_) @label [(anonymous_function) (arrow_function)] @callback.argument)))
(object_creation_expression . (_) @callee
  (arguments (argument !name [(anonymous_function) (arrow_function)] @callback.argument)))
(object_creation_expression . (_) @callee
  (arguments (argument name: (_) @label [(anonymous_function) (arrow_function)] @callback.argument)))
(arguments . (argument !name [(string) (encapsed_string)] @event)
  (argument [(anonymous_function) (arrow_function)] @callback.argument))
(expression_statement (_
  arguments: (arguments (argument [(anonymous_function) (arrow_function)] @callback.argument))) @unused)

(array_creation_expression (array_element_initializer
  . (_) @property . [(anonymous_function) (arrow_function)] @callback.property)) @holder
(assignment_expression left: [(member_access_expression) (scoped_property_access_expression) (subscript_expression)] @property
  right: [(anonymous_function) (arrow_function)] @callback.assigned)

(assignment_expression left: [(variable_name (name) @owner) (member_access_expression name: (_) @owner)]
  right: (array_creation_expression) @held)
(array_element_initializer . (_) @owner . (array_creation_expression) @held)
(function_call_expression function: (_) @owner arguments: (arguments (argument (array_creation_expression) @held)))
(member_call_expression name: (_) @owner arguments: (arguments (argument (array_creation_expression) @held)))

; --- functions that are one call

(method_declaration parameters: (_) @forward.parameters body: (compound_statement . [
  (return_statement [
    (function_call_expression arguments: (_) @forward.arguments)
    (member_call_expression arguments: (_) @forward.arguments)
    (scoped_call_expression arguments: (_) @forward.arguments)
  ])
  (expression_statement [
    (function_call_expression arguments: (_) @forward.arguments)
    (member_call_expression arguments: (_) @forward.arguments)
    (scoped_call_expression arguments: (_) @forward.arguments)
  ])
] .) @forward)
(function_definition parameters: (_) @forward.parameters body: (compound_statement . [
  (return_statement [
    (function_call_expression arguments: (_) @forward.arguments)
    (member_call_expression arguments: (_) @forward.arguments)
    (scoped_call_expression arguments: (_) @forward.arguments)
  ])
  (expression_statement [
    (function_call_expression arguments: (_) @forward.arguments)
    (member_call_expression arguments: (_) @forward.arguments)
    (scoped_call_expression arguments: (_) @forward.arguments)
  ])
] .) @forward)
