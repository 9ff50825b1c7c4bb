; Closures and async blocks that something else will run, and functions that only pass their parameters on.

(call_expression function: (_) @callee
  arguments: (arguments [(closure_expression) (async_block)] @callback.argument))
(call_expression arguments: (arguments . (string_literal) @event (closure_expression) @callback.argument))

(struct_expression name: (_) @owner body: (field_initializer_list
  (field_initializer field: (_) @property value: (closure_expression) @callback.property)))
(struct_expression name: (_) @owner body: (field_initializer_list
  (field_initializer field: (_) @property value: (call_expression arguments: (arguments . (closure_expression) @callback.property .)))))
(assignment_expression left: (field_expression) @property right: (closure_expression) @callback.assigned)
(assignment_expression left: (field_expression) @property
  right: (call_expression arguments: (arguments . (closure_expression) @callback.assigned .)))

(function_item parameters: (_) @forward.parameters body: (block . [
  (call_expression arguments: (_) @forward.arguments)
  (await_expression (call_expression arguments: (_) @forward.arguments))
  (expression_statement (call_expression arguments: (_) @forward.arguments))
  (expression_statement (await_expression (call_expression arguments: (_) @forward.arguments)))
] .) @forward)
