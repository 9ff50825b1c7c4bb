(comment) @comment
(ERROR) @error

(table [(bare_key) (quoted_key) (dotted_key)] @name "]" @body (#set! signature "from-name")) @symbol.table
(table_array_element (bare_key) @owner "]]" @body (pair (bare_key) @_key (string) @name) (#eq? @_key "name")
  (#set! signature "from-name")) @symbol.table
(table_array_element [(bare_key) (quoted_key) (dotted_key)] @name "]]" @body
  (#set! signature "from-name")) @symbol.table

(pair [(bare_key) (quoted_key) (dotted_key)] @name (inline_table) @counted
  (#set! count "keys") (#set! signature "from-name")) @symbol.key
(pair [(bare_key) (quoted_key) (dotted_key)] @name (array) @counted
  (#set! count "items") (#set! signature "from-name")) @symbol.key
(pair [(bare_key) (quoted_key) (dotted_key)] @name (#set! signature "from-name")) @symbol.key
