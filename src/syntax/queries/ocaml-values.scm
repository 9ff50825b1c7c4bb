; What only implementations have.

(let_binding pattern: [(value_name) (parenthesized_operator)] @name (parameter) body: (_) @body) @symbol.function
(let_binding pattern: [(value_name) (parenthesized_operator)] @name
  body: [(fun_expression) (function_expression)] @body) @symbol.function
; Those of `let … in` are not shown.
(compilation_unit (value_definition (let_binding pattern: [(value_name) (parenthesized_operator)] @name (#not-eq? @name "_")) @symbol.variable))
(compilation_unit (value_definition (let_binding pattern: (tuple_pattern (value_name) @name) (#not-eq? @name "_")) @symbol.variable))
(compilation_unit (value_definition (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name)) (#not-eq? @name "_")) @symbol.variable))
(structure (value_definition (let_binding pattern: [(value_name) (parenthesized_operator)] @name (#not-eq? @name "_")) @symbol.variable))
(structure (value_definition (let_binding pattern: (tuple_pattern (value_name) @name) (#not-eq? @name "_")) @symbol.variable))
(structure (value_definition (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name)) (#not-eq? @name "_")) @symbol.variable))
