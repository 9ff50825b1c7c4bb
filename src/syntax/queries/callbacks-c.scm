; Functions that only pass their parameters on.

(function_definition declarator*: (function_declarator parameters: (_) @forward.parameters) body: (compound_statement . [
  (return_statement (call_expression arguments: (argument_list) @forward.arguments))
  (expression_statement (call_expression arguments: (argument_list) @forward.arguments))
] .) @forward)
