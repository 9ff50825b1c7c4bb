import type { ServerRow } from "../server-row.ts";

/** It asks Gradle and Maven for the class path, which runs their build files. */
export const kotlinLanguageServer: ServerRow = {
  id: "kotlin-language-server",
  title: "Kotlin Language Server",
  languageIds: { ".kt": "kotlin", ".kts": "kotlin" },
  rootMarkers: ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle", "pom.xml"],
  rootPolicy: "outermost",
  commands: [{ binary: "kotlin-language-server", args: [], from: "path" }],
  install: "install the Kotlin Language Server, https://github.com/fwcd/kotlin-language-server",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
