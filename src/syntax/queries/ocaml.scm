(comment) @comment
(ERROR) @error
(open_module module: (_) @source @all) @import
(include_module module: (module_path) @source @all) @import

; --- modules

(module_binding . (module_name) @name body: (structure) @body) @symbol.module
(module_binding . (module_name) @name !body module_type: (signature) @body) @symbol.module
(module_binding . (module_name) @name) @symbol.module
(module_type_definition (module_type_name) @name body: (signature) @body) @symbol.interface
(module_type_definition (module_type_name) @name) @symbol.interface

; --- types

(type_binding name: (_) @name body: (record_declaration) @body) @symbol.struct
(type_binding name: (_) @name body: (variant_declaration) @body) @symbol.enum
(type_binding name: (_) @name) @symbol.type
(field_declaration (field_name) @name) @symbol.field
(variant_declaration (constructor_declaration (constructor_name) @name) @symbol.enum-member)
(exception_definition (constructor_declaration (constructor_name) @name)) @symbol.type

; --- values

(value_specification [(value_name) (parenthesized_operator)] @name type: (function_type)) @symbol.function
(value_specification [(value_name) (parenthesized_operator)] @name) @symbol.variable
(external [(value_name) (parenthesized_operator)] @name) @symbol.function

; --- classes

(class_binding (class_name) @name body: (object_expression) @body) @symbol.class
(class_binding (class_name) @name class_type: (class_body_type) @body) @symbol.class
(class_binding (class_name) @name) @symbol.class
(class_type_binding (class_type_name) @name body: (class_body_type) @body) @symbol.interface
(instance_variable_definition (instance_variable_name) @name) @symbol.field
(method_definition (method_name) @name body: (_) @body) @symbol.method
(method_definition (method_name) @name) @symbol.method
(method_specification (method_name) @name) @symbol.method
["private"] @modifier

(module_definition (module_binding) @wrapped) @statement
(type_definition (type_binding) @wrapped) @statement
(value_definition (let_binding) @wrapped) @statement
(class_definition (class_binding) @wrapped) @statement
(class_type_definition (class_type_binding) @wrapped) @statement

; --- scopes and branches

(let_binding (parameter) body: (_) @scope)
(method_definition body: (_) @scope)
[(fun_expression) (function_expression)] @scope

; The first one is the way through that every choice has.
(match_expression (match_case) . (match_case) @branch)
(function_expression (match_case) . (match_case) @branch)
(try_expression (match_case) @branch)
[(if_expression) (for_expression) (while_expression) (and_operator) (or_operator)] @branch
