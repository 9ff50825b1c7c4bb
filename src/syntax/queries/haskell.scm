[(comment) (haddock)] @comment
(ERROR) @error
(header module: (module) @package)
(import) @import.text
(exports (export [(variable) (name)] @export.listed))
(exports (export (prefix_id (_) @export.listed)))
(exports (module_export (module) @source) @export (#set! export "*"))

; --- types

(data_type name: (_) @name constructors: (_) @body) @symbol.type
(data_type name: (_) @name) @symbol.type
(newtype name: (_) @name constructor: (_) @body) @symbol.type
(type_synomym name: (_) @name) @symbol.type
(type_family name: (_) @name) @symbol.type
(data_family name: (_) @name) @symbol.type
(data_constructor (record name: (_) @name fields: (_) @body)) @symbol.enum-member
(data_constructor (prefix name: (_) @name)) @symbol.enum-member
(data_constructor (infix operator: (_) @name)) @symbol.enum-member
(gadt_constructor name: (_) @name) @symbol.enum-member
(newtype_constructor name: (_) @name field: (_) @body) @symbol.enum-member
(field name: (field_name (variable) @name)) @symbol.field

(class name: (_) @name declarations: (_) @body) @symbol.class
(class name: (_) @name) @symbol.class
(instance name: (_) @name declarations: (_) @body) @symbol.impl
(instance name: (_) @name) @symbol.impl
(deriving_instance name: (_) @name) @symbol.impl

; --- functions: the signature and the equations that follow it are one

(declarations (signature name: [(variable) (prefix_id (_))] @name (#set! join-clauses "") (#set! keep "if-only")) @symbol.function)
(declarations (signature names: (binding_list name: [(variable) (prefix_id (_))] @name)
  (#set! join-clauses "") (#set! keep "if-only")) @symbol.function)
(class_declarations (signature name: [(variable) (prefix_id (_))] @name (#set! join-clauses "")) @symbol.function)
(class_declarations (signature names: (binding_list name: [(variable) (prefix_id (_))] @name)) @symbol.function)
(function name: [(variable) (prefix_id (_))] @name (patterns) . (match) @body (#set! join-clauses "")) @symbol.function
(function . (infix operator: (_) @name) . (match) @body (#set! join-clauses "")) @symbol.function
(function . (function_head_parens (infix operator: (_) @name)) (patterns) . (match) @body
  (#set! join-clauses "")) @symbol.function
(declarations (bind . [(variable) (prefix_id (_))] @name . (match) @body (#set! join-clauses "")) @symbol.function)
(class_declarations (bind . [(variable) (prefix_id (_))] @name . (match) @body (#set! join-clauses "")) @symbol.function)
(instance_declarations (bind . [(variable) (prefix_id (_))] @name . (match) @body (#set! join-clauses "")) @symbol.function)
(declarations (bind pattern: (tuple (variable) @name) (match) @body) @symbol.function)
(foreign_import signature: (signature name: (_) @name)) @symbol.function
(pattern_synonym (signature synonym: (_) @name) (#set! join-clauses "") (#set! keep "if-only")) @symbol.function
(pattern_synonym (equation synonym: (apply function: (constructor) @name)) (#set! join-clauses "")) @symbol.function
(pattern_synonym (equation synonym: (constructor) @name) (#set! join-clauses "")) @symbol.function

; --- scopes and branches

(function (patterns) . (match) @scope) @end
(function . (infix) . (match) @scope) @end
(bind . (_) . (match) @scope) @end

; The first one is the way through that every choice has.
(function (match) . (match) @branch)
(bind (match) . (match) @branch)
(alternative (match) . (match) @branch)
(multi_way_if (match) . (match) @branch)
(alternatives (alternative) . (alternative) @branch)
(conditional) @branch
(operator (#any-of? @branch "&&" "||")) @branch
