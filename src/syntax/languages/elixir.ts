import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { elixirReferences } from "../references/languages/elixir.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";

export const elixir: LanguageDefinition = {
  id: "elixir",
  title: "Elixir",
  extensions: [".ex", ".exs"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-elixir.wasm" },
  queries: ["elixir", "callbacks-elixir"],
  callbacks: genericCallbacks,
  isIsolated: true,
  references: elixirReferences,
  comments: {
    // The text of an attribute is a docstring; as a comment it tells where the documentation starts.
    docPrefixes: ["@typedoc", "@doc", "#"],
    directive: /^(?:@\w+\s+(?:false\b|\w+:)|#\s*(?:credo:|coveralls-ignore|!))/,
  },
  isExported: ({ modifiers }, owner) => (owner === undefined || owner.exported) && !modifiers.includes("private"),
  visibilityOf: ({ modifiers }) => (modifiers.includes("private") ? "private" : undefined),
  isInternal: (source, { packageName }) => {
    const [root = ""] = source.split(".", 1);
    return root === "__MODULE__" || root === packageName?.split(".", 1)[0];
  },
  dependsOnPath: false,
  parseImport: parseDirective,
  nameOf: (written) => written.replace(/^:?(["']?)(.*?)\1(?::\s*)?$/, "$2"),
  sample: `defmodule A.B do
  @moduledoc """
  Sample.
  """
  use GenServer, restart: :temporary
  alias A.{C, D}
  import E, only: [f: 1]
  @behaviour G
  @type t :: %__MODULE__{id: integer() | nil}
  @limit 10
  defstruct [:id, total: 0]
  @doc "Doc."
  @spec h(t, integer) :: {:ok, t}
  def h(%{id: id} = x, n \\\\ 1) when n > 0 and id != "a" do
    case n do
      1 -> :ok
      [h | t] when h >= 1.5 -> {:error, ~r/x+/i, 'c', ?a}
      %{"k" => v, k2: _} -> "n #{v <> "x"}"
    end
    with {:ok, a} <- h(x), b = a |> Enum.map(&(&1 + 1)) do a else _ -> nil end
    if a && !b || c, do: 1, else: 2
    for x <- 1..10//2, rem(x, 2) == 0, into: %{}, do: {x, -x}
    try do a.b.(c) rescue e in [F] -> raise e after :ok end
    receive do {^id, m} -> fn y, _ -> y ++ [m] end after 100 -> @limit end
  end
  def h(_, _), do: <<1::size(8)>>
  defp p, do: unless(true, do: A.B.h(1))
  defmacro m(x) do quote do unquote(x) end end
  defguard big(x) when x > 10
  defdelegate size(x), to: Enum, as: :count
end
defprotocol P do
  def f(x)
end
defimpl P, for: [List, Map] do
  def f(x), do: length(x)
end
`,
};

/** `alias A.{B, C}`, `alias A.B, as: D`, `import E, only: [f: 1]`, `require F`, `use G`. */
function parseDirective(text: string): ParsedImport[] {
  const [, keyword, target = "", group, rest = ""] =
    /^(alias|import|require|use)[\s(]+([\w.]+?)(?:\.\{([^}]*)\})?(?=[\s,)]|$)([\s\S]*)$/.exec(text) ?? [];
  if (keyword === undefined) return [];
  const sources = group === undefined ? [target] : group.split(",").map((part) => `${target}.${part.trim()}`);
  const [, alias] = /\bas:\s*([\w.]+)/.exec(rest) ?? [];
  const [, only] = /\bonly:\s*\[([^\]]*)\]/.exec(rest) ?? [];
  return sources.map((source) => {
    if (keyword === "import") return { source, names: only?.match(/[\w?!]+(?=:)/g) ?? ["*"] };
    const binds = alias ?? (keyword === "alias" ? source.slice(source.lastIndexOf(".") + 1) : undefined);
    return { source, names: binds === undefined ? [] : [binds] };
  });
}
