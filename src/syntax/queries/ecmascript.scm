; Shared by the TypeScript and JavaScript grammars. Runs after the patterns of the language itself.

(comment) @comment
(ERROR) @error

; --- functions and methods

(function_declaration name: (identifier) @name body: (_) @body) @symbol.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @symbol.function
(object (method_definition name: (_) @name body: (_) @body) @symbol.method) @within
(method_definition name: (property_identifier) @name body: (_) @body
  (#eq? @name "constructor")) @symbol.constructor
(method_definition name: (_) @name body: (_) @body) @symbol.method
(object (pair key: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @value) @symbol.method) @within

(variable_declarator name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ] @value) @symbol.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body) @value) @symbol.class

; --- assigned functions, classes and objects

(assignment_expression
  left: (member_expression object: [(identifier) (member_expression) (this)]) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
  ] @value) @symbol.function
(assignment_expression
  left: (member_expression object: [(identifier) (member_expression) (this)]) @name
  right: [
    (function_expression name: (_) body: (_) @body)
    (generator_function name: (_) body: (_) @body)
  ] @value
  (#not-eq? @name "module.exports")) @symbol.function
; a = b = function …
(assignment_expression
  left: (member_expression object: [(identifier) (member_expression)]) @name
  right: (assignment_expression
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (assignment_expression right: (function_expression body: (_) @body))
    ])
  (#not-eq? @name "module.exports")) @symbol.function
(assignment_expression
  left: (member_expression object: [(identifier) (member_expression)]) @name
  right: (class !name body: (_) @body) @value) @symbol.class
(assignment_expression
  left: (member_expression object: [(identifier) (member_expression)]) @name
  right: (object) @body
  (#set! keep "with-members")) @symbol.constant

(class name: (_) @name body: (_) @body) @symbol.class
(function_expression name: (_) @name body: (_) @body) @symbol.function
(generator_function name: (_) @name body: (_) @body) @symbol.function

; --- variables of the module

[
  (lexical_declaration (variable_declarator) @wrapped)
  (variable_declaration (variable_declarator) @wrapped)
] @statement

(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (object) @body) @symbol.constant))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (object) @body) @symbol.constant)))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @symbol.constant))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @symbol.constant)))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @symbol.variable))
(program (export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @symbol.variable)))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (object) @body) @symbol.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable)))
(ERROR [
  (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable)
])

(program (lexical_declaration (variable_declarator name: [
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)])
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)
  ])
  (array_pattern (identifier) @name)
]) @symbol.constant))
(program (export_statement (lexical_declaration (variable_declarator name: [
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)])
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)
  ])
  (array_pattern (identifier) @name)
]) @symbol.constant)))

; --- export forms

