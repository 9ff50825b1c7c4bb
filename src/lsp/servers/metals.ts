import type { ServerRow } from "../server-row.ts";

/** It imports the build, which runs it. */
export const metals: ServerRow = {
  id: "metals",
  title: "Metals",
  languageIds: { ".scala": "scala", ".sc": "scala", ".sbt": "scala" },
  rootMarkers: ["build.sbt", "build.sc", "build.mill", ".scala-build", "project.scala"],
  rootPolicy: "outermost",
  commands: [{ binary: "metals", args: [], from: "path" }],
  install: "coursier install metals",
  initializationOptions: { statusBarProvider: "log-message", isHttpEnabled: false },
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
  prediction: "disk",
};
