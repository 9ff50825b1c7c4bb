; Functions without a name that something else will call, and the tests.

(call target: (_) @callee (arguments (anonymous_function) @callback.argument))
(call (arguments . (string) @event (anonymous_function) @callback.argument))
(call target: (_) @callee
  (arguments (keywords (pair key: (keyword) @label value: (anonymous_function) @callback.argument))))

(call target: (identifier) @callee (do_block) @callback.argument
  (#any-of? @callee "test" "describe" "property" "setup" "setup_all"))
(call target: (identifier) @callee (arguments . (string) @event) (do_block) @callback.argument
  (#any-of? @callee "test" "describe" "property"))

(map (map_content (keywords (pair key: (keyword) @property value: (anonymous_function) @callback.property)))) @holder
(map (map_content (binary_operator left: (_) @property "=>" right: (anonymous_function) @callback.property))) @holder

(binary_operator left: (identifier) @owner "=" right: (map) @held)
(pair key: (keyword) @owner value: (map) @held)

; --- functions that are one call

(call target: (identifier) @_how
  (arguments . (call target: (identifier) (arguments) @forward.parameters))
  (do_block . (call (arguments) @forward.arguments .) .) @forward
  (#any-of? @_how "def" "defp"))
(call target: (identifier) @_how
  (arguments . (call target: (identifier) (arguments) @forward.parameters)
    . (keywords . (pair value: (call (arguments) @forward.arguments .)) .) @forward)
  (#any-of? @_how "def" "defp"))
