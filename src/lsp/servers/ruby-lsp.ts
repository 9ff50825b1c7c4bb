import type { ServerRow } from "../server-row.ts";

/** It runs Bundler, and so the Gemfile, to find itself in the project. */
export const rubyLsp: ServerRow = {
  id: "ruby-lsp",
  title: "Ruby LSP",
  languageIds: { ".rb": "ruby", ".rake": "ruby", ".gemspec": "ruby", ".ru": "ruby", Gemfile: "ruby", Rakefile: "ruby" },
  rootMarkers: ["Gemfile", "gems.rb", "*.gemspec", ".ruby-version"],
  commands: [
    { binary: "ruby-lsp", args: [], from: "project" },
    { binary: "ruby-lsp", args: [], from: "path" },
  ],
  install: "gem install ruby-lsp",
  loadsProjectCode: true,
};
