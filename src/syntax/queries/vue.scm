(ERROR) @error
(comment) @comment

(document [(script_element) (template_element) (style_element)] (#set! name "file") (#set! signature "none")) @symbol.component
(document (template_element (start_tag (tag_name) @name) @head) @symbol.element)
