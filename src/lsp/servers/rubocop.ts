import type { ServerRow } from "../server-row.ts";

export const rubocop: ServerRow = {
  id: "rubocop",
  title: "RuboCop",
  languageIds: { ".rb": "ruby", ".rake": "ruby", ".gemspec": "ruby", ".ru": "ruby", Gemfile: "ruby", Rakefile: "ruby" },
  role: "linter",
  rootMarkers: [".rubocop.yml"],
  commands: [
    { binary: "rubocop", args: ["--lsp"], from: "project" },
    { binary: "rubocop", args: ["--lsp"], from: "path" },
  ],
  install: "gem install rubocop",
  // `require` and `plugins` in .rubocop.yml load Ruby code.
  loadsProjectCode: true,
};
