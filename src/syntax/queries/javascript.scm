; What the JavaScript grammar names differently from TypeScript's.

(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
(field_definition property: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ] @value) @symbol.method
(field_definition property: (_) @name) @symbol.property
