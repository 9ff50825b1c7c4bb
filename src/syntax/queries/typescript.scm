; Declarations only TypeScript has.

(class_declaration name: (type_identifier) @name body: (_) @body) @symbol.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @symbol.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @symbol.interface
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body) @symbol.type
(type_alias_declaration name: (type_identifier) @name) @symbol.type
(enum_declaration name: (identifier) @name body: (_) @body) @symbol.enum
(enum_body [(property_identifier) (string) (computed_property_name)] @name @symbol.enum-member)
(enum_body (enum_assignment name: (_) @name) @symbol.enum-member)
(internal_module name: (_) @name body: (_) @body) @symbol.namespace
(internal_module name: (_) @name) @symbol.namespace
(module name: (string) @name body: (_) @body) @symbol.module
(module name: (string) @name) @symbol.module
(module name: (_) @name body: (_) @body) @symbol.namespace
(ambient_declaration "global" @name (statement_block) @body) @symbol.module

(function_signature name: (identifier) @name) @symbol.function
(method_signature name: (property_identifier) @name
  (#eq? @name "constructor")) @symbol.constructor
(class_body (method_signature name: (_) @name) @symbol.method)
(abstract_method_signature name: (_) @name) @symbol.method
(public_field_definition name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ] @value) @symbol.method
(public_field_definition name: (_) @name) @symbol.property
; constructor(private readonly x: T)
(required_parameter (accessibility_modifier) pattern: (identifier) @name
  (#starts? "private" "protected" "public" "@")) @symbol.property
(required_parameter "readonly" pattern: (identifier) @name
  (#starts? "readonly" "override" "@")) @symbol.property
(optional_parameter (accessibility_modifier) pattern: (identifier) @name
  (#starts? "private" "protected" "public" "@")) @symbol.property

(interface_body (method_signature name: (_) @name) @symbol.method)
(interface_body (property_signature name: (_) @name) @symbol.property)
(object_type (method_signature name: (_) @name) @symbol.method) @within
(object_type (property_signature name: (_) @name) @symbol.property) @within

; --- variables of namespaces, ambient declarations, and object values behind a type operator

(internal_module body: (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
  (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
]))
(module body: (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
  (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
]))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name
  value: [(as_expression . (object) @body) (satisfies_expression . (object) @body)]) @symbol.constant))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name
  value: [(as_expression . (object) @body) (satisfies_expression . (object) @body)]) @symbol.constant)))

; --- heads and exports

(ambient_declaration "declare" @modifier (_) @wrapped) @wrapper
(accessibility_modifier) @modifier
(export_statement "=" (identifier) @export.local (#set! export "export =")) @export
(import_statement (import_require_clause (identifier) @name source: (_) @source)) @import
