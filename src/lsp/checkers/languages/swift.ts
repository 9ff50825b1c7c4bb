import type { Checker } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Package.swift is a program. Dependencies are not updated. */
export const swift: Checker = {
  id: "swift-build",
  title: "swift build",
  language: "Swift",
  rootMarkers: ["Package.swift"],
  commands: [
    { binary: "swift", args: ["build", "--build-tests", "--disable-automatic-resolution", "--quiet"], from: "path" },
  ],
  install: "install a Swift toolchain, https://www.swift.org/install/",
  runsProjectCode: true,
  read: readLines(/^(?<path>\/.+?\.swift):(?<line>\d+):(?<column>\d+): (?<severity>error|warning): (?<message>.*)$/),
};