(export_statement "export" @modifier declaration: (_) @wrapped) @wrapper
(export_statement "export" @modifier "default" @default declaration: (_) @wrapped) @wrapper
(export_statement "export" @modifier "default" @default value: [(class) (function_expression) (generator_function) (arrow_function) (object)] @wrapped) @wrapper
(export_statement "default" @name value: (function_expression !name body: (_) @body) @symbol.function)
(export_statement "default" @name value: (generator_function !name body: (_) @body) @symbol.function)
(export_statement "default" @name value: (arrow_function body: (_) @body) @symbol.function)
(export_statement "default" @name value: (class !name body: (_) @body) @symbol.class)
(export_statement "default" @name value: (object) @body @symbol.constant (#set! keep "with-members"))
; export default defineComponent({ … })
(export_statement "default" @name value: (call_expression arguments: (arguments . (object) @body .)) @symbol.constant
  (#set! keep "with-members"))
(export_statement value: (object (pair key: (_) @name value: (object) @body
  (#set! keep "with-members")) @symbol.property))
(export_statement value: (call_expression arguments: (arguments . (object (pair key: (_) @name value: (object) @body
  (#set! keep "with-members")) @symbol.property) .)))

(export_statement "default" @default declaration: (_ name: (_) @export.local)) @export
(export_statement "default" @default value: (identifier) @export.local) @export
(export_statement "default" @default value: (class name: (_) @export.local)) @export
(export_statement "default" @default value: (function_expression name: (_) @export.local)) @export
(export_statement "default" @default) @export
(export_statement !source (export_clause (export_specifier name: (_) @export.local !alias) @export))
(export_statement !source (export_clause (export_specifier name: (_) @export.local alias: (_) @export.name) @export))
(export_statement (export_clause (export_specifier name: (_) @export.local !alias) @export) source: (_) @source)
(export_statement (export_clause (export_specifier name: (_) @export.local alias: (_) @export.name) @export) source: (_) @source)
(export_statement (namespace_export (_) @export.name) @all source: (_) @source) @export
(export_statement "*" @all source: (_) @source) @export

; --- CommonJS

(assignment_expression left: (member_expression) @_left right: (identifier) @export.local
  (#eq? @_left "module.exports") (#starts? "module") (#set! export "module.exports")) @export
(assignment_expression left: (member_expression) @_left right: [
    (class name: (_) @export.local)
    (function_expression name: (_) @export.local)
    (generator_function name: (_) @export.local)
  ]
  (#eq? @_left "module.exports") (#starts? "module") (#set! export "module.exports")) @export
(assignment_expression left: (member_expression) @export.local right: [
    (class !name)
    (function_expression !name)
    (generator_function !name)
    (arrow_function)
    (call_expression)
    (new_expression)
  ]
  (#eq? @export.local "module.exports") (#starts? "module") (#set! export "module.exports")) @export
(variable_declarator name: (identifier) @export.local
  value: [
    (assignment_expression left: (member_expression) @_left)
    (assignment_expression right: (assignment_expression left: (member_expression) @_left))
  ]
  (#eq? @_left "module.exports") (#set! export "module.exports")) @export
(assignment_expression left: (member_expression) @_left right: (object (shorthand_property_identifier) @export.local @export)
  (#eq? @_left "module.exports") (#starts? "module"))
(assignment_expression left: (member_expression) @_left
  right: (object (pair key: (_) @export.name value: (identifier) @export.local) @export)
  (#eq? @_left "module.exports") (#starts? "module"))
(assignment_expression left: (member_expression) @_left
  right: (object (pair key: (_) @export.name value: [(function_expression) (arrow_function) (class) (object) (array) (string) (number) (true) (false) (call_expression) (member_expression)]) @export)
  (#eq? @_left "module.exports") (#starts? "module"))
(assignment_expression left: (member_expression) @_left right: (object (method_definition name: (_) @export.name) @export)
  (#eq? @_left "module.exports") (#starts? "module"))
(assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @export.name)
  right: (identifier) @export.local
  (#eq? @_object "exports") (#starts? "exports")) @export
(assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @export.name) @export.local
  (#eq? @_object "exports") (#starts? "exports")) @export
(assignment_expression
  left: (member_expression object: (member_expression) @_object property: (property_identifier) @export.name)
  right: (identifier) @export.local
  (#eq? @_object "module.exports") (#starts? "module")) @export
(assignment_expression
  left: (member_expression object: (member_expression) @_object property: (property_identifier) @export.name) @export.local
  (#eq? @_object "module.exports") (#starts? "module")) @export

; --- imports

(import_statement source: (_) @source) @import
(import_statement (import_clause [
  (identifier) @name
  (namespace_import) @all
  (named_imports (import_specifier name: (_) @name !alias))
  (named_imports (import_specifier alias: (_) @name))
]) source: (_) @source) @import
(variable_declarator name: [
    (identifier) @name
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    ])
  ]
  value: [
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @source .))
    (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source .)))
    (call_expression function: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source .)))
  ]
  (#eq? @_require "require")) @import
(call_expression function: (identifier) @_require arguments: (arguments . (string) @source .)
  (#eq? @_require "require") (#starts? "require")) @import
(call_expression function: (import) arguments: (arguments . (string) @source)
  (#starts? "import")) @import

; --- heads, scopes, branches

(decorator) @decorator
["async" "static"] @modifier

(function_declaration body: (_) @scope)
(generator_function_declaration body: (_) @scope)
(method_definition body: (_) @scope)
(arrow_function "async" @async body: (_) @scope (#starts? "async"))
(function_expression "async" @async body: (_) @scope (#starts? "async"))
(generator_function "async" @async body: (_) @scope (#starts? "async"))
(arrow_function body: (_) @scope)
(function_expression body: (_) @scope)
(generator_function body: (_) @scope)
(class_static_block body: (_) @scope)

[
  (if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement)
  (switch_case) (catch_clause) (ternary_expression)
] @branch
["&&" "||" "??" "&&=" "||=" "??="] @branch
