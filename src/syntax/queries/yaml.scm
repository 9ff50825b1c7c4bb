(comment) @comment
(ERROR) @error

; A manifest among several: "Service.web".
(document (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_kind value: (flow_node) @owner (#eq? @_kind "kind"))
  (block_mapping_pair key: (flow_node) @_metadata (#eq? @_metadata "metadata")
    value: (block_node (block_mapping
      (block_mapping_pair key: (flow_node) @_name value: (flow_node) @name (#eq? @_name "name")))))) @body)
  (#set! signature "from-name")) @symbol.document

(block_mapping_pair key: (_) @name value: (block_node (block_mapping) @body)
  (#set! count "keys") (#set! signature "from-name")) @symbol.key
(block_mapping_pair key: (_) @name value: (block_node (block_sequence) @body)
  (#set! count "items") (#set! signature "from-name")) @symbol.key
(block_mapping_pair key: (_) @name (#set! signature "from-name")) @symbol.key
(flow_pair key: (_) @name (#set! signature "from-name")) @symbol.key

; Mappings in a list go by what names them.
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "name")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "id")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "title")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "label")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "key")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)) @body) (#eq? @_key "uses")
  (#set! count "keys") (#set! signature "from-name")) @symbol.item
