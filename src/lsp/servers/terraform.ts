import type { ServerRow } from "../server-row.ts";

export const terraform: ServerRow = {
  id: "terraform",
  title: "Terraform Language Server",
  languageIds: { ".tf": "terraform", ".tfvars": "terraform-vars" },
  rootMarkers: [".terraform", ".terraform.lock.hcl", "*.tf"],
  rootPolicy: "outermost",
  commands: [{ binary: "terraform-ls", args: ["serve"], from: "path" }],
  install: "install terraform-ls, https://github.com/hashicorp/terraform-ls",
  quirks: { needsProjectLoaded: true },
};
