import { afterAll, describe, expect, test } from "vitest";
import { Grammars } from "../grammars.ts";
import { vue } from "../languages/component.ts";
import type { IndexFacts } from "../references/index-facts.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars({ findsCallbacks: false });
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

function read(text: string): Promise<IndexFacts> {
  return parser.parseForIndex({ text, path: "/project/src/Sample.vue" }, vue);
}

/** "3:14 call save" for each use, in source order. */
async function uses(text: string): Promise<string[]> {
  const { references } = await read(text);
  return references.map(
    ({ line, column, kind, name, receiver }) =>
      `${line}:${column} ${kind} ${receiver === undefined ? "" : `${receiver}.`}${name}`,
  );
}

/** In a template of a file with `<script setup>`, which stands on the second line. */
async function usesIn(markup: string, script = ""): Promise<string[]> {
  const text = `<script setup lang="ts">${script}</script>\n<template>${markup}</template>`;
  return (await uses(text)).flatMap((use) => (use.startsWith("2:") ? [use.replace(/^2:\d+ /, "")] : []));
}

describe("what a Vue template uses", () => {
  test.each([
    ["interpolations", `<p>{{ formatDate(x) }} and {{ a < b }}</p>`, ["call formatDate", "read x", "read a", "read b"]],
    [
      "bindings",
      `<p :value="total" v-bind:[key]="b" :style="{ color: c }"/>`,
      ["read total", "read key", "read b", "read c"],
    ],
    ["a binding of the same name", `<p :user-name/>`, ["read userName"]],
    ["all that are bound", `<p v-bind="attrs" v-on="handlers"/>`, ["read attrs", "read handlers"]],
    ["conditions", `<p v-if="a"/><p v-else-if="b && c"/><p v-else/>`, ["read a", "read b", "read c"]],
    ["directives", `<p v-show="a" v-html="b" v-once/>`, ["read a", "read b"]],
    ["models", `<p v-model:title.trim="user.name"/>`, ["read user", "read user.name"]],
    ["values without quotes", `<p :a=b/>`, ["read b"]],
    ["characters with names", `<p :a="b &amp;&amp; c(&quot;x&quot;)"/>`, ["read b", "call c"]],
    ["comments in code", `<p :a="b // c">{{ /* d */ }}</p>`, ["read b"]],
    ["types", `<p :a="b as Kind"/>`, ["read b", "type Kind"]],
    ["text areas", `<textarea>{{ a }}<b :c="d"></textarea>`, ["read a"]],
  ])("%s", async (_, markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test.each([
    ["a handler", `<p @click="save"/>`, ["read save"]],
    ["a call", `<p @click.stop="save($event)"/>`, ["call save", "read $event"]],
    ["statements", `<p v-on:click="if (a) save(); count++"/>`, ["read a", "call save", "write count"]],
    ["a function", `<p @click="(e) => save(e, other)"/>`, ["call save", "read other"]],
    ["an old function", `<p @click="function (e) { save(e) }"/>`, ["call save"]],
    ["an async function", `<p @click="async () => { await save() }"/>`, ["call save"]],
    ["an event that is computed", `<p @[event]="save"/>`, ["read event", "read save"]],
  ])("events: %s", async (_, markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test.each([
    [
      "a list's variables",
      `<p v-for="(item, i) in items" :key="item.id">{{ i }}{{ item }}{{ other }}</p>`,
      ["read items", "read ?.id", "read other"],
    ],
    ["only in the element", `<p v-for="item of items"/><p>{{ item }}</p>`, ["read items", "read item"]],
    ["patterns", `<p v-for="{ id, ...rest } in items" :id="id" v-bind="rest"/>`, ["read items"]],
    ["a list of numbers", `<p v-for="n in 10">{{ n }}</p>`, []],
    [
      "a slot's values",
      `<li #item="{ row, index = first }">{{ row }}{{ index }}{{ other }}</li>`,
      ["read first", "read other"],
    ],
    ["not in the element's own attributes", `<li v-slot="{ a }" :b="a">{{ a }}</li>`, ["read a"]],
    ["but there in older versions", `<li slot-scope="{ a }" :b="a">{{ a }}</li>`, []],
    ["lists in lists", `<p v-for="a in as"><b v-for="b in a.bs">{{ b + a }}</b></p>`, ["read as", "read ?.bs"]],
    ["parameters", `<p :f="(x, y = d) => x + y + z"/>`, ["read d", "read z"]],
  ])("names that the template declares are no uses: %s", async (_, markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test.each([
    ["<MyButton/>", ["call MyButton"]],
    ["<my-button></my-button>", ["call MyButton"]],
    ["<card/>", ["call Card"]],
    ["<button/><svg/><h1/>", []],
    ["<Form.Field/>", ["read Form", "call Form.Field"]],
    [`<component :is="kind"/>`, ["read kind"]],
    [`<component is="MyButton"/>`, ["call MyButton"]],
    [`<tr is="vue:my-row"/>`, ["call MyRow"]],
    [`<template v-if="a"><slot name="b"/></template>`, ["read a"]],
    ["<!-- <MyButton/> {{ a }} -->", []],
    [`<p v-pre><MyButton :a="b">{{ c }}</MyButton></p>{{ d }}`, ["read d"]],
  ])("components: %s", async (markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test("names that the script has are used in the way the script writes them", async () => {
    const script = `import myItem from "./my-item.vue"; const vFocus = {}; const input = ref();`;
    expect(await usesIn(`<my-item v-focus ref="input" v-tooltip ref="none"/>`, script)).toEqual([
      "call myItem",
      "read vFocus",
      "read input",
    ]);
  });

  test("stands where it is written, in the component", async () => {
    const text = `<script setup>\r\nimport { a } from "./a";\r\n</script>\r\n<template>\r\n  <p\r\n    :title="größe + a(\r\n      b)"/>\r\n</template>\r\n`;
    expect(await uses(text)).toEqual(["6:13 read größe", "6:21 call a", "7:7 read b"]);
    const { references, symbols } = await read(text);
    expect(new Set(references.map(({ from }) => symbols[from]?.fullName))).toEqual(new Set(["Sample"]));
  });

  test("styles use values", async () => {
    const style = `<style>a { color: v-bind(color); width: v-bind('theme.width'); /* v-bind(none) */ }</style>`;
    expect(await uses(`<script setup>\n</script>\n${style}`)).toEqual([
      "3:26 read color",
      "3:49 read theme",
      "3:55 read theme.width",
    ]);
  });

  test("types of a generic component are used", async () => {
    const text = `<script setup lang="ts" generic="T extends Item, U">\n</script>\n<template><p/></template>`;
    expect(await uses(text)).toEqual(["1:44 type Item"]);
  });

  test("without a setup script, names are those of the component, which the script's are not", async () => {
    const text = `<template>
  <div :a="total" @click="user.save()"><my-item/>{{ $t("x") }}</div>
</template>
<script>
export default { components: { MyItem } };
</script>
`;
    const { references } = await read(text);
    expect(
      references
        .filter(({ line }) => line === 2)
        .map(({ name, receiver, receiverType }) => [name, receiver, receiverType]),
    ).toEqual([
      ["total", "this", "this"],
      ["user", "this", "this"],
      ["save", "?", undefined],
      ["MyItem", undefined, undefined],
      ["$t", "this", "this"],
    ]);
  });
});

describe("a template that is not read whole says why", () => {
  test.each([
    [`<template lang="pug">\np {{ a }}\n</template>`, "it is in pug"],
    [`<template src="./sample.html"/>`, "it is in ./sample.html"],
    [`<template>\n<p>{{ a b }}</p>\n</template>`, "line 2 cannot be parsed"],
    [`<template><p>{{ a </p></template>`, "something in it has no end"],
    [`<template><p`, "a tag in it has no end"],
  ])("%s", async (text, expected) => {
    expect((await read(text)).unreadTemplate).toBe(expected);
  });

  test.each([
    `<template lang="html"><p/></template>`,
    `<script>export default {}</script>`,
    `<template><p>a < b</p><br><li>{{ c }}</template>`,
    `<i18n>{ "a": "{{" }</i18n><template><p/></template>`,
    "",
  ])("this one is: %s", async (text) => {
    expect((await read(text)).unreadTemplate).toBeUndefined();
  });

  test("what can be read around an error is", async () => {
    const text = `<script setup></script><template>\n<p>{{ before }}</p>\n<p>{{ a b }}</p>\n<p>{{ after }}</p></template>`;
    const found = await uses(text);
    expect(found).toContain("2:7 read before");
    expect(found).toContain("4:7 read after");
  });
});
