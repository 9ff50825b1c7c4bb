(comment) @comment
(ERROR) @error

(function_definition name: (identifier) @name body: (_) @body) @symbol.function
(class_definition name: (identifier) @name body: (_) @body) @symbol.class
(type_alias_statement left: (type (identifier) @name)) @symbol.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @symbol.type
(decorated_definition definition: (_) @wrapped) @wrapper
(decorator) @decorator
"async" @modifier

(function_definition body: (block . (expression_statement . (string (string_content) @docstring))))
(class_definition body: (block . (expression_statement . (string (string_content) @docstring))))

; --- fields of classes, variables of the module (also one level into if, try and with)

(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @symbol.field)))
(class_definition body: (block (expression_statement (assignment left: (pattern_list (identifier) @name)) @symbol.field)))
(class_definition body: (block (if_statement consequence: (block
  (expression_statement (assignment left: (identifier) @name) @symbol.field)))))

(module (expression_statement (assignment left: (identifier) @name
  right: (lambda body: (_) @body) @value) @symbol.function))
(module (expression_statement (assignment left: (identifier) @name) @symbol.variable))
(module (expression_statement (assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @symbol.variable))
(module (if_statement consequence: (block (expression_statement (assignment left: (identifier) @name) @symbol.variable))))
(module (if_statement alternative: (_ (block (expression_statement (assignment left: (identifier) @name) @symbol.variable)))))
(module (try_statement body: (block (expression_statement (assignment left: (identifier) @name) @symbol.variable))))
(module (try_statement (except_clause (block (expression_statement (assignment left: (identifier) @name) @symbol.variable)))))
(module (with_statement body: (block (expression_statement (assignment left: (identifier) @name) @symbol.variable))))
(ERROR (expression_statement (assignment left: (identifier) @name) @symbol.variable))

; --- imports and exports

(import_statement name: (dotted_name . (identifier) @name) @source) @import
(import_statement name: (aliased_import name: (_) @source alias: (identifier) @name)) @import
(import_from_statement module_name: (_) @source name: (dotted_name) @name) @import
(import_from_statement module_name: (_) @source name: (aliased_import alias: (identifier) @name)) @import
(import_from_statement module_name: (_) @source (wildcard_import) @all) @import

; from .m import X as X
(import_from_statement module_name: (_) @source
  name: (aliased_import name: (dotted_name) @_original alias: (identifier) @export.name) @export
  (#eq? @_original @export.name))
(module (expression_statement (assignment left: (identifier) @_list
  right: [
    (list (string (string_content) @export.listed))
    (tuple (string (string_content) @export.listed))
  ]) (#eq? @_list "__all__")))
(module (expression_statement (augmented_assignment left: (identifier) @_list
  right: [
    (list (string (string_content) @export.listed))
    (tuple (string (string_content) @export.listed))
  ]) (#eq? @_list "__all__")))

; --- scopes and branches

(function_definition body: (_) @scope)
(lambda body: (_) @scope)

[
  (if_statement) (elif_clause) (for_statement) (while_statement) (except_clause)
  (conditional_expression) (for_in_clause) (if_clause) (case_clause)
  "and" "or"
] @branch
