import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "../../../src/syntax/languages.ts";
import { runReticle, temporaryFolder } from "../../helpers/reticle.ts";

/** One small but real module per language: an exported function that another one calls. */
const sources: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  typescript: {
    file: "src/total.ts",
    text: `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) {
    if (price > 0) sum += price;
  }
  return sum;
}

export function report(prices: number[]): string {
  return "total: " + total(prices);
}
`,
  },
  tsx: {
    file: "src/view.tsx",
    text: `export function label(name: string): string {
  if (name === "") return "nobody";
  return name.trim();
}

export function View(props: { name: string }) {
  const text = label(props.name);
  return <p className="view">{text}</p>;
}
`,
  },
  javascript: {
    file: "lib/queue.js",
    text: `function push(queue, item) {
  if (!item) return queue;
  return queue.concat([item]);
}

function fill(queue, items) {
  for (const item of items) queue = push(queue, item);
  return queue;
}

module.exports = { push, fill };
`,
  },
  python: {
    file: "shop/cart.py",
    text: `def subtotal(prices):
    """Sum of what costs something."""
    result = 0
    for price in prices:
        if price > 0:
            result += price
    return result


def report(prices):
    return "total: " + str(subtotal(prices))
`,
  },
  go: {
    file: "cart.go",
    text: `package cart

import "fmt"

// Subtotal adds what costs something.
func Subtotal(prices []int) int {
	result := 0
	for _, price := range prices {
		if price > 0 {
			result += price
		}
	}
	return result
}

func Report(prices []int) string {
	return fmt.Sprintf("total: %d", Subtotal(prices))
}
`,
  },
  rust: {
    file: "src/cart.rs",
    text: `/// Adds what costs something.
pub fn subtotal(prices: &[i64]) -> i64 {
    let mut result = 0;
    for price in prices {
        if *price > 0 {
            result += price;
        }
    }
    result
}

pub fn report(prices: &[i64]) -> i64 {
    let sum = subtotal(prices);
    sum + 1
}
`,
  },
  java: {
    file: "shop/Cart.java",
    text: `package shop;

public class Cart {
  /** Adds what costs something. */
  public int subtotal(int[] prices) {
    int result = 0;
    for (int price : prices) {
      if (price > 0) result += price;
    }
    return result;
  }

  public String report(int[] prices) {
    return "total: " + subtotal(prices);
  }
}
`,
  },
};

/** Languages whose server comes with the package. */
const BUNDLED = new Set(["typescript", "tsx", "javascript"]);

