import { genericCallbacks, noFunctionLiterals } from "../callbacks/callback-rules.ts";
import { ocamlReferences } from "../references/languages/ocaml.ts";
import type { LanguageDefinition } from "../language-definition.ts";

const shared = {
  // Compiled for speed, either grammar would take 400 MB.
  isIsolated: true,
  references: ocamlReferences,
  comments: { docPrefixes: ["(**"], mayFollow: true, directive: /^\(\*\*\*|^\(\*\*\// },
  isExported: (symbol, owner) => (owner === undefined || owner.exported) && !symbol.modifiers.includes("private"),
  visibilityOf: ({ modifiers }) => (modifiers.includes("private") ? "private" : undefined),
  // A module is a file of the project or a library's: its name does not tell.
  isInternal: () => false,
  dependsOnPath: false,
  nameOf: (written) => written.replace(/^\(\s*(.+?)\s*\)$/, "$1"),
} satisfies Partial<LanguageDefinition>;

export const ocaml: LanguageDefinition = {
  ...shared,
  id: "ocaml",
  queries: ["ocaml", "ocaml-values", "callbacks-ocaml"],
  callbacks: genericCallbacks,
  title: "OCaml",
  extensions: [".ml"],
  grammar: { package: "tree-sitter-ocaml", file: "tree-sitter-ocaml.wasm" },
  sample: `(** Sample. *)
open Printf
module M = Map.Make (String)
module type S = sig type t val x : int -> t end
module Make (X : S) : S with type t = X.t = struct type t = X.t let x n = X.x n end
type order = { id : int; mutable total : float } [@@deriving show]
and state = Open | Paid of int * string
type 'a alias = ('a, [ \`A | \`B of int ]) Hashtbl.t
exception Refused of int
let limit = 10
let rec pay ?(x = 1) ~y n = function
  | 0 -> [ 1; 2 ]
  | n when n > 1 && not y || false -> (match n with 1 -> [] | _ -> x :: [ 3 ])
  | _ -> if n = 2 then [] else pay ~y (n - 1) 0
and helper a (b, _) = for i = 0 to 1 do a.(i) <- b done; while !a do a := "x" ^ b done; try f () with Not_found -> raise E
let ( <+> ) a b = let open M in let* c = a |> b in fun x -> { c with id = x.id }
external c_fun : int -> int = "c_fun"
class point (x : int) = object (self)
  inherit base as super
  val mutable x = x
  method get_x = self#hidden 'c' 1.5
  method private hidden y = new point y
end
let () = printf "%d\\n" (f [| 1 |]); assert (lazy 1)
`,
};

/** Interfaces have a grammar of their own. */
export const ocamlInterface: LanguageDefinition = {
  ...shared,
  id: "ocaml_interface",
  queries: ["ocaml"],
  callbacks: noFunctionLiterals,
  title: "OCaml interface",
  extensions: [".mli"],
  grammar: { package: "tree-sitter-ocaml", file: "tree-sitter-ocaml_interface.wasm" },
  sample: `(** Sample. *)
open Printf
(** Pays. *)
val pay : ?x:int -> y:'a list -> (int, string) result
type t = private { id : int }
type 'a u = A | B of { x : 'a }
module M : sig val x : int end
module F (X : S) : S with type t = X.t
module type S = sig include T end
exception E of int
external f : int -> int = "f"
class c : object method m : int end
`,
};
