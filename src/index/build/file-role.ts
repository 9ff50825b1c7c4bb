import { languageOfPath } from "../../syntax/languages.ts";
import { FILE_ROLE, type FileRole } from "../store/schema.ts";

/** Folders of what was made, copied or written to be looked at: found last, read last. */
const secondaryFolders: ReadonlySet<string> = new Set([
  "fixtures",
  "fixture",
  "__fixtures__",
  "testdata",
  "test-data",
  "test_data",
  "snapshots",
  "__snapshots__",
  "mocks",
  "__mocks__",
  "vendor",
  "vendored",
  "third_party",
  "third-party",
  "thirdparty",
  "external",
  "externals",
  "dist",
  "build",
  "out",
  "target",
  "generated",
  "__generated__",
  "examples",
  "example",
  "samples",
  "demos",
  "demo",
  "playground",
  "playgrounds",
  "benchmark",
  "benchmarks",
]);
const testFolders: ReadonlySet<string> = new Set([
  "test",
  "tests",
  "spec",
  "specs",
  "e2e",
  "testing",
  "unittests",
  "integration-tests",
]);
/** `__tests__`, and what projects keep beside it: `__tests_dts__`. */
const TEST_FOLDER = /^__tests?_/;
const SECONDARY_NAME = /\.(?:min|bundle|generated|gen)\.[a-z]+$|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|\.g\.dart$/;
const TEST_NAME =
  /[._-](?:test|tests|spec)\.[a-z]+$|^test_.*\.py$|^conftest\.py$|(?:Test|Tests|IT|Spec)\.(?:java|kt|cs|scala|swift|php)$/;

/** What a file is for, by its path (relative to the root, with `/`). */
export function roleOfPath(path: string): FileRole {
  const language = languageOfPath(path);
  if (language === undefined || language.isData === true) return FILE_ROLE.document;
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  const folders = parts.map((part) => part.toLowerCase());
  if (SECONDARY_NAME.test(name) || folders.some((folder) => secondaryFolders.has(folder))) return FILE_ROLE.secondary;
  if (TEST_NAME.test(name) || folders.some(isTestFolder)) return FILE_ROLE.test;
  return FILE_ROLE.source;
}

function isTestFolder(folder: string): boolean {
  return testFolders.has(folder) || TEST_FOLDER.test(folder);
}
