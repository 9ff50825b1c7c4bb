import { expect, test } from "vitest";
import { DrivenServer } from "./driven-server.ts";
import { serverCases } from "./server-cases.ts";

const biome = serverCases.find(({ id }) => id === "biome");
if (biome === undefined) throw new Error("no case for Biome");

// Biome's proxy uses the daemon of whoever started one first: it ended for all when that host ended.
test("the end of one host does not end Biome for another", async () => {
  const finds = { state: "confirmed", diagnostics: [{ line: 2 }] };
  await using other = await DrivenServer.create(biome);
  let pid = 0;
  {
    await using first = await DrivenServer.create(biome);
    expect(await first.ownReport("src/broken.js")).toMatchObject(finds);
    expect(await other.ownReport("src/broken.js")).toMatchObject(finds);
    ({ pid } = await other.server());
  }
  expect(await other.ownReport("src/broken.js")).toMatchObject(finds);
  expect((await other.server()).pid).toBe(pid);
});
