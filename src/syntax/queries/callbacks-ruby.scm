; Blocks, lambdas and procs that something else will call.

(call !arguments block: (_) @callback.argument @arguments)
(call arguments: (_) @arguments block: (_) @callback.argument)
(call arguments: (argument_list . [(string) (simple_symbol)] @event) block: (_) @callback.argument)
(call arguments: (argument_list (lambda) @callback.argument) @arguments)
(call arguments: (argument_list . [(string) (simple_symbol)] @event (lambda) @callback.argument))
(call arguments: (argument_list (pair key: (hash_key_symbol) @label value: (lambda) @callback.argument)) @arguments)
(call arguments: (argument_list (pair key: (hash_key_symbol) @label
  value: (call !receiver method: (identifier) @_how block: (_) @callback.argument))) @arguments
  (#any-of? @_how "lambda" "proc"))
(program (call block: (_) @callback.argument) @unused)
(body_statement (call block: (_) @callback.argument) @unused)

(hash (pair key: (_) @property value: (lambda) @callback.property)) @holder
(hash (pair key: (_) @property
  value: (call !receiver method: (identifier) @_how block: (_) @callback.property))
  (#any-of? @_how "lambda" "proc")) @holder
(assignment left: [(call) (instance_variable) (element_reference)] @property right: (lambda) @callback.assigned)
(assignment left: [(call) (instance_variable) (element_reference)] @property
  right: (call !receiver method: (identifier) @_how block: (_) @callback.assigned)
  (#any-of? @_how "lambda" "proc"))

(assignment left: (_) @owner right: (hash) @held)
(pair key: (_) @owner value: (hash) @held)

; --- methods that are one call

(method parameters: (_) @forward.parameters
  body: (body_statement . (call !block arguments: (_) @forward.arguments) .) @forward)
(method parameters: (_) @forward.parameters body: (call !block arguments: (_) @forward.arguments) @forward)
(singleton_method parameters: (_) @forward.parameters
  body: (body_statement . (call !block arguments: (_) @forward.arguments) .) @forward)
