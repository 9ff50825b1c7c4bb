(comment) @comment
(ERROR) @error

; A list of objects is counted, any other value stands in the signature.
(pair key: (string) @name value: (object) @body (#set! count "keys") (#set! signature "from-name")) @symbol.key
(pair key: (string) @name value: (array . [(object) (array)]) @body
  (#set! count "items") (#set! signature "from-name")) @symbol.key
(pair key: (string) @name value: (array) @counted (#set! count "items") (#set! signature "from-name")) @symbol.key
(pair key: (string) @name (#set! signature "from-name")) @symbol.key

; Objects in a list go by what names them.
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "name") (#set! count "keys") (#set! signature "from-name"))
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "id") (#set! count "keys") (#set! signature "from-name"))
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "label") (#set! count "keys") (#set! signature "from-name"))
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "title") (#set! count "keys") (#set! signature "from-name"))
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "command") (#set! count "keys") (#set! signature "from-name"))
(array (object (pair key: (string (string_content) @_key) value: (string) @name)) @symbol.item @body
  (#eq? @_key "key") (#set! count "keys") (#set! signature "from-name"))
