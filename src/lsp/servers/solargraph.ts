import type { ServerRow } from "../server-row.ts";

export const solargraph: ServerRow = {
  id: "solargraph",
  title: "Solargraph",
  languageIds: { ".rb": "ruby", ".rake": "ruby", ".gemspec": "ruby", ".ru": "ruby", Gemfile: "ruby", Rakefile: "ruby" },
  priority: 40,
  rootMarkers: ["Gemfile", "gems.rb", "*.gemspec", ".solargraph.yml"],
  commands: [
    { binary: "solargraph", args: ["stdio"], from: "project" },
    { binary: "solargraph", args: ["stdio"], from: "path" },
  ],
  install: "gem install solargraph",
  initializationOptions: { diagnostics: true },
  settings: { solargraph: { diagnostics: true } },
};
