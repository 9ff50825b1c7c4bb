(comment) @comment
(ERROR) @error
(call !receiver (#starts? "require " "require(" "require_relative" "autoload" "load ")) @import.text

(class name: (_) @name body: (_) @body) @symbol.class
(class name: (_) @name superclass: (_) @head) @symbol.class
(class name: (_) @name @head) @symbol.class
(module name: (_) @name body: (_) @body) @symbol.module
(module name: (_) @name @head) @symbol.module

; Methods of the class itself are called as the others are, with "self." in their signature.
(method name: (_) @name body: (_) @body (#eq? @name "initialize")) @symbol.constructor
(method name: (_) @name body: (_) @body) @symbol.function
(method name: (_) @name parameters: (_) @head) @symbol.function
(method name: (_) @name @head) @symbol.function
(singleton_method object: (self) name: (_) @name body: (_) @body) @symbol.function
(singleton_method object: (self) name: (_) @name parameters: (_) @head) @symbol.function
(singleton_method object: (self) name: (_) @name @head) @symbol.function
(singleton_method object: (_) @owner name: (_) @name body: (_) @body) @symbol.function
(singleton_method object: (_) @owner name: (_) @name parameters: (_) @head) @symbol.function
(singleton_method object: (_) @owner name: (_) @name @head) @symbol.function
(call !receiver method: (identifier) @_how
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_ body: (_) @body) @value
  (#eq? @_how "define_method")) @symbol.method

(alias name: (_) @name) @symbol.method
(call !receiver method: (identifier) @_how arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#eq? @_how "alias_method")) @symbol.method
(call !receiver method: (identifier) @_how arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_how
    "attr_reader" "attr_writer" "attr_accessor" "attr"
    "cattr_reader" "cattr_writer" "cattr_accessor" "mattr_reader" "mattr_writer" "mattr_accessor"
    "class_attribute")) @symbol.property

; --- constants; those that are structs and classes made on the spot

(assignment left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_base method: (identifier) @_make
    arguments: (argument_list) @members
    block: (_ body: (_) @body) @value)
  (#any-of? @_base "Struct" "Data") (#any-of? @_make "new" "define")) @symbol.struct
(assignment left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_base method: (identifier) @_make arguments: (argument_list))
  (#any-of? @_base "Struct" "Data") (#any-of? @_make "new" "define")) @symbol.struct
(assignment left: [(constant) (scope_resolution)]
  right: (call receiver: (constant) @_base method: (identifier) @_make
    arguments: (argument_list (simple_symbol) @symbol.field @name))
  (#any-of? @_base "Struct" "Data") (#any-of? @_make "new" "define"))
(assignment left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_base method: (identifier) @_make block: (_ body: (_) @body) @value)
  (#any-of? @_base "Class" "Module") (#eq? @_make "new")) @symbol.class
(assignment left: [(constant) (scope_resolution)] @name) @symbol.constant
(assignment left: (left_assignment_list (constant) @name)) @symbol.constant
(operator_assignment left: (constant) @name) @symbol.constant
(program (assignment left: (global_variable) @name) @symbol.variable)

; --- visibility: of the method behind the word, of all that follow, or by name

(call !receiver method: (identifier) @modifier
  arguments: (argument_list . [(method) (singleton_method) (call)] @wrapped .)
  (#any-of? @modifier "private" "protected" "public" "module_function" "private_class_method")) @statement
(call !receiver method: (identifier) arguments: (argument_list . [(method) (singleton_method)] @wrapped .)) @statement
(body_statement (identifier) @section
  (#any-of? @section "private" "protected" "public" "module_function"))
(call !receiver method: (identifier) @modifier
  arguments: (argument_list [(simple_symbol) (string)] @modified)
  (#any-of? @modifier
    "private" "protected" "public" "module_function" "private_class_method" "private_constant"))
(call !receiver method: (identifier) @modifier
  arguments: (argument_list (array [(simple_symbol) (string)] @modified))
  (#any-of? @modifier "private" "protected" "public" "private_class_method"))
(singleton_method object: (self) @modifier)
; Signatures of a type checker.
(call !receiver (#starts? "sig {" "sig do" "sig(")) @decorator

; --- scopes and branches; a block is part of the method that calls with it

(method body: (_) @scope)
(method !body parameters: (_) @scope)
(method !body !parameters name: (_) @scope)
(singleton_method body: (_) @scope)
(singleton_method !body parameters: (_) @scope)
(singleton_method !body !parameters name: (_) @scope)
(lambda body: (_) @scope)
(call method: (identifier) @_how block: (_ body: (_) @scope) (#any-of? @_how "define_method" "lambda" "proc"))

[
  (if) (unless) (elsif) (if_modifier) (unless_modifier) (while) (until) (while_modifier) (until_modifier) (for)
  (when) (in_clause) (conditional) (rescue) (rescue_modifier)
  "&&" "||" "and" "or"
] @branch
