import type { ServerRow } from "../server-row.ts";

export const fortran: ServerRow = {
  id: "fortran",
  title: "fortls",
  languageIds: { ".f90": "fortran", ".f95": "fortran", ".f03": "fortran", ".f08": "fortran", ".f": "fortran" },
  rootMarkers: [".fortlsrc", ".fortls.json", "fpm.toml", ".git"],
  needsMarker: false,
  commands: [{ binary: "fortls", args: ["--disable_autoupdate"], from: "path" }],
  package: { registry: "pypi", versions: { fortls: "3.2.2" } },
};
