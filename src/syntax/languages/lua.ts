import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { bindModules } from "../references/import-bindings.ts";
import { luaReferences } from "../references/languages/lua.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { hasFolder } from "./path-folder.ts";

/** The last part of "M._cache" says it for the whole; two underscores are a metamethod. */
const isPrivate = (name: string): boolean => /^_(?!_)/.test(name.slice(name.lastIndexOf(".") + 1));

export const lua: LanguageDefinition = {
  id: "lua",
  title: "Lua",
  extensions: [".lua", ".rockspec"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-lua.wasm" },
  queries: ["lua", "callbacks-lua"],
  callbacks: genericCallbacks,
  references: luaReferences,
  bindings: bindModules,
  comments: {
    docPrefixes: ["--[[", "--[=", "---", "--"],
    continuation: "--",
    directive: /^--+\s*(?:luacheck\b|stylua:|selene:|vim:|@diagnostic\b|@meta\b|@module\b)/,
  },
  // What has an owner is reached as far as the owner is.
  isExported: ({ name, modifiers }, owner) =>
    !isPrivate(name) && !modifiers.includes("local") && (owner === undefined ? !name.includes(".") : owner.exported),
  visibilityOf: ({ name }) => (isPrivate(name) ? "private" : undefined),
  isInternal: (source, { path }) => /^\.\.?\//.test(source) || hasFolder(path, source.split(/[./]/, 1)[0] ?? ""),
  dependsOnPath: true,
  sample: `#!/usr/bin/env lua
local json = require("cjson")
local util = require "shop.util"
local M, x = { a = 1, ["b"] = { 2, 3; 4 }, [5] = nil }, 0x1F
--- Doc.
-- @param a number
local function helper(a, ...)
  local n <const> = select("#", ...) + #a - 1.5e3
  if not a and n >= 1 or n ~= 2 then return nil elseif a == "x" then n = -n else goto done end
  for i = 1, 10, 2 do if i % 2 == 0 then break end end
  for k, v in pairs(a) do a[k] = v .. [[long]] end
  while true do repeat n = n // 2 until n < 1 end
  ::done::
end
function M.new(o) return setmetatable(o or {}, { __index = M, __call = function(self) return self end }) end
function M:method(a) self.y = self:other(a).z[1] ~ 1 end
M.f = function(...) print(...) end
--[[ block ]]
return M
`,
};
