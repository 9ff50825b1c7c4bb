import type { ServerRow } from "./server-row.ts";
import { angular } from "./servers/angular.ts";
import { astGrep } from "./servers/ast-grep.ts";
import { astro } from "./servers/astro.ts";
import { basedpyright } from "./servers/basedpyright.ts";
import { bash } from "./servers/bash.ts";
import { biome } from "./servers/biome.ts";
import { buf } from "./servers/buf.ts";
import { clangd } from "./servers/clangd.ts";
import { clojure } from "./servers/clojure.ts";
import { cmake } from "./servers/cmake.ts";
import { csharpLs } from "./servers/csharp-ls.ts";
import { css } from "./servers/css.ts";
import { cue } from "./servers/cue.ts";
import { dart } from "./servers/dart.ts";
import { deno } from "./servers/deno.ts";
import { dockerCompose } from "./servers/docker-compose.ts";
import { dockerfile } from "./servers/dockerfile.ts";
import { elixirLs } from "./servers/elixir-ls.ts";
import { erlang } from "./servers/erlang.ts";
import { eslint } from "./servers/eslint.ts";
import { expert } from "./servers/expert.ts";
import { fish } from "./servers/fish.ts";
import { fortran } from "./servers/fortran.ts";
import { fsautocomplete } from "./servers/fsautocomplete.ts";
import { gleam } from "./servers/gleam.ts";
import { golangciLint } from "./servers/golangci-lint.ts";
import { gopls } from "./servers/gopls.ts";
import { graphql } from "./servers/graphql.ts";
import { haskell } from "./servers/haskell.ts";
import { html } from "./servers/html.ts";
import { intelephense } from "./servers/intelephense.ts";
import { jdtls } from "./servers/jdtls.ts";
import { jedi } from "./servers/jedi.ts";
import { json } from "./servers/json.ts";
import { julia } from "./servers/julia.ts";
import { kotlinLanguageServer } from "./servers/kotlin-language-server.ts";
import { kotlinLsp } from "./servers/kotlin-lsp.ts";
import { lua } from "./servers/lua.ts";
import { marksman } from "./servers/marksman.ts";
import { metals } from "./servers/metals.ts";
import { neocmake } from "./servers/neocmake.ts";
import { nil } from "./servers/nil.ts";
import { nixd } from "./servers/nixd.ts";
import { ocaml } from "./servers/ocaml.ts";
import { omnisharp } from "./servers/omnisharp.ts";
import { opengrep } from "./servers/opengrep.ts";
import { opentofu } from "./servers/opentofu.ts";
import { oxlint } from "./servers/oxlint.ts";
import { perl } from "./servers/perl.ts";
import { phpactor } from "./servers/phpactor.ts";
import { powershell } from "./servers/powershell.ts";
import { prisma } from "./servers/prisma.ts";
import { pylsp } from "./servers/pylsp.ts";
import { pyrefly } from "./servers/pyrefly.ts";
import { pyright } from "./servers/pyright.ts";
import { r } from "./servers/r.ts";
import { roslyn } from "./servers/roslyn.ts";
import { rubocop } from "./servers/rubocop.ts";
import { rubyLsp } from "./servers/ruby-lsp.ts";
import { ruff } from "./servers/ruff.ts";
import { rustAnalyzer } from "./servers/rust-analyzer.ts";
import { solargraph } from "./servers/solargraph.ts";
import { solidity } from "./servers/solidity.ts";
import { sourcekitLsp } from "./servers/sourcekit-lsp.ts";
import { stylelint } from "./servers/stylelint.ts";
import { svelte } from "./servers/svelte.ts";
import { tailwind } from "./servers/tailwind.ts";
import { taplo } from "./servers/taplo.ts";
import { terraform } from "./servers/terraform.ts";
import { texlab } from "./servers/texlab.ts";
import { tombi } from "./servers/tombi.ts";
import { ty } from "./servers/ty.ts";
import { typescriptLanguageServer } from "./servers/typescript-language-server.ts";
import { typescript } from "./servers/typescript.ts";
import { typos } from "./servers/typos.ts";
import { vtsls } from "./servers/vtsls.ts";
import { vue } from "./servers/vue.ts";
import { yaml } from "./servers/yaml.ts";
import { zizmor } from "./servers/zizmor.ts";
import { zls } from "./servers/zls.ts";

/** Every language server that Reticle knows; a new one is a file in `servers/` and a line here. */
export const serverRows: readonly ServerRow[] = [
  angular,
  astGrep,
  astro,
  basedpyright,
  bash,
  biome,
  buf,
  clangd,
  clojure,
  cmake,
  csharpLs,
  css,
  cue,
  dart,
  deno,
  dockerCompose,
  dockerfile,
  elixirLs,
  erlang,
  eslint,
  expert,
  fish,
  fortran,
  fsautocomplete,
  gleam,
  golangciLint,
  gopls,
  graphql,
  haskell,
  html,
  intelephense,
  jdtls,
  jedi,
  json,
  julia,
  kotlinLanguageServer,
  kotlinLsp,
  lua,
  marksman,
  metals,
  neocmake,
  nil,
  nixd,
  ocaml,
  omnisharp,
  opengrep,
  opentofu,
  oxlint,
  perl,
  phpactor,
  powershell,
  prisma,
  pylsp,
  pyrefly,
  pyright,
  r,
  roslyn,
  rubocop,
  rubyLsp,
  ruff,
  rustAnalyzer,
  solargraph,
  solidity,
  sourcekitLsp,
  stylelint,
  svelte,
  tailwind,
  taplo,
  terraform,
  texlab,
  tombi,
  ty,
  typescriptLanguageServer,
  typescript,
  typos,
  vtsls,
  vue,
  yaml,
  zizmor,
  zls,
];
