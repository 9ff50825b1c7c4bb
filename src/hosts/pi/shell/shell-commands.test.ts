import { describe, expect, test } from "vitest";
import { shellCommands } from "./shell-commands.ts";
import { namedFiles, touchedFiles, writtenFiles } from "./written-files.ts";

const written = (line: string): string[] =>
  writtenFiles(shellCommands(line)).map(({ path, folder }) => (folder === "" ? path : `${folder}: ${path}`));

describe("files that a command line says it writes", () => {
  test.each<[string, readonly string[]]>([
    ["echo a > out.ts", ["out.ts"]],
    ["echo a >>out.ts 2>&1", ["out.ts"]],
    ["make 2> err.log &> all.log", ["err.log", "all.log"]],
    ["cat a.ts > /dev/null", []],
    ["cat <<'EOF' > src/a.ts\nconst x = 1 > 2;\nrm b.ts\nEOF\ntouch c.ts", ["src/a.ts", "c.ts"]],
    ["cat <<-EOF >a\n\tx\n\tEOF\nrm b", ["a", "b"]],
    ["sed -i 's/a/b/' x.ts y.ts", ["x.ts", "y.ts"]],
    ["sed -i.bak -e s/a/b/ x.ts", ["s/a/b/", "x.ts"]],
    ["sed -n 1,3p x.ts", []],
    ["perl -pi -e 's/a/b/' x.ts", ["s/a/b/", "x.ts"]],
    ["echo x | tee -a one.ts two.ts", ["one.ts", "two.ts"]],
    ["mv a.ts b.ts && cp c.ts d.ts", ["a.ts", "b.ts", "d.ts"]],
    ["rm -rf -- -odd 'with space.ts'", ["-odd", "with space.ts"]],
    ["cd src && touch a.ts; cd lib && touch b.ts", ["src: a.ts", "src/lib: b.ts"]],
    ["cd $HERE && touch a.ts", []],
    ["touch $FILE *.ts `x` $(y z).ts", []],
    ["FOO=1 sudo tee x", ["x"]],
    ['echo "a > b"', []],
    ["grep -r 'rm x' . # rm y", []],
    ["if true; then rm a; fi", ["a"]],
    ["{ touch a; } && ! rm b", ["a", "b"]],
    ["npx prettier --write a.ts", []],
    ["prettier --write a.ts", ["a.ts"]],
    ["ls > out\\ put.ts", ["out put.ts"]],
  ])("%j", (line, wanted) => {
    expect(written(line)).toEqual(wanted);
  });

  test("broken lines end", () => {
    for (const line of ["'", '"\\', "$(", "`", "<<", "cat <<EOF\nx", "a >", "\\", ">>>", "((((", "a\0b", "&&&&||"]) {
      expect(() => shellCommands(line)).not.toThrow();
    }
    expect(shellCommands("x ".repeat(100_000)).length).toBe(1);
    expect(shellCommands("x;".repeat(100_000)).length).toBe(200);
  });
});

test("files that a command line names", () => {
  const named = namedFiles(shellCommands("cd src; cat a.ts | head -5 < b.ts; nl -ba ./c.ts")).map(({ path }) => path);
  expect(named).toEqual(["a.ts", "b.ts", "./c.ts"]);
});

describe("what a command line may change", () => {
  const touched = (line: string): readonly string[] | undefined =>
    touchedFiles(shellCommands(line))?.map(({ path, folder }) => (folder === "" ? path : `${folder}: ${path}`));

  test.each([
    "cat a.ts | grep x",
    "cd src && ls -la; git status && git diff a.ts",
    "sed -n 1,3p a.ts",
    "find . -name '*.ts' 2>/dev/null",
    "FOO=1 rg x src",
    "",
  ])("nothing: %j", (line) => {
    expect(touched(line)).toBeUndefined();
  });

  test.each<[string, readonly string[]]>([
    ["python fix.py src/a.ts", ["fix.py", "src/a.ts"]],
    ["npm run build", ["run", "build"]],
    ["git checkout -- a.ts", ["checkout", "a.ts"]],
    ["cat a.ts > b.ts", ["b.ts"]],
    ["cd src; sed -i s/a/b/ a.ts && cat a.ts", ["src: a.ts"]],
    ["find . -name x -exec rm {} +", [".", "x", "rm", "{}", "+"]],
  ])("%j", (line, wanted) => {
    expect(touched(line)).toEqual(wanted);
  });
});
