import { describe, expect, it } from "vitest";
import { namesInCommand } from "./names-in-command.ts";

describe("namesInCommand", () => {
  it.each([
    ["sed -i 's/a/b/' src/a.ts", ["s/a/b/", "src/a.ts"]],
    ["cat > 'my file.ts' <<EOF\nlet x\nEOF", ["my file.ts"]],
    ["cp a.ts b.ts&&rm ./c.ts;mv d/ e", ["a.ts", "b.ts", "./c.ts", "d/"]],
    ["python gen.py --out=dist/x.js > log.txt", ["gen.py", "dist/x.js", "log.txt"]],
    ["npm run build", []],
    ["cd .. && ls .", []],
    ["rm my\\ file.c", ["my file.c"]],
    ["", []],
  ])("%j", (command, names) => {
    expect(namesInCommand(command)).toEqual(names);
  });

  it("stops at a bound", () => {
    const command = Array.from({ length: 500 }, (_, index) => `f${index}.ts`).join(" ");
    expect(namesInCommand(command)).toHaveLength(40);
  });
});
