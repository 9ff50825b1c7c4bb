import type { ServerRow } from "../server-row.ts";

export const lua: ServerRow = {
  id: "lua",
  title: "Lua Language Server",
  languageIds: { ".lua": "lua" },
  rootMarkers: [".luarc.json", ".luarc.jsonc", ".luacheckrc", "*.rockspec", ".git"],
  needsMarker: false,
  commands: [{ binary: "lua-language-server", args: [], from: "path" }],
  install: "install the Lua Language Server, https://luals.github.io/#install",
  settings: { Lua: { telemetry: { enable: false }, workspace: { checkThirdParty: false } } },
  quirks: { needsProjectLoaded: true },
};
