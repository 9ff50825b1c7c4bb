import type { ServerRow } from "../server-row.ts";

/** build.zig is a program that it runs. */
export const zls: ServerRow = {
  id: "zls",
  title: "ZLS",
  languageIds: { ".zig": "zig", ".zon": "zig" },
  rootMarkers: ["build.zig", "zls.json"],
  commands: [{ binary: "zls", args: [], from: "path" }],
  install: "install ZLS, https://zigtools.org/zls/install/",
  loadsProjectCode: true,
};
