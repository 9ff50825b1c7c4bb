(comment) @comment
(ERROR) @error
(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @package)
(using_directive) @import.text

(namespace_declaration name: (_) @name body: (_) @body) @symbol.namespace
(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
(class_declaration name: (identifier) @name) @symbol.class
(struct_declaration name: (identifier) @name body: (_) @body) @symbol.struct
(struct_declaration name: (identifier) @name) @symbol.struct
(record_declaration name: (identifier) @name @members body: (_) @body) @symbol.record
(record_declaration name: (identifier) @name @members) @symbol.record
(record_declaration (parameter_list (parameter name: (identifier) @name (#set! modifier "public")) @symbol.property))
(interface_declaration name: (identifier) @name body: (_) @body) @symbol.interface
(interface_declaration name: (identifier) @name) @symbol.interface
(enum_declaration name: (identifier) @name body: (_) @body) @symbol.enum
(enum_member_declaration name: (identifier) @name) @symbol.enum-member
(delegate_declaration name: (identifier) @name) @symbol.type

(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (identifier) @name))) @symbol.constant
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @symbol.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @symbol.field
(event_declaration name: (identifier) @name accessors: (_) @body) @symbol.property
(property_declaration name: (identifier) @name accessors: (_) @body) @symbol.property
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @symbol.property
(property_declaration name: (identifier) @name) @symbol.property
(indexer_declaration "this" @name accessors: (_) @body) @symbol.property
(indexer_declaration "this" @name value: (_) @body) @symbol.property

; --- functions; what implements a member of an interface by its name can be reached through that

(constructor_declaration name: (identifier) @name body: (_) @body) @symbol.constructor
(constructor_declaration name: (identifier) @name) @symbol.constructor
(destructor_declaration name: (identifier) @name body: (_) @body (#set! name "Finalize")) @symbol.method
(method_declaration (explicit_interface_specifier (_) @owner) name: (identifier) @name body: (_) @body (#set! modifier "public")) @symbol.method
(method_declaration name: (identifier) @name body: (_) @body) @symbol.method
(method_declaration name: (identifier) @name) @symbol.method
(local_function_statement name: (identifier) @name body: (_) @body) @symbol.function
(operator_declaration [
  "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "!" "~" "++" "--" "&" "|" "^" "<<" ">>" ">>>" "true" "false"
] @name body: (_) @body) @symbol.method
(operator_declaration [
  "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "!" "~" "++" "--" "&" "|" "^" "<<" ">>" ">>>" "true" "false"
] @name) @symbol.method
(conversion_operator_declaration type: (_) @name body: (_) @body) @symbol.method
(conversion_operator_declaration type: (_) @name) @symbol.method

(modifier) @modifier
(attribute_list) @decorator

; --- scopes and branches

(method_declaration body: (_) @scope)
(constructor_declaration body: (_) @scope)
(destructor_declaration body: (_) @scope)
(operator_declaration body: (_) @scope)
(conversion_operator_declaration body: (_) @scope)
(local_function_statement body: (_) @scope)
(accessor_declaration body: (_) @scope)
(property_declaration value: (arrow_expression_clause) @scope)
(indexer_declaration value: (_) @scope)
(lambda_expression body: (_) @scope)
(anonymous_method_expression (block) @scope)

[
  (if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (catch_clause)
  (conditional_expression)
] @branch
["case" "&&" "||" "??"] @branch
; The first arm is the way through that every switch has.
(switch_expression . (_) . (switch_expression_arm) (switch_expression_arm) @branch)
