[(line_comment) (multiline_comment)] @comment
(ERROR) @error
(package_header (identifier) @package)
(import_header) @import.text

; --- types; the properties of a constructor stand before the body

(class_declaration (modifiers (class_modifier) @_kind) (type_identifier) @name @members (class_body) @body (#eq? @_kind "annotation")) @symbol.annotation
(class_declaration (modifiers (class_modifier) @_kind) (type_identifier) @name @members (#eq? @_kind "annotation")) @symbol.annotation
(class_declaration "interface" (type_identifier) @name (class_body) @body) @symbol.interface
(class_declaration "interface" (type_identifier) @name) @symbol.interface
(class_declaration "enum" (type_identifier) @name @members (enum_class_body) @body) @symbol.enum
(class_declaration (type_identifier) @name @members (class_body) @body) @symbol.class
(class_declaration (type_identifier) @name @members) @symbol.class
(object_declaration (type_identifier) @name (class_body) @body) @symbol.class
(object_declaration (type_identifier) @name) @symbol.class
(companion_object (type_identifier) @name (class_body) @body) @symbol.class
(companion_object (type_identifier) @name) @symbol.class
(companion_object "companion" @name (class_body) @body (#set! name "Companion")) @symbol.class
(companion_object "companion" @name (#set! name "Companion")) @symbol.class
(type_alias (type_identifier) @name) @symbol.type

(enum_entry (simple_identifier) @name (class_body) @body) @symbol.enum-member
(enum_entry (simple_identifier) @name) @symbol.enum-member
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @symbol.property

; --- functions; an extension is called after its receiver

(function_declaration [
  (user_type (type_identifier) @owner)
  (nullable_type (user_type (type_identifier) @owner))
  (parenthesized_type (nullable_type (user_type (type_identifier) @owner)))
] (simple_identifier) @name (function_body) @body) @symbol.function
(function_declaration [
  (user_type (type_identifier) @owner)
  (nullable_type (user_type (type_identifier) @owner))
  (parenthesized_type (nullable_type (user_type (type_identifier) @owner)))
] (simple_identifier) @name) @symbol.function
(function_declaration (simple_identifier) @name (function_body) @body) @symbol.function
(function_declaration (simple_identifier) @name) @symbol.function
(secondary_constructor "constructor" @name (statements) @body) @symbol.constructor
(secondary_constructor "constructor" @name "{" @body) @symbol.constructor
(secondary_constructor "constructor" @name) @symbol.constructor

; --- properties; accessors on lines of their own are siblings of theirs

(source_file (property_declaration (modifiers (property_modifier) @_const) (variable_declaration (simple_identifier) @name)
  (#eq? @_const "const")) @symbol.constant)
(class_body (property_declaration (modifiers (property_modifier) @_const) (variable_declaration (simple_identifier) @name)
  (#eq? @_const "const")) @symbol.constant)
(class_body (property_declaration [
  (user_type (type_identifier) @owner)
  (nullable_type (user_type (type_identifier) @owner))
] (variable_declaration (simple_identifier) @name) [(getter) (setter)] @body) @symbol.property)
(property_declaration [
  (user_type (type_identifier) @owner)
  (nullable_type (user_type (type_identifier) @owner))
] (variable_declaration (simple_identifier) @name) [(getter) (setter)] @body) @symbol.variable
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.property . (getter) @body . (setter) @end)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.property . (setter) @body . (getter) @end)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.property . [(getter) (setter)] @body @end)
(class_body (property_declaration (variable_declaration (simple_identifier) @name) [(getter) (setter)] @body) @symbol.property)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.property)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name) [(getter) (setter)] @body) @symbol.property)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.variable . (getter) @body . (setter) @end)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.variable . (setter) @body . (getter) @end)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @symbol.variable . [(getter) (setter)] @body @end)
(property_declaration (variable_declaration (simple_identifier) @name) [(getter) (setter)] @body) @symbol.variable
(property_declaration (variable_declaration (simple_identifier) @name)) @symbol.variable
(property_declaration (multi_variable_declaration (variable_declaration (simple_identifier) @name))) @symbol.variable

(visibility_modifier) @modifier
(function_modifier (#eq? @modifier "suspend") (#set! modifier "async")) @modifier
(modifiers (annotation) @decorator)
; @Name("x") on a line of its own at the top of a file is an expression for the grammar.
(source_file (prefix_expression (annotation) . (parenthesized_expression)) @decorator)
(source_file (prefix_expression (annotation) . (prefix_expression (annotation) . (parenthesized_expression))) @decorator)

; --- scopes and branches

(function_body) @scope
(secondary_constructor (statements) @scope)
(anonymous_initializer (statements) @scope)
(lambda_literal) @scope
(anonymous_function (function_body) @scope)

[(if_expression) (for_statement) (while_statement) (do_while_statement) (catch_block)] @branch
(when_entry . (when_condition) @branch)
["&&" "||" "?:"] @branch
