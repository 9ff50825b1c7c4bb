(ERROR) @error
(comment) @comment

; --- headings go by their text

(element (start_tag (tag_name) @_tag) @head (#match? @_tag "^[hH][1-6]$")) @symbol.heading @name

; --- elements with an id, custom elements, landmarks

(element [
  (start_tag (tag_name) @owner (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))) @head
  (start_tag (tag_name) @owner (attribute (attribute_name) @_id (attribute_value) @name)) @head
  (self_closing_tag (tag_name) @owner
    (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))) @head
] (#any-of? @_id "id" "ID") (#set! join "#")) @symbol.element
(element [
  (start_tag (tag_name) @name) @head
  (self_closing_tag (tag_name) @name) @head
] (#match? @name "^(header|nav|main|aside|footer|section|article|search|form|dialog|template|[a-z][a-z0-9.]*-[a-z0-9.-]*)$"))
  @symbol.element
(element (start_tag (tag_name) @name) (#any-of? @name "title" "TITLE")) @symbol.element

; --- scripts and styles

(script_element (start_tag (attribute (attribute_name) @_src
  [(quoted_attribute_value (attribute_value) @source) (attribute_value) @source])) (#eq? @_src "src")) @import
(element [
  (start_tag (tag_name) @_link (attribute (attribute_name) @_rel (quoted_attribute_value (attribute_value) @_sheet))
    (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @source)))
  (start_tag (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @source))
    (attribute (attribute_name) @_rel (quoted_attribute_value (attribute_value) @_sheet)))
  (self_closing_tag (tag_name) @_link
    (attribute (attribute_name) @_rel (quoted_attribute_value (attribute_value) @_sheet))
    (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @source)))
] (#eq? @_link "link") (#any-of? @_sheet "stylesheet" "modulepreload") (#eq? @_href "href")) @import
(script_element (start_tag (tag_name) @name) @head (raw_text)) @symbol.element
(style_element (start_tag (tag_name) @name) @head (raw_text)) @symbol.element

(script_element (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @_data)))
  (raw_text) @embedded (#eq? @_type "type") (#match? @_data "json|importmap") (#set! language "json"))
(script_element (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @_data)))
  (raw_text) @embedded (#eq? @_type "type") (#match? @_data "^(?!module$|text/babel$|.*(java|ecma)script)")
  (#set! language "none"))
(script_element (raw_text) @embedded (#set! language "javascript"))
(style_element (raw_text) @embedded (#set! language "css"))
