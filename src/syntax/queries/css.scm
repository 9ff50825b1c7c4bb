; The grammar gets a skeleton of the text: every at-rule is an (at_rule), every head is of tag names.

(comment) @comment
(ERROR) @error
(at_rule (#starts? "@import" "@use" "@forward")) @import.text

(at_rule (block) @body (#starts? "@mixin") (#set! name "head")) @symbol.macro
(at_rule (block) @body (#starts? "@function") (#set! name "head")) @symbol.function
; What stands inside these is a member of what is around them.
(at_rule (at_keyword) @_keyword (block) @body (#match? @_keyword "^@(?!if|else|each|for|while)")
  (#set! name "head")) @symbol.rule
; The steps of @keyframes and nested properties ("font: { … }") are left out.
(rule_set (selectors) @name (block) @body (#match? @name "^(?!(?:from|to)(?:[^a-z0-9_-]|$)|[0-9.]+%)[^]*[^:]$")) @symbol.rule

(declaration (property_name) @name (#match? @name "^--")) @symbol.property
(stylesheet (declaration (property_name) @name (#match? @name "^\$")) @symbol.variable)
