import type { ServerRow } from "../server-row.ts";

/** Importing a Gradle project runs its build files; a Maven project's plugins are not run. */
export const jdtls: ServerRow = {
  id: "jdtls",
  title: "Eclipse JDT Language Server",
  languageIds: { ".java": "java" },
  rootMarkers: [
    "settings.gradle",
    "settings.gradle.kts",
    "build.gradle",
    "build.gradle.kts",
    "pom.xml",
    "build.xml",
    ".project",
  ],
  rootPolicy: "outermost",
  commands: [{ binary: "jdtls", args: [], from: "path" }],
  install: "install the Eclipse JDT Language Server, https://github.com/eclipse-jdtls/eclipse.jdt.ls",
  initializationOptions: ({ isTrusted }) => ({ settings: settings(isTrusted) }),
  settings: ({ isTrusted }) => settings(isTrusted),
  quirks: { needsProjectLoaded: true, firstPublishEmpty: true },
};

function settings(isTrusted: boolean) {
  return {
    java: {
      import: { gradle: { enabled: isTrusted, wrapper: { enabled: isTrusted } } },
      autobuild: { enabled: true },
      // Metadata files of Eclipse go into the server's own folder, not into the checkout.
      project: { generatesMetadataFilesAtProjectRoot: false },
    },
  };
}
