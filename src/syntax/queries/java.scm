[(line_comment) (block_comment)] @comment
(ERROR) @error
(package_declaration [(scoped_identifier) (identifier)] @package)
(import_declaration) @import.text

(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
(interface_declaration name: (identifier) @name body: (_) @body) @symbol.interface
(enum_declaration name: (identifier) @name body: (_) @body) @symbol.enum
(record_declaration name: (identifier) @name parameters: (_) @members body: (_) @body) @symbol.record
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @symbol.field))
(annotation_type_declaration name: (identifier) @name body: (_) @body) @symbol.annotation
(annotation_type_element_declaration name: (identifier) @name) @symbol.method
(module_declaration name: (_) @name body: (_) @body) @symbol.module

(method_declaration name: (identifier) @name body: (_) @body) @symbol.method
(method_declaration name: (identifier) @name) @symbol.method
(constructor_declaration name: (identifier) @name body: (_) @body) @symbol.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @symbol.constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @symbol.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @symbol.constant
(enum_constant name: (identifier) @name body: (_) @body) @symbol.enum-member
(enum_constant name: (identifier) @name) @symbol.enum-member

["public" "private" "protected" "static"] @modifier
[(marker_annotation) (annotation)] @decorator

(method_declaration body: (_) @scope)
(constructor_declaration body: (_) @scope)
(compact_constructor_declaration body: (_) @scope)
(lambda_expression body: (_) @scope)
(static_initializer (block) @scope)

[
  (if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement)
  (catch_clause) (ternary_expression)
  "case" "&&" "||"
] @branch
