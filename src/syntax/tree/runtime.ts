import { Parser } from "web-tree-sitter";

/**
 * The functions of the WebAssembly module behind TreeCursor. They take the address of a tree, and the
 * cursor from where the function before them left it.
 */
export interface CursorFunctions {
  _ts_tree_root_node_wasm(tree: number): void;
  _ts_tree_cursor_new_wasm(tree: number): void;
  _ts_tree_cursor_delete_wasm(tree: number): void;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_current_node_is_missing_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
}

/** web-tree-sitter has one module for the process, and would make a second one when asked twice at once. */
const runtime: { readonly functions: Partial<CursorFunctions>; ready: Promise<void> | undefined } = {
  functions: {},
  ready: undefined,
};

export async function startRuntime(): Promise<Partial<CursorFunctions>> {
  // What init gets becomes the module, with its functions on it.
  runtime.ready ??= Parser.init(runtime.functions as object);
  await runtime.ready;
  return runtime.functions;
}
