(ERROR) @error
(comment) @comment

(document (_) (#set! name "file") (#set! signature "none")) @symbol.component
(snippet_statement (snippet_start (snippet_name) @name) @head) @symbol.function
