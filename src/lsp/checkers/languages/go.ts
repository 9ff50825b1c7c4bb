import { relative } from "node:path";
import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Types, the usual suspects of vet, and tests; nothing is built into the checkout, nothing downloaded. */
export const go: Checker = {
  id: "go-vet",
  title: "go vet",
  language: "Go",
  rootMarkers: ["go.work", "go.mod"],
  rootPolicy: "go-workspace",
  commands: [{ binary: "go", args: ["vet"], from: "path" }],
  install: "install Go, https://go.dev/doc/install",
  env: { GOPROXY: "off", GOTOOLCHAIN: "local" },
  plan,
  read: readLines(
    /^(?:vet: )?(?<path>[^\s:][^:]*\.go):(?<line>\d+):(?<column>\d+): (?<message>.*)$/,
    /^(?:go: )?(?<path>go\.(?:mod|work)):(?<line>\d+): (?<message>.*)$/,
  ),
};

/** `./...` does not reach the modules of a workspace whose root is none of them. */
async function plan({ root, args, ask }: CheckFacts): Promise<readonly CheckStep[]> {
  const modules = (await ask(["list", "-m", "-f", "{{.Dir}}"])).split("\n").filter((folder) => folder !== "");
  const patterns = modules.map((folder) => {
    const path = relative(root, folder);
    return path === "" ? "./..." : `./${path}/...`;
  });
  return [{ args: [...args, ...(patterns.length === 0 ? ["./..."] : patterns)] }];
}
