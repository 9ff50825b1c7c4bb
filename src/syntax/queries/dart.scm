[(comment) (documentation_comment)] @comment
(ERROR) @error
[(library_import) (library_export) (part_directive) (part_of_directive)] @import.text

; --- types

(class_definition (mixin_application_class . (identifier) @name)) @symbol.class
(class_definition name: (_) @name body: (_) @body) @symbol.class
(mixin_declaration (identifier) @name (class_body) @body) @symbol.trait
(extension_declaration name: (_) @name body: (_) @body) @symbol.impl
(extension_declaration !name class: (type_identifier) @name body: (_) @body) @symbol.impl
(extension_type_declaration name: (_) @name representation: (_) @members body: (_) @body) @symbol.class
(representation_declaration name: (_) @name) @symbol.field
(enum_declaration name: (_) @name body: (_) @body) @symbol.enum
(enum_constant name: (_) @name) @symbol.enum-member
(type_alias (type_identifier) @name . (formal_parameter_list)) @symbol.type
(type_alias . (type_identifier) @name) @symbol.type

; --- functions: the body is a sibling of the signature

(program (function_signature name: (_) @name) @symbol.function . (function_body) @body @end)
(program (function_signature name: (_) @name) @symbol.function (#set! from "line"))
(program (getter_signature name: (_) @name) @symbol.function . (function_body) @body @end)
(program (getter_signature name: (_) @name) @symbol.function (#set! from "line"))
(program (setter_signature name: (_) @name) @symbol.function . (function_body) @body @end)
(program (setter_signature name: (_) @name) @symbol.function (#set! from "line"))
(lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body) @symbol.function

(class_body (method_signature (function_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(class_body (method_signature (getter_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(class_body (method_signature (setter_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(class_body (method_signature (operator_signature
  ["[]=" "[]" "~" (binary_operator)] @name)) @symbol.method . (function_body) @body @end)
(class_body (method_signature (constructor_signature
  . (identifier) @owner . (identifier) @name)) @symbol.constructor . (function_body) @body @end)
(class_body (method_signature (constructor_signature
  . (identifier) @name)) @symbol.constructor . (function_body) @body @end)
(class_body (method_signature (factory_constructor_signature
  . (identifier) @owner . (identifier) @name)) @symbol.constructor . (function_body) @body @end)
(class_body (method_signature (factory_constructor_signature
  . (identifier) @name)) @symbol.constructor . (function_body) @body @end)

(extension_body (method_signature (function_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(extension_body (method_signature (getter_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(extension_body (method_signature (setter_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(extension_body (method_signature (operator_signature
  ["[]=" "[]" "~" (binary_operator)] @name)) @symbol.method . (function_body) @body @end)

(enum_body (method_signature (function_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(enum_body (method_signature (getter_signature name: (_) @name)) @symbol.method . (function_body) @body @end)
(enum_body (method_signature (factory_constructor_signature
  . (identifier) @owner . (identifier) @name)) @symbol.constructor . (function_body) @body @end)
(enum_body (method_signature (operator_signature
  ["[]=" "[]" "~" (binary_operator)] @name)) @symbol.method . (function_body) @body @end)

; without a body
(declaration (function_signature name: (_) @name)) @symbol.method
(declaration (getter_signature name: (_) @name)) @symbol.method
(declaration (setter_signature name: (_) @name)) @symbol.method
(declaration (operator_signature ["[]=" "[]" "~" (binary_operator)] @name)) @symbol.method
(declaration (constructor_signature . (identifier) @owner . (identifier) @name)) @symbol.constructor
(declaration (constructor_signature . (identifier) @name)) @symbol.constructor
(declaration (constant_constructor_signature
  . (const_builtin) . (identifier) @owner . (identifier) @name)) @symbol.constructor
(declaration (constant_constructor_signature . (const_builtin) . (identifier) @name)) @symbol.constructor
(declaration (factory_constructor_signature . (identifier) @owner . (identifier) @name)) @symbol.constructor
(declaration (redirecting_factory_constructor_signature
  (identifier) @owner . (identifier) @name)) @symbol.constructor
(declaration (redirecting_factory_constructor_signature (identifier) @name)) @symbol.constructor

; --- fields and variables

(declaration (const_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name))) @symbol.constant
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @symbol.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @symbol.field
; the grammar has no node for the whole of a variable of the library
(program (const_builtin) . (static_final_declaration_list . (static_final_declaration . (identifier) @name) @symbol.constant)
  (#set! from "line"))
(program (const_builtin) . (static_final_declaration_list (static_final_declaration . (identifier) @name) @symbol.constant))
(program (const_builtin) . (_) . (static_final_declaration_list . (static_final_declaration . (identifier) @name) @symbol.constant)
  (#set! from "line"))
(program (const_builtin) . (_) . (static_final_declaration_list (static_final_declaration . (identifier) @name) @symbol.constant))
(program (const_builtin) . (_) . (type_arguments) . (static_final_declaration_list . (static_final_declaration . (identifier) @name) @symbol.constant)
  (#set! from "line"))
(program (const_builtin) . (_) . (type_arguments) . (static_final_declaration_list (static_final_declaration . (identifier) @name) @symbol.constant))
(program (static_final_declaration_list . (static_final_declaration . (identifier) @name) @symbol.variable)
  (#set! from "line"))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @symbol.variable))
(program (initialized_identifier_list . (initialized_identifier . (identifier) @name) @symbol.variable)
  (#set! from "line"))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @symbol.variable))

(annotation) @decorator

; --- scopes and branches

(function_body) @scope
(function_body ["async" "async*"] @async) @scope
(function_expression_body) @scope

[
  (if_statement) (if_element) (for_statement) (for_element) (while_statement) (do_statement)
  (switch_statement_case) (catch_clause) (conditional_expression)
  (logical_and_operator) (logical_or_operator) "??" "??="
] @branch
; The first arm is the way through that every switch has.
(switch_expression (switch_expression_case) . (switch_expression_case) @branch)