describe("reticle tour", () => {
  it.each(languages.filter(({ id }) => id in sources).map(({ id, title }) => ({ id, title })))(
    "shows $title code: every step answers",
    async ({ id, title }) => {
      const source = sources[id];
      if (source === undefined) throw new Error(`the tour has no fixture for ${id}`);
      await using folder = await temporaryFolder({ [source.file]: source.text });
      const { code, stdout, stderr } = await runReticle(["tour", folder.path]);
      expect(stderr).toBe("");
      expect(stdout).toContain(`shows ${source.file}`);
      expect(stdout).toContain(`${source.file} (${title}, 1 KiB)`);
      expect(stdout).toMatch(/^outline, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^one symbol's body, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^search by words, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^structural search, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^the code around a hit, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^a rewrite, proposed, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^accepted, [\d.]+ ms$/m);
      expect(stdout).toMatch(/^undone, [\d.]+ ms$/m);
      expect(stdout).not.toContain("WARNING");
      expect(await readFile(join(folder.path, source.file), "utf8")).toBe(source.text);
      expect(stdout).toMatch(/^health, [\d.]+ ms$/m);
      expect(stdout.split("Once more, when the index is whole")[1]).not.toMatch(/^ {4}(pending|partial|stale): /m);
      if (BUNDLED.has(id)) {
        expect(stdout).toMatch(/^diagnostics, [\d.]+ ms$/m);
        expect(stdout).toMatch(/^definition, [\d.]+ ms$/m);
        expect(stdout).toMatch(/^references, [\d.]+ ms$/m);
        expect(stdout).toMatch(/^14 steps in \d+ ms: 14 answered, 0 could not run, 0 failed$/m);
      } else {
        // Whether other languages have a server depends on the machine.
        expect(stdout).toMatch(
          /^14 steps in \d+ ms: (?:11 answered, 3|12 answered, 2|13 answered, 1|14 answered, 0) could not run, 0 failed$/m,
        );
      }
      expect(code).toBe(0);
    },
  );

  it("shows the command of each step, which gives the same answer", async () => {
    await using folder = await temporaryFolder({ [sources["typescript"]!.file]: sources["typescript"]!.text });
    const { stdout } = await runReticle(["tour"], { cwd: folder.path });
    const command = /^ {2}\$ reticle (call read_symbol .*)$/m.exec(stdout)?.[1];
    const again = await runReticle(command!.split(" "), { cwd: folder.path });
    expect(again.code).toBe(0);
    const body = again.stdout
      .split("\n\nusage ")[0]!
      .split("\n")
      .filter((line) => line !== "");
    for (const line of body) expect(stdout).toContain(line);
  });

  it("says of a file with a syntax error that its outline is partial, and goes on", async () => {
    const text = `${sources["typescript"]!.text}\nexport function broken( {\n`;
    await using folder = await temporaryFolder({ "src/total.ts": text });
    const { code, stdout } = await runReticle(["tour", folder.path]);
    expect(stdout).toMatch(/^ {4}partial: /m);
    expect(code).toBe(0);
  });

  it("says why a language has no file to show", async () => {
    await using folder = await temporaryFolder({
      "src/app.test.ts": sources["typescript"]!.text,
      "src/lib.min.js": sources["javascript"]!.text,
      "src/big.tsx": `export const x = [${"1,".repeat(4000)}];\n`,
    });
    const { code, stdout } = await runReticle(["tour", folder.path]);
    expect(stdout).toMatch(/TypeScript +1 files {2}shows none: each is a test/);
    expect(stdout).toMatch(/JavaScript +1 files {2}shows none: each is generated or vendored/);
    expect(stdout).toMatch(/TSX +1 files {2}shows none: each is minified/);
    expect(code).toBe(0);
  });

  it("says why there is nothing to show, with exit code 0", async () => {
    await using empty = await temporaryFolder();
    const nothing = await runReticle(["tour", empty.path]);
    expect(nothing.stdout).toContain("Nothing to show: it holds no file that is not ignored");
    expect(nothing.code).toBe(0);

    await using texts = await temporaryFolder({ "notes.txt": "hello\n" });
    const unknown = await runReticle(["tour", texts.path]);
    expect(unknown.stdout).toContain("Nothing to show: none of its files is in a language with an outline");
    expect(unknown.code).toBe(0);
  });

  it("refuses to walk the home directory and says so", async () => {
    const { code, stderr } = await runReticle(["tour", homedir()]);
    expect(stderr).toContain("is the home directory; its tree is never searched as a whole");
    expect(code).toBe(1);
  });

  it("exits 1 and marks the step when one fails", async () => {
    await using folder = await temporaryFolder({
      "src/total.ts": sources["typescript"]!.text,
      ".reticle.json": JSON.stringify({ tools: { module_report: { enabled: false } } }),
    });
    const { code, stdout } = await runReticle(["tour", folder.path]);
    expect(stdout).toMatch(/^outline FAILED, [\d.]+ ms$/m);
    expect(stdout).toContain("Unknown or disabled tool: module_report");
    expect(stdout).toMatch(/^one symbol's body: could not run: the outline recommends no symbol to read$/m);
    expect(stdout).toMatch(/1 failed$/m);
    expect(code).toBe(1);
  });

  it("stays inside --root", async () => {
    await using folder = await temporaryFolder({ "in/readme.md": "", "out/total.ts": sources["typescript"]!.text });
    const { stdout, code } = await runReticle(["--root", `${folder.path}/in`, "tour", `${folder.path}/out`]);
    expect(stdout).not.toContain("sum += price");
    expect(code).toBe(1);
  });
});
