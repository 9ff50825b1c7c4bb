[(comment) (multiline_comment)] @comment
(ERROR) @error
(import_declaration) @import.text

(class_declaration "class" name: (type_identifier) @name body: (_) @body) @symbol.class
(class_declaration "actor" name: (type_identifier) @name body: (_) @body) @symbol.class
(class_declaration "struct" name: (type_identifier) @name body: (_) @body) @symbol.struct
(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @symbol.enum
; What an extension adds belongs to the type.
(class_declaration "extension" name: (user_type) @name body: (_) @body) @symbol.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @symbol.interface
(enum_entry name: (simple_identifier) @name) @symbol.enum-member
(typealias_declaration name: (type_identifier) @name) @symbol.type
(associatedtype_declaration name: (type_identifier) @name) @symbol.type

; --- functions

(function_declaration "init" @name "async" @async body: (_) @body) @symbol.constructor
(function_declaration "init" @name body: (_) @body) @symbol.constructor
(function_declaration "func" name: [(simple_identifier) (custom_operator)] @name "async" @async body: (_) @body) @symbol.function
(function_declaration "func" name: [(simple_identifier) (custom_operator)] @name body: (_) @body) @symbol.function
(function_declaration "func" [
  "==" "!=" "<" ">" "<=" ">=" "===" "!==" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "%=" "&" "|" "^" "~" "<<" ">>" "++" "--"
] @name body: (_) @body) @symbol.function
(deinit_declaration "deinit" @name body: (_) @body) @symbol.method
(subscript_declaration "subscript" @name (computed_property) @body) @symbol.method
(protocol_function_declaration "init" @name) @symbol.constructor
(protocol_function_declaration name: [(simple_identifier) (custom_operator)] @name "async" @async) @symbol.method
(protocol_function_declaration name: [(simple_identifier) (custom_operator)] @name) @symbol.method
(protocol_function_declaration [
  "==" "!=" "<" ">" "<=" ">=" "===" "!==" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "%=" "&" "|" "^" "~" "<<" ">>" "++" "--"
] @name) @symbol.method

; --- properties

(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @symbol.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @symbol.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @symbol.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @symbol.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @symbol.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @symbol.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @symbol.variable

(visibility_modifier) @modifier
(attribute) @decorator

; --- scopes and branches

(function_body) @scope
(computed_property) @scope
(lambda_literal) @scope

[
  (if_statement) (guard_statement) (for_statement) (while_statement) (repeat_while_statement) (catch_block)
  (ternary_expression)
] @branch
(switch_entry "case" @branch)
["&&" "||" "??"] @branch
