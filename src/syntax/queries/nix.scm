; Patterns have no repetition: what a file or a flake is in the end is found by naming every way there.
(comment) @comment
(ERROR) @error

; --- files: what `import` gets, with arguments or without, and what is built by a path

(let_expression (binding_set (binding attrpath: (attrpath . (identifier) @name .)
  expression: (apply_expression
    function: (variable_expression) @_how argument: [(path_expression) (spath_expression)] @source)) @import)
  (#eq? @_how "import"))
(let_expression (binding_set (binding attrpath: (attrpath . (identifier) @name .)
  expression: (apply_expression function: (apply_expression
    function: (variable_expression) @_how argument: [(path_expression) (spath_expression)] @source))) @import)
  (#eq? @_how "import"))
(apply_expression function: [(variable_expression) (select_expression)] @_how
  argument: [(path_expression) (spath_expression)] @source
  (#match? @_how "(?:^|[.])(?:import|scopedImport|call(?:Package|Lib)s?)$")) @import
(binding attrpath: (_) @_how expression: (list_expression element: (path_expression) @source @import)
  (#eq? @_how "imports"))

; --- functions, wherever they are bound; those that return functions are one with as many parameters

(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (function_expression body:
    (function_expression body: (function_expression body: (function_expression body: (function_expression body: (_) @body))))) @value) @symbol.function
(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (function_expression body:
    (function_expression body: (function_expression body: (function_expression body: (_) @body)))) @value) @symbol.function
(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (function_expression body:
    (function_expression body: (function_expression body: (_) @body))) @value) @symbol.function
(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (function_expression body:
    (function_expression body: (_) @body)) @value) @symbol.function
(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (function_expression body:
    (_) @body) @value) @symbol.function

; --- names of a `let`: only what is in it and behind it can use them

(let_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.variable))
(let_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.variable))
(let_expression "let" @section)
(let_expression "in" @section)

; --- attributes: of what the file is in the end, of sets in those, and of what a module sets under a condition

(binding attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (apply_expression function*: [(variable_expression) (select_expression)] @_how
    argument: (attrset_expression) @body)
  (#match? @_how "(?:^|[.])(?:mkIf|mkMerge|mkForce|mkDefault|mkOverride|mkBefore|mkAfter|optionalAttrs)$")) @symbol.field
(source_code expression: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))))
]
  (#not-eq? @_how "import"))
(source_code expression: (_ body*: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))))
])
  (#not-eq? @_how "import"))
(binding attrpath: (attrpath . (identifier) @_name .)
  expression: (function_expression body*: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)))))))
])
  (#any-of? @_name "outputs" "perSystem") (#not-eq? @_how "import"))
(let_expression body: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field))) @within
(attrset_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)) @within
(rec_attrset_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: [
    (attrset_expression) @body (rec_attrset_expression) @body (let_expression) @body
    (with_expression body: (attrset_expression) @body) (binary_expression right: (attrset_expression) @body)
  ]) @symbol.field)) @within
(source_code expression: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))))
]
  (#not-eq? @_how "import"))
(source_code expression: (_ body*: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))))
])
  (#not-eq? @_how "import"))
(binding attrpath: (attrpath . (identifier) @_name .)
  expression: (function_expression body*: [
  (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field))
  (binary_expression left: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (binary_expression right: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression function*: [(variable_expression) (select_expression)] @_how argument: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))
  (apply_expression argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))
  (binary_expression left: (_ expression: (apply_expression
    argument: (_ expression: (function_expression body*: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)))))))
])
  (#any-of? @_name "outputs" "perSystem") (#not-eq? @_how "import"))
(let_expression body: (_ (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field))) @within
(attrset_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)) @within
(rec_attrset_expression (binding_set (binding
  attrpath: [(attrpath . (_) @name .) (attrpath (_) . (_)) @name]
  expression: (_)) @symbol.field)) @within

; --- what leaves the file under the name it came with, or as what the file is

(source_code expression: (_ body*: (variable_expression name: (identifier) @export.name) @export))

(source_code expression: (_ (binding_set [
    (inherit attrs: (_ attr: (identifier) @export.name @export))
    (inherit_from attrs: (_ attr: (identifier) @export.name @export))
  ])))
(source_code expression: (_ body*: [
  (attrset_expression (binding_set [
    (inherit attrs: (_ attr: (identifier) @export.name @export))
    (inherit_from attrs: (_ attr: (identifier) @export.name @export))
  ]))
  (rec_attrset_expression (binding_set [
    (inherit attrs: (_ attr: (identifier) @export.name @export))
    (inherit_from attrs: (_ attr: (identifier) @export.name @export))
  ]))
  (binary_expression right: (attrset_expression (binding_set [
    (inherit attrs: (_ attr: (identifier) @export.name @export))
    (inherit_from attrs: (_ attr: (identifier) @export.name @export))
  ])))
]))

; --- scopes and branches

(function_expression body: (_) @scope)
(source_code expression: (function_expression body: (_) @unscoped))
(source_code expression: (_ body*: (function_expression body: (_) @unscoped)))
(source_code expression: (_ body*: (apply_expression
  argument: (_ expression: (function_expression body: (_) @unscoped)))))
(source_code expression: (_ body*: (binary_expression left: (_ expression: (apply_expression
  argument: (_ expression: (function_expression body: (_) @unscoped)))))))
(binding attrpath: (attrpath . (identifier) @_name .) expression: (function_expression body: (_) @unscoped)
  (#any-of? @_name "outputs" "perSystem"))
(binding attrpath: (attrpath . (identifier) @_name .) expression: (function_expression body*: (apply_expression
  argument: (_ expression: (function_expression body: (_) @unscoped))))
  (#any-of? @_name "outputs" "perSystem"))
(binding attrpath: (attrpath . (identifier) @_name .) expression: (function_expression body*: (binary_expression
  left: (_ expression: (apply_expression argument: (_ expression: (function_expression body: (_) @unscoped))))))
  (#any-of? @_name "outputs" "perSystem"))

(if_expression) @branch
["&&" "||" "->"] @branch
