import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type BuiltIndex, indexOf } from "../../../../test/helpers/index-of.ts";
import type { IndexView } from "../../symbol-index.ts";
import { GraphReader, type GraphSymbol } from "../graph-reader.ts";
import { ReferenceResolver } from "../resolve-reference.ts";
import { groupUses } from "../used-by.ts";
import { UserFinder } from "../users.ts";

type Files = Readonly<Record<string, string>>;

function write(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function build(files: Files): Promise<BuiltIndex> {
  const root = mkdtempSync(join(tmpdir(), "reticle-components-"));
  write(root, files);
  const built = await indexOf(root);
  const dispose = async (): Promise<void> => {
    await built.dispose();
    rmSync(root, { recursive: true, force: true });
  };
  return { ...built, dispose };
}

async function buildForTest(files: Files): Promise<BuiltIndex> {
  const built = await build(files);
  onTestFinished(built.dispose);
  return built;
}

/** One index for the tests of a group that only read it. */
function useIndex(files: Files): () => IndexView {
  let built: BuiltIndex | undefined;
  beforeAll(async () => {
    built = await build(files);
  });
  afterAll(() => built?.dispose());
  return () => {
    if (built === undefined) throw new Error("the index is not built yet");
    return built.view;
  };
}

/** "src/Page.vue:3 Page calls import" for each user of a declaration. */
function users({ database }: Pick<IndexView, "database">, path: string, fullName: string): string[] {
  const reader = new GraphReader(database);
  const symbols = reader.symbolsOf(reader.fileAt(path)?.id ?? -1);
  const symbol = symbols.find((each) => each?.fullName === fullName) as GraphSymbol;
  const found = new UserFinder(new ReferenceResolver(reader)).usesOf(symbol, 400);
  return groupUses(found, symbol, reader).users.map(
    (user) => `${user.file}:${user.line} ${user.symbol ?? "file"} ${user.relation} ${user.resolution}`,
  );
}

const vueProject: Files = {
  "src/format.ts": `export function formatDate(at: Date): string { return String(at); }
export const theme = { color: "red" };
export function unused(): void {}
`,
  "src/components/MyButton.vue": `<script setup lang="ts">
const props = defineProps<{ kind: string }>();
function press() {}
</script>
<template><button :class="props.kind" @click="press"><slot/></button></template>
`,
  "src/components/base/Card.vue": `<template><section><slot/></section></template>\n`,
  "src/components/index.ts": `export { default as MyButton } from "./MyButton.vue";\n`,
  "src/Page.vue": `<script setup lang="ts">
import MyButton from "./components/MyButton.vue";
import { formatDate, theme } from "./format";
const total = 1;
</script>

<template>
  <my-button kind="a" :style="{ color: theme.color }">{{ formatDate(total) }}</my-button>
  <p v-for="formatDate of []">{{ formatDate }}</p>
  <BaseCard/>
</template>
`,
  "src/Old.vue": `<template>
  <div @click="save">{{ total }}<my-button/></div>
</template>
<script>
import { MyButton } from "./components";
function total() {}
export default {
  components: { MyButton },
  computed: { total() { return 1; } },
  methods: {
    save() { total(); },
  },
};
</script>
`,
  "src/router.ts": `export const routes = [
  { path: "/", component: () => import("./Page.vue") },
];
`,
};

describe("who uses what in a Vue project", () => {
  const viewOf = useIndex(vueProject);

  test("templates use what the script imports and declares", () => {
    const view = viewOf();
    expect(view.coverage).toEqual({ state: "complete" });
    expect(users(view, "src/format.ts", "formatDate")).toEqual(["src/Page.vue:8 Page calls import"]);
    expect(users(view, "src/format.ts", "theme")).toEqual(["src/Page.vue:8 Page references import"]);
    expect(users(view, "src/format.ts", "unused")).toEqual([]);
    expect(users(view, "src/Page.vue", "Page.total")).toEqual(["src/Page.vue:8 Page references exact"]);
    expect(users(view, "src/components/MyButton.vue", "MyButton.press")).toEqual([
      "src/components/MyButton.vue:5 MyButton references exact",
    ]);
  });

  test("components are used by tags, by what hands them on, by registration, by lazy imports, and perhaps by their path", () => {
    const view = viewOf();
    expect(users(view, "src/components/MyButton.vue", "MyButton")).toEqual([
      "src/Old.vue:2 Old calls import",
      "src/Old.vue:8 Old.default references import",
      "src/Page.vue:8 Page calls import",
    ]);
    expect(users(view, "src/Page.vue", "Page")).toEqual(["src/router.ts:2 routes references import"]);
    expect(users(view, "src/components/base/Card.vue", "Card")).toEqual(["src/Page.vue:10 Page calls name-only"]);
  });

  test("a template without a setup script uses members of the component, not what the script calls so", () => {
    const view = viewOf();
    expect(users(view, "src/Old.vue", "Old.default.computed.total")).toEqual([
      "src/Old.vue:2 Old references receiver-type",
    ]);
    expect(users(view, "src/Old.vue", "Old.default.methods.save")).toEqual([
      "src/Old.vue:2 Old references receiver-type",
    ]);
    expect(users(view, "src/Old.vue", "Old.total")).toEqual(["src/Old.vue:11 Old.default.methods.save calls exact"]);
  });

  test.each([
    [
      "an object that a function gets",
      `export default defineComponent({ methods: { save() {} } });`,
      "default.methods.save",
    ],
    ["a class", `@Component\nexport default class Form extends Vue { save() {} }`, "Form.save"],
  ])("the members of a component are found in %s", async (_, script, member) => {
    const text = `<template><p @click="save"/></template>\n<script lang="ts">\n${script}\n</script>\n`;
    const { view } = await buildForTest({ "Form.vue": text, "other.ts": `export function save(): void {}\n` });
    expect(users(view, "Form.vue", `Form.${member}`)).toEqual(["Form.vue:1 Form references receiver-type"]);
    expect(users(view, "other.ts", "save")).toEqual([]);
  });

  test("an edit of a template brings and takes its uses", async () => {
    const built = await buildForTest(vueProject);
    const card = "src/components/base/Card.vue";
    const usersOfUnused = async (): Promise<string[]> => users(await built.reopen(), "src/format.ts", "unused");
    const script = `<script setup>\nimport { unused } from "../../format";\n</script>\n`;
    write(built.root, { [card]: `${script}<template><p @click="unused"/></template>\n` });
    expect(await usersOfUnused()).toEqual([`${card}:4 Card references import`]);
    write(built.root, { [card]: `${script}<template><p/></template>\n` });
    expect(await usersOfUnused()).toEqual([]);
  });
});

describe("who uses what in a Svelte project", () => {
  const svelteProject: Files = {
    "src/stores.ts": `export const count = writable(0);\nexport function double(n: number): number { return 2 * n; }\n`,
    "src/Row.svelte": `<script>
  export let item;
  export function focus() {}
</script>
<li>{item}</li>
`,
    "src/List.svelte": `<script lang="ts">
  import Row from "./Row.svelte";
  import { count, double } from "./stores";
  import { tooltip } from "./actions";
  let items = $state([]);
</script>
{#each items as item, count (item.id)}
  <Row {item} />{count}
{/each}
{#snippet sum(n)}
  <b use:tooltip>{double(n)}</b>
{/snippet}
{@render sum($count)}
`,
    "src/actions.ts": `export function tooltip(): void {}\n`,
    "src/Button.svelte": `<script>
  import Button from "./ui/Button.svelte";
</script>
<Button />
`,
    "src/ui/Button.svelte": `<button><slot /></button>\n`,
  };
  const viewOf = useIndex(svelteProject);

  test("markup uses what the script imports and declares, and values of stores", () => {
    const view = viewOf();
    expect(users(view, "src/Row.svelte", "Row")).toEqual(["src/List.svelte:8 List calls import"]);
    expect(users(view, "src/stores.ts", "count")).toEqual(["src/List.svelte:13 List references import"]);
    expect(users(view, "src/stores.ts", "double")).toEqual(["src/List.svelte:11 List.sum calls import"]);
    expect(users(view, "src/actions.ts", "tooltip")).toEqual(["src/List.svelte:11 List.sum calls import"]);
    expect(users(view, "src/List.svelte", "List.items")).toEqual(["src/List.svelte:7 List references exact"]);
    expect(users(view, "src/List.svelte", "List.sum")).toEqual(["src/List.svelte:13 List calls exact"]);
  });

  test("a component that imports one of its own name means that one", () => {
    const view = viewOf();
    expect(users(view, "src/ui/Button.svelte", "Button")).toEqual(["src/Button.svelte:4 Button calls import"]);
    expect(users(view, "src/Button.svelte", "Button")).toEqual([]);
  });
});
