(comment) @comment
(ERROR) @error
(package_clause (package_identifier) @package)
(import_spec) @import.text

(function_declaration name: (identifier) @name body: (_) @body) @symbol.function
(function_declaration name: (identifier) @name) @symbol.function
; func (s *Server[T]) Start()
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
  ]))
  name: (field_identifier) @name
  body: (_) @body) @symbol.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @symbol.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @symbol.interface
(type_spec name: (type_identifier) @name) @symbol.type
(type_alias name: (type_identifier) @name) @symbol.type
(type_declaration . [(type_spec) (type_alias)] @wrapped .) @statement

(field_declaration name: (field_identifier) @name) @symbol.field
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (type_identifier) @name)
  (generic_type type: (type_identifier) @name)
  (generic_type type: (qualified_type name: (type_identifier) @name))
]) @symbol.field
(method_elem name: (field_identifier) @name) @symbol.method

; --- constants and variables of the package

(source_file (const_declaration (const_spec name: (identifier) @name (#not-eq? @name "_")) @symbol.constant))
(source_file (var_declaration (var_spec name: (identifier) @name
  value: (expression_list . (func_literal body: (_) @body) @value .)) @symbol.function))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name
  value: (expression_list . (func_literal body: (_) @body) @value .)) @symbol.function)))
(source_file (var_declaration [
  (var_spec name: (identifier) @name) @symbol.variable
  (var_spec_list (var_spec name: (identifier) @name) @symbol.variable)
]) (#not-eq? @name "_"))
(const_declaration . (const_spec) @wrapped .) @statement
(var_declaration . (var_spec) @wrapped .) @statement

; --- scopes and branches

(function_declaration body: (_) @scope)
(method_declaration body: (_) @scope)
(func_literal body: (_) @scope)

[
  (if_statement) (for_statement) (expression_case) (type_case) (communication_case)
  "&&" "||"
] @branch
