; Functions without a name that something else will call.

(apply_expression function*: [(variable_expression) (select_expression)] @callee
  argument: (parenthesized_expression expression: (function_expression) @callback.argument))
(apply_expression function: (apply_expression argument: (string_expression) @event)
  argument: (parenthesized_expression expression: (function_expression) @callback.argument))

(attrset_expression (binding_set (binding
  attrpath: (_) @property expression: (function_expression) @callback.property))) @holder
(rec_attrset_expression (binding_set (binding
  attrpath: (_) @property expression: (function_expression) @callback.property))) @holder

(apply_expression function*: [(variable_expression) (select_expression)] @owner argument: [
  (attrset_expression) (rec_attrset_expression)] @held)
(binding attrpath: (_) @owner expression: [(attrset_expression) (rec_attrset_expression)] @held)
