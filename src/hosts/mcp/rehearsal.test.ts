import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEngine } from "../../engine/engine.ts";
import { rehearse } from "./rehearsal.ts";

test("goes the whole way of a call that finds something, whatever the client may see, and leaves no trace", async () => {
  const bound = await mkdtemp(join(tmpdir(), "reticle-rehearsal-"));
  const engine = await createEngine({ bounds: [bound], env: { ...process.env, HOME: bound } });
  try {
    const texts = (await rehearse(engine)).flatMap((line) => textsOf(JSON.parse(line)));
    expect(texts.toSorted()).toEqual([
      expect.stringMatching(/^1 match in 1 file[^]*package-version\.ts:\d/),
      expect.stringMatching(/^1 match in 1 file[^]*package-version\.ts:\d[^]*TEXT=/),
      expect.stringMatching(/^package-version\.ts[^]*1 error/),
    ]);
    expect(engine.health()).toContainEqual({ name: "language servers", value: "none running" });
    expect(engine.children.running).toBe(0);
    expect(engine.health()).toContainEqual({
      name: "event loop delay",
      value: "not measured yet: no call has taken long enough",
    });
  } finally {
    await engine.dispose();
    await rm(bound, { recursive: true });
  }
});

/** Of a tool's answer. */
function textsOf({ result, error }: { result?: { content?: { text: string }[] }; error?: unknown }): string[] {
  expect(error).toBeUndefined();
  return (result?.content ?? []).map(({ text }) => text);
}
