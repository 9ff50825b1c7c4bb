(comment) @comment
(ERROR) @error
(namespace_definition name: (_) @package)
(namespace_use_declaration) @import.text
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import.text

(namespace_definition name: (_) @name body: (_) @body) @symbol.namespace
(class_declaration name: (_) @name body: (_) @body) @symbol.class
(interface_declaration name: (_) @name body: (_) @body) @symbol.interface
(trait_declaration name: (_) @name body: (_) @body) @symbol.trait
(enum_declaration name: (_) @name body: (_) @body) @symbol.enum
(enum_case name: (_) @name) @symbol.enum-member

(function_definition name: (_) @name body: (_) @body) @symbol.function
(method_declaration name: (_) @name body: (_) @body (#eq? @name "__construct")) @symbol.constructor
(method_declaration name: (_) @name body: (_) @body) @symbol.method
(method_declaration name: (_) @name) @symbol.method

(property_declaration (property_element name: (variable_name (name) @name)) (property_hook_list) @body) @symbol.property
(property_declaration (property_element name: (variable_name (name) @name))) @symbol.property
; Parameters of a constructor that are properties as well.
(property_promotion_parameter name: (variable_name (name) @name)) @symbol.property
(const_declaration (const_element . (name) @name)) @symbol.constant
(function_call_expression function: (name) @_how
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_how "define")) @symbol.constant

; --- variables of the file

(program (expression_statement (assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)])) @symbol.function)
(program (expression_statement (assignment_expression left: (variable_name (name) @name)
  right: (object_creation_expression (anonymous_class body: (_) @body)))) @symbol.class)
(program (expression_statement (assignment_expression left: (variable_name (name) @name))) @symbol.variable)

(visibility_modifier) @modifier
(attribute_group) @decorator

; --- scopes and branches

(function_definition body: (_) @scope)
(method_declaration body: (_) @scope)
(anonymous_function body: (_) @scope)
(arrow_function body: (_) @scope)
(property_hook body: (_) @scope)

[
  (if_statement) (else_if_clause) (foreach_statement) (for_statement) (while_statement) (do_statement)
  (case_statement) (catch_clause) (conditional_expression) (match_conditional_expression)
  "&&" "||" "and" "or" "??" "??="
] @branch
