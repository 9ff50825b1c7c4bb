; Read before the query of C.

(namespace_definition name: (_) @name body: (_) @body) @symbol.namespace
; What has no name outside the file is like what is static.
(namespace_definition !name body: (declaration_list "{" @section (#set! modifier "static")))
(field_declaration_list (access_specifier) @section)

; --- types

(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_) @body) @symbol.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @symbol.struct
(class_specifier name: (qualified_identifier scope: (_) @owner name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
]) body: (_) @body) @symbol.class
(struct_specifier name: (qualified_identifier scope: (_) @owner name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
]) body: (_) @body) @symbol.struct
(alias_declaration name: (type_identifier) @name) @symbol.type
(concept_definition name: (identifier) @name) @symbol.trait

(template_declaration [
  (class_specifier) (struct_specifier) (union_specifier) (function_definition) (declaration) (field_declaration)
  (alias_declaration) (concept_definition) (friend_declaration) (template_declaration)
] @wrapped) @statement
(friend_declaration [(function_definition) (declaration)] @wrapped) @statement

; --- members

(field_declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @symbol.constructor)
(field_declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @symbol.constructor)
(field_declaration_list (declaration !type declarator: (function_declarator declarator: (identifier) @name)) @symbol.constructor)
(field_declaration_list (template_declaration (function_definition !type declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @symbol.constructor))
(field_declaration_list (template_declaration (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @symbol.constructor))
(field_declaration_list (template_declaration (declaration !type declarator: (function_declarator declarator: (identifier) @name)) @symbol.constructor))

(field_declaration declarator*: (function_declarator declarator: [
  (field_identifier) (operator_name) (destructor_name)
] @name)) @symbol.method

; --- functions

; void Shop::open() {}
(function_definition declarator*: (function_declarator declarator: [
  (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (template_function name: (_) @name)])
  (qualified_identifier name*: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (template_function name: (_) @name)]))
]) body: (_) @body (#eq? @name @owner)) @symbol.constructor
(function_definition declarator*: (function_declarator declarator: [
  (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (operator_name) @name (destructor_name) @name (template_function name: (_) @name)])
  (qualified_identifier name*: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (operator_name) @name (destructor_name) @name (template_function name: (_) @name)]))
]) body: (_) @body) @symbol.method
(function_definition declarator*: (function_declarator declarator: [
  (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (operator_name) @name (destructor_name) @name (template_function name: (_) @name)])
  (qualified_identifier name*: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: [(identifier) @name (operator_name) @name (destructor_name) @name (template_function name: (_) @name)]))
])) @symbol.method
(declaration declarator*: (qualified_identifier
  scope: [(namespace_identifier) @owner (template_type name: (_) @owner)] name: (identifier) @name)
  (#set! keep "outside-functions")) @symbol.variable

(function_definition declarator*: (function_declarator declarator: [
  (identifier) @name (field_identifier) @name (operator_name) @name (destructor_name) @name
  (template_function name: (_) @name) (template_method name: (_) @name)
]) body: (_) @body) @symbol.function
(function_definition declarator*: (function_declarator declarator: [
  (identifier) @name (field_identifier) @name (operator_name) @name (destructor_name) @name
  (template_function name: (_) @name) (template_method name: (_) @name)
])) @symbol.function
; operator bool()
(function_definition declarator: (operator_cast) @name @head body: (_) @body) @symbol.function
(declaration declarator: (operator_cast) @name (#set! keep "outside-functions")) @symbol.function
(field_declaration declarator: (operator_cast) @name) @symbol.method
; Overloads share a name, so a prototype is not left out for a definition.
(declaration declarator*: (function_declarator declarator: [
  (identifier) @name (operator_name) @name (destructor_name) @name (template_function name: (_) @name)
]) (#set! keep "outside-functions")) @symbol.function

; --- constants, lambdas

(declaration (type_qualifier) @_qualifier declarator*: (identifier) @name (#eq? @_qualifier "constexpr")) @symbol.constant
(declaration declarator: (init_declarator declarator: (identifier) @name
  value: (lambda_expression body: (_) @body)) (#set! keep "outside-functions")) @symbol.function

; --- scopes and branches

(lambda_expression body: (_) @scope)
[(for_range_loop) (catch_clause)] @branch
["and" "or"] @branch
