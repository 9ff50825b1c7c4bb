; Lambdas, and blocks behind a "$", that something else will run.

(apply function*: [(variable) (qualified)] @callee argument: (parens expression: [(lambda) (lambda_case)] @callback.argument))
(infix left_operand: [
    (variable) @callee (qualified) @callee (apply function*: [(variable) (qualified)] @callee)
  ] operator: (operator) @_operator
  right_operand: [(lambda) (lambda_case) (do)] @callback.argument (#eq? @_operator "$"))
(infix left_operand: [
    (apply function: (variable) argument: (literal (string) @event))
    (apply function: (apply function: (variable) argument: (literal (string) @event)))
  ] operator: (operator) @_operator
  right_operand: [(lambda) (lambda_case) (do)] @callback.argument (#eq? @_operator "$"))

(record expression: (_) @owner field: (field_update field: (_) @property
  expression: [(lambda) (lambda_case)] @callback.property))
