(comment) @comment
(ERROR) @error
(source (call target: (identifier) @_how (arguments . (alias) @package)) (#eq? @_how "defmodule"))
(call target: (identifier) @_how (arguments . [(alias) (dot)]) (#any-of? @_how "alias" "import" "require" "use")) @import.text

; --- modules

(call target: (identifier) @_how (arguments . (alias) @name) (do_block) @body (#eq? @_how "defmodule")) @symbol.module
(call target: (identifier) @_how (arguments . (alias) @name) (do_block) @body (#eq? @_how "defprotocol")) @symbol.interface
(call target: (identifier) @_how (arguments . (alias) @name) (do_block) @body (#eq? @_how "defimpl")) @symbol.impl

; --- functions; clauses with the same number of parameters are one

(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (do_block) @body
  (#eq? @_how "def") (#set! join-clauses "")) @symbol.function
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))] . (keywords) @body)
  (#any-of? @_how "def" "defdelegate") (#set! join-clauses "")) @symbol.function
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (#eq? @_how "def") (#set! join-clauses "")) @symbol.function
(call target: (identifier) @_how (arguments . (identifier) @name) (do_block) @body (#eq? @_how "def")) @symbol.function
(call target: (identifier) @_how (arguments . (identifier) @name . (keywords) @body) (#eq? @_how "def")) @symbol.function
(call target: (identifier) @_how (arguments . (identifier) @name) (#eq? @_how "def")) @symbol.function

(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (do_block) @body
  (#eq? @_how "defp") (#set! join-clauses "") (#set! modifier "private")) @symbol.function
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))] . (keywords) @body)
  (#eq? @_how "defp") (#set! join-clauses "") (#set! modifier "private")) @symbol.function
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (#eq? @_how "defp") (#set! join-clauses "") (#set! modifier "private")) @symbol.function
(call target: (identifier) @_how (arguments . (identifier) @name) (do_block) @body
  (#eq? @_how "defp") (#set! modifier "private")) @symbol.function
(call target: (identifier) @_how (arguments . (identifier) @name . (keywords) @body)
  (#eq? @_how "defp") (#set! modifier "private")) @symbol.function

(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity) (identifier) @name
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (do_block) @body
  (#eq? @_how "defmacro") (#set! join-clauses "")) @symbol.macro
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity) (identifier) @name
                (binary_operator . (call target: (identifier) @name (arguments) @arity))] . (keywords) @body)
  (#eq? @_how "defmacro") (#set! join-clauses "")) @symbol.macro
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (#any-of? @_how "defmacro" "defguard") (#set! join-clauses "")) @symbol.macro
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity) (identifier) @name
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (do_block) @body
  (#eq? @_how "defmacrop") (#set! join-clauses "") (#set! modifier "private")) @symbol.macro
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity) (identifier) @name
                (binary_operator . (call target: (identifier) @name (arguments) @arity))] . (keywords) @body)
  (#eq? @_how "defmacrop") (#set! join-clauses "") (#set! modifier "private")) @symbol.macro
(call target: (identifier) @_how
  (arguments . [(call target: (identifier) @name (arguments) @arity)
                (binary_operator . (call target: (identifier) @name (arguments) @arity))])
  (#any-of? @_how "defmacrop" "defguardp") (#set! join-clauses "") (#set! modifier "private")) @symbol.macro

; --- types, callbacks and values of attributes

(unary_operator "@" operand: (call target: (identifier) @_how
  (arguments . (binary_operator . [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_how "type" "opaque")) @symbol.type
(unary_operator "@" operand: (call target: (identifier) @_how
  (arguments . (binary_operator . [(identifier) @name (call target: (identifier) @name)])))
  (#eq? @_how "typep") (#set! modifier "private")) @symbol.type
(unary_operator "@" operand: (call target: (identifier) @_how
  (arguments . (binary_operator . (call target: (identifier) @name))))
  (#any-of? @_how "callback" "macrocallback")) @symbol.function
(unary_operator "@" operand: (call target: (identifier) @_how
  (arguments . (binary_operator . (binary_operator . (call target: (identifier) @name)))))
  (#any-of? @_how "callback" "macrocallback")) @symbol.function
(do_block (unary_operator "@" operand: (call target: (identifier) @name (arguments))
  (#match? @name "^(?!(?:moduledoc|doc|typedoc|shortdoc|spec|type|typep|opaque|callback|macrocallback|optional_callbacks|behaviour|impl|deprecated|since|derive|enforce_keys|compile|before_compile|after_compile|on_definition|on_load|external_resource|dialyzer|tag|moduletag|describetag|requirements|recursive)$)")
  (#set! modifier "private")) @symbol.constant)

; --- fields

(call target: (identifier) @_how (arguments [
    (list [(atom) @symbol.field @name (keywords (pair key: (keyword) @name) @symbol.field)])
    (keywords (pair key: (keyword) @name) @symbol.field)
  ]) (#any-of? @_how "defstruct" "defexception"))
(call target: (identifier) @_schema (do_block (call target: (identifier) @_how (arguments . (atom) @name)) @symbol.field)
  (#any-of? @_schema "schema" "embedded_schema")
  (#any-of? @_how "field" "belongs_to" "has_many" "has_one" "embeds_one" "embeds_many" "many_to_many"))

; --- documentation

(call target: (identifier) @_how (do_block (unary_operator "@" operand: (call target: (identifier) @_doc
  (arguments . [(string (quoted_content) @docstring) (sigil (quoted_content) @docstring)]))))
  (#eq? @_doc "moduledoc"))
(unary_operator "@" operand: (call target: (identifier) @_doc
  (arguments . [(string (quoted_content) @docstring.next) (sigil (quoted_content) @docstring.next)]))
  (#any-of? @_doc "doc" "typedoc"))
(unary_operator "@" operand: (call target: (identifier) @_doc) (#any-of? @_doc "doc" "typedoc")) @comment
(unary_operator "@" operand: (call target: (identifier) @_how)
  (#any-of? @_how "spec" "impl" "deprecated" "since")) @decorator

; --- scopes and branches

(call target: (identifier) @_how (do_block) @scope (#any-of? @_how "def" "defp" "defmacro" "defmacrop"))
(call target: (identifier) @_how (arguments (_) . (keywords) @scope)
  (#any-of? @_how "def" "defp" "defmacro" "defmacrop" "defdelegate"))
(anonymous_function) @scope

; The first clause is the way through that every choice has.
(do_block (stab_clause) . (stab_clause) @branch)
(anonymous_function (stab_clause) . (stab_clause) @branch)
(rescue_block (stab_clause) @branch)
(catch_block (stab_clause) @branch)
(else_block (stab_clause) @branch)
(call target: (identifier) @_how (#any-of? @_how "if" "unless" "for" "with")) @branch
["&&" "||" "and" "or"] @branch
