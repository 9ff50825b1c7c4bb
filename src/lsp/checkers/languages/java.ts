import type { Checker } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Maven's plugins run. Nothing is downloaded; classes go where the build puts them. */
export const maven: Checker = {
  id: "maven",
  title: "mvn test-compile",
  language: "Java",
  rootMarkers: ["pom.xml"],
  rootPolicy: "outermost",
  commands: [{ binary: "mvn", args: ["--batch-mode", "--offline", "--quiet", "test-compile"], from: "path" }],
  install: "install Maven, https://maven.apache.org/install.html",
  runsProjectCode: true,
  read: readLines(
    /^\[(?<severity>ERROR|WARNING)\] (?<path>\/.+?\.(?:java|kt)):\[(?<line>\d+),(?<column>\d+)\] (?:error: )?(?<message>.*)$/,
  ),
};

/** The build files are programs. Nothing is downloaded; classes go where the build puts them. */
export const gradle: Checker = {
  id: "gradle",
  title: "gradle testClasses",
  language: "Java",
  rootMarkers: ["settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"],
  rootPolicy: "outermost",
  commands: [{ binary: "gradle", args: ["--offline", "--console=plain", "--quiet", "testClasses"], from: "path" }],
  install: "install Gradle, https://gradle.org/install/",
  runsProjectCode: true,
  read: readLines(
    /^(?<path>\/.+?\.java):(?<line>\d+): (?<severity>error|warning): (?<message>.*)$/,
    /^(?<severity>e|w): (?:file:\/\/)?(?<path>\/.+?\.kt):(?<line>\d+):(?<column>\d+) (?<message>.*)$/,
  ),
};
