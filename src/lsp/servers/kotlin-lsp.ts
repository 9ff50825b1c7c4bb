import type { ServerRow } from "../server-row.ts";

/** It imports Gradle projects, which runs their build files. */
export const kotlinLsp: ServerRow = {
  id: "kotlin-lsp",
  title: "Kotlin LSP",
  languageIds: { ".kt": "kotlin", ".kts": "kotlin" },
  priority: 60,
  rootMarkers: ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle", "pom.xml"],
  rootPolicy: "outermost",
  commands: [{ binary: "kotlin-lsp", args: ["--stdio"], from: "path" }],
  install: "install Kotlin LSP, https://github.com/Kotlin/kotlin-lsp",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
