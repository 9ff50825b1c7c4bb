(ERROR) @error
(minus_metadata (#set! language "yaml")) @embedded
(plus_metadata (#set! language "toml")) @embedded

(atx_heading (atx_h1_marker) heading_content: (_) @name
  (#set! level "1") (#set! signature "none")) @symbol.heading
(atx_heading (atx_h2_marker) heading_content: (_) @name
  (#set! level "2") (#set! signature "none")) @symbol.heading
(atx_heading (atx_h3_marker) heading_content: (_) @name
  (#set! level "3") (#set! signature "none")) @symbol.heading
(atx_heading (atx_h4_marker) heading_content: (_) @name
  (#set! level "4") (#set! signature "none")) @symbol.heading
(atx_heading (atx_h5_marker) heading_content: (_) @name
  (#set! level "5") (#set! signature "none")) @symbol.heading
(atx_heading (atx_h6_marker) heading_content: (_) @name
  (#set! level "6") (#set! signature "none")) @symbol.heading
(setext_heading heading_content: (_) @name (setext_h1_underline) @body
  (#set! level "1") (#set! signature "none")) @symbol.heading
(setext_heading heading_content: (_) @name (setext_h2_underline) @body
  (#set! level "2") (#set! signature "none")) @symbol.heading

; The text right below a heading says what its section is about.
(section (atx_heading heading_content: (_)) . (paragraph (inline) @docstring))
(section (setext_heading) . (paragraph (inline) @docstring))
