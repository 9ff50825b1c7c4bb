import type { ServerRow } from "../server-row.ts";

/** Checking Perl runs its BEGIN blocks. */
export const perl: ServerRow = {
  id: "perl",
  title: "Perl Navigator",
  languageIds: { ".pl": "perl", ".pm": "perl", ".t": "perl" },
  rootMarkers: ["cpanfile", "Makefile.PL", "Build.PL", "dist.ini", ".git"],
  needsMarker: false,
  commands: [{ binary: "perlnavigator", args: ["--stdio"], from: "path" }],
  install: "npm install --global perlnavigator-server",
  loadsProjectCode: true,
};
