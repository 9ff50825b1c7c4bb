; The script of a component, by the language it says it is in.

(script_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_ts)))
  (raw_text) @embedded (#eq? @_lang "lang") (#any-of? @_ts "ts" "typescript") (#set! language "typescript"))
(script_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_ts)))
  (raw_text) @embedded (#eq? @_lang "lang") (#eq? @_ts "tsx") (#set! language "tsx"))
(script_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_js)))
  (raw_text) @embedded (#eq? @_lang "lang") (#match? @_js "^(?!jsx?$|javascript$)") (#set! language "none"))
(script_element (raw_text) @embedded (#set! language "javascript"))

(script_element (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @source)))
  (#eq? @_src "src")) @import
(document (style_element (start_tag (tag_name) @name) @head) @symbol.element)
