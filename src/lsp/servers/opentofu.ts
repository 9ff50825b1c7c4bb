import type { ServerRow } from "../server-row.ts";

export const opentofu: ServerRow = {
  id: "opentofu",
  title: "OpenTofu Language Server",
  languageIds: { ".tf": "opentofu", ".tofu": "opentofu", ".tfvars": "opentofu-vars" },
  priority: 40,
  rootMarkers: [".terraform", ".terraform.lock.hcl", "*.tofu", "*.tf"],
  rootPolicy: "outermost",
  commands: [{ binary: "tofu-ls", args: ["serve"], from: "path" }],
  install: "install tofu-ls, https://github.com/opentofu/tofu-ls",
  quirks: { needsProjectLoaded: true },
};
