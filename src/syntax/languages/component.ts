import type { LanguageDefinition } from "../language-definition.ts";
import { ecmascript } from "./ecmascript.ts";
import { readSvelteTemplate, storeNamed } from "../templates/svelte-template.ts";
import { readVueTemplate } from "../templates/vue-template.ts";
import { withoutBareAmpersands } from "./html.ts";

/** Files that are one component with its script: Vue, Svelte. */
const component = {
  comments: { docPrefixes: [] },
  isExported: ({ kind }) => kind === "component",
  visibilityOf: () => undefined,
  isInternal: ecmascript.isInternal,
  // The component has the name of its file.
  dependsOnPath: true,
} as const satisfies Partial<LanguageDefinition>;

export const vue: LanguageDefinition = {
  ...component,
  id: "vue",
  title: "Vue",
  extensions: [".vue"],
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-vue.wasm" },
  queries: ["vue", "script"],
  template: readVueTemplate,
  sample: `<script setup lang="ts">
import { ref } from "vue";
const n = ref(0);
</script>
<template><div v-if="a < b" @click.stop="f(1)" :class="{ x: a > 1 }"><!-- c -->{{ n < 2 ? "a" : "b" }}<br></div></template>
<style scoped>.a { b: c }</style>
`,
};

export const svelte: LanguageDefinition = {
  ...component,
  id: "svelte",
  title: "Svelte",
  extensions: [".svelte"],
  grammar: { package: "@tree-sitter-grammars/tree-sitter-svelte", file: "tree-sitter-svelte.wasm" },
  queries: ["svelte", "script"],
  template: readSvelteTemplate,
  plainName: storeNamed,
  isIsolated: true,
  prepare: withoutBareAmpersands,
  sample: `<script lang="ts">
let n = $state(0);
</script>
{#if n > 3 && n < 10}<button on:click={() => (n < 2 ? f() : 0)} class:a={b} {...c}>{n}</button>{:else}{@html d}{/if}
{#each items as item, i (item.id)}<p bind:this={e}>{item}</p>{/each}
{#snippet row(x)}<b>{x}</b>{/snippet}
<svelte:head><title>x</title></svelte:head>
<style>.a { b: c }</style>
`,
};
