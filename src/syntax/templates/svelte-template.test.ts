import { afterAll, describe, expect, test } from "vitest";
import { Grammars } from "../grammars.ts";
import { svelte } from "../languages/component.ts";
import type { IndexFacts } from "../references/index-facts.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars({ findsCallbacks: false });
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

function read(text: string): Promise<IndexFacts> {
  return parser.parseForIndex({ text, path: "/project/src/Sample.svelte" }, svelte);
}

/** "3:14 call save" for each use, in source order. */
async function uses(text: string): Promise<string[]> {
  const { references } = await read(text);
  return references.map(
    ({ line, column, kind, name, receiver }) =>
      `${line}:${column} ${kind} ${receiver === undefined ? "" : `${receiver}.`}${name}`,
  );
}

async function usesIn(markup: string): Promise<string[]> {
  const found = await uses(`<script lang="ts">\n</script>\n${markup}`);
  return found.map((use) => use.replace(/^\d+:\d+ /, ""));
}

describe("what Svelte markup uses", () => {
  test.each([
    ["text", `<p>{formatDate(x)} and {a < b}</p>`, ["call formatDate", "read x", "read a", "read b"]],
    ["attributes", `<p a={b} c="x{d}y{e}z" f=g/{h}/>`, ["read b", "read d", "read e", "read h"]],
    ["attributes of the same name", `<p {name} {...rest}/>`, ["read name", "read rest"]],
    ["code with braces, strings and patterns", `<p a={{ b: "}" }} c={f(/[}/]/, \`\${d}}\`)}/>`, ["call f", "read d"]],
    ["a division", `<p>{a / b}</p><p>{c / 2}</p>`, ["read a", "read b", "read c"]],
    ["comments", `<p>{/* a */ b}</p>{/* c */}`, ["read b"]],
    ["types", `<p>{a as Kind}</p>`, ["read a", "type Kind"]],
    ["handlers", `<p on:click={save} on:input onclick={() => go(a)}/>`, ["read save", "call go", "read a"]],
    ["bindings", `<p bind:value bind:this={node} bind:a={b.c}/>`, ["read value", "read node", "read b", "read b.c"]],
    [
      "classes and styles",
      `<p class:active class:b={c} style:color style:width={w}/>`,
      ["read active", "read c", "read color", "read w"],
    ],
    [
      "actions and transitions",
      `<p use:tooltip={a} use:lib.act transition:fade|local={{ duration: d }} animate:flip/>`,
      ["call tooltip", "read a", "read lib", "call lib.act", "call fade", "read d", "call flip"],
    ],
    ["attachments", `<p {@attach tip(a)}/>`, ["call tip", "read a"]],
    ["tags", `{@html a}{@debug b, c}{@render row(d)}`, ["read a", "read b", "read c", "call row", "read d"]],
    ["comments between attributes", `<p // a\n b={c} /* d={e} */ f={g}/>`, ["read c", "read g"]],
    ["what stands right behind the end of a block", `{#if a}<b/>{/if}</p>{c}/{d}`, ["read a", "read c", "read d"]],
  ])("%s", async (_, markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test.each([
    ["if", `{#if a > 1}{b}{:else if c}{d}{:else}{e}{/if}`, ["read a", "read b", "read c", "read d", "read e"]],
    [
      "each",
      `{#each items as item, i (item.id)}{item}{i}{a}{:else}{item}{/each}`,
      ["read items", "read ?.id", "read a", "read item"],
    ],
    ["each with patterns", `{#each items as { id, ...rest }, i (id)}{id}{rest}{i}{a}{/each}`, ["read items", "read a"]],
    ["each with a type", `{#each items as unknown as Item[] as item}{item}{/each}`, ["read items", "type Item"]],
    [
      "each without a name",
      `{#each { length: n }, i}{i}{/each}{#each list}{a}{/each}`,
      ["read n", "read list", "read a"],
    ],
    [
      "await",
      `{#await load(a)}{b}{:then value}{value}{:catch error}{error}{c}{/await}{value}`,
      ["call load", "read a", "read b", "read c", "read value"],
    ],
    ["await then", `{#await p.then(f) then { x }}{x}{y}{/await}`, ["read p", "call p.then", "read f", "read y"]],
    ["key", `{#key a}{b}{/key}`, ["read a", "read b"]],
    ["snippets", `{#snippet row(x, { y })}{x}{y}{z}{/snippet}{x}`, ["read z", "read x"]],
    ["constants", `{#each items as item}{@const area = item.w * k}{area}{/each}`, ["read items", "read ?.w", "read k"]],
    ["slots", `<Card let:item let:row={{ id }}>{item}{id}{a}</Card>`, ["call Card", "read a"]],
    ["elements that stay open", `{#each a as b}<li>{b}{:else}<p>{c}{/each}{d}`, ["read a", "read c", "read d"]],
  ])("blocks: %s", async (_, markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test.each([
    ["<Button/>", ["call Button"]],
    ["<Form.Field/>", ["read Form", "call Form.Field"]],
    ["<item.icon/>", ["read item", "call item.icon"]],
    [`<svelte:component this={kind}/>`, ["read kind"]],
    [`<svelte:window bind:scrollY={y} on:keydown={key}/>`, ["read y", "read key"]],
    ["<button/><my-element/>", []],
    ["<!-- <Button a={b}/> -->", []],
    [`<style>a { color: red; }</style>`, []],
  ])("components: %s", async (markup, expected) => {
    expect(await usesIn(markup)).toEqual(expected);
  });

  test("the value of a store is a use of the store, in the script too; runes are none", async () => {
    const text = `<script>
import { count, page } from "./stores";
let double = $derived($count * 2);
$count = 1;
</script>
<p>{$count} {$page.url}</p>
`;
    expect(await uses(text)).toEqual([
      "3:14 call $derived",
      "3:23 read count",
      "4:1 write count",
      "6:5 read count",
      "6:14 read page",
      "6:20 read ?.url",
    ]);
  });

  test("uses stand where they are written, in the component or the snippet around", async () => {
    const text = `<script>\n</script>\n{#snippet row(x)}\n  <b>{format(x)}</b>\n{/snippet}\n<p\n  title={total}/>\n`;
    const { references, symbols } = await read(text);
    expect(references.map(({ line, column, name, from }) => [line, column, name, symbols[from]?.fullName])).toEqual([
      [4, 7, "format", "Sample.row"],
      [7, 10, "total", "Sample"],
    ]);
  });
});

describe("markup that is not read whole says why", () => {
  test.each([
    [`<template lang="pug">\np {a}\n</template>`, "it is in pug"],
    [`<p>\n{a b}</p>`, "line 2 cannot be parsed"],
    [`<p>{a</p>`, "something in it has no end"],
    [`<p a={b`, "something in it has no end"],
  ])("%s", async (text, expected) => {
    expect((await read(text)).unreadTemplate).toBe(expected);
  });
});
