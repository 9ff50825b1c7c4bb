; <button onClick={() => …}>

(jsx_self_closing_element name: (_) @owner attribute: (jsx_attribute (property_identifier) @property
  (jsx_expression [(arrow_function) (function_expression)] @callback.attribute)))
(jsx_opening_element name: (_) @owner attribute: (jsx_attribute (property_identifier) @property
  (jsx_expression [(arrow_function) (function_expression)] @callback.attribute)))
