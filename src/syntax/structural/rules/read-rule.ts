import { ReticleError } from "../../../base/errors.ts";
import { findMetavariables } from "../ladder/metavariables.ts";
import { languageIdOf, structuralLanguages } from "../languages/languages.ts";
import { SUPPRESSION_RULE_ID } from "../rule.ts";
import { fileKeys, keysWithoutEffect, ruleKeys, type RulePlace } from "./rule-keys.ts";
import type { YamlValue } from "./yaml-value.ts";

/** What the documents of a rule say beside what they look for. */
export interface RuleReading {
  /** Of each document. */
  readonly ids: readonly string[];
  /** Keys that say nothing about what is found. */
  readonly withoutEffect: readonly string[];
  /** Keys that leave files out. */
  readonly choosingFiles: readonly string[];
}

/**
 * Reads the documents of a rule for one language. Throws `invalid_input` for whatever the engine would pass over in
 * silence: keys that it does not know, documents that are switched off, conditions that it never checks.
 */
export function readRule(documents: readonly YamlValue[], language: string): RuleReading {
  if (documents.length === 0) throw invalid("`rule` is empty", KEYS_HINT);
  const ids = documents.map((document, index) => checkDocument(document, { index, language }));
  const keys = new Set(documents.flatMap((document) => entriesOf(document).map(({ key }) => key)));
  return {
    ids,
    withoutEffect: keysWithoutEffect.filter((key) => keys.has(key)),
    choosingFiles: fileKeys.filter((key) => keys.has(key)),
  };
}

const KEYS_HINT =
  "a rule has the keys id, language and rule: {id: x, language: typescript, rule: {pattern: 'await $X'}}";

function checkDocument(
  document: YamlValue,
  { index, language }: { readonly index: number; readonly language: string },
): string {
  const where = index === 0 ? "`rule`" : `document ${index + 1} of \`rule\``;
  const [id, named] = [textOf(document, "id"), textOf(document, "language")];
  if (id === undefined) throw invalid(`${where} has no top-level \`id\``, KEYS_HINT);
  if (named === undefined) throw invalid(`${where} has no top-level \`language\``, KEYS_HINT);
  if (id === SUPPRESSION_RULE_ID) throw invalid(`${where} has an \`id\` that is taken: "${id}"`, "choose another one");
  checkLanguage(named, language, where);
  if (textOf(document, "severity") === "off") {
    throw invalid(
      `${where} is switched off (severity: off), so nothing was searched for`,
      "leave `severity` out of the rule",
    );
  }
  checkKeys(document, "document", where);
  checkConstraints(document, where);
  return id;
}

function checkLanguage(named: string, language: string, where: string): void {
  const own = languageIdOf(named);
  if (own === language) return;
  if (own === undefined) {
    throw invalid(
      `${where} names the language "${named}", which structural search does not speak`,
      `use one of: ${structuralLanguages.map(({ id }) => id).join(", ")}`,
    );
  }
  throw invalid(`${where} is for ${own} but \`lang\` is ${language}`, `call again with lang=${own}`);
}

/** `path` names the place: "`rule` at rule.inside". */
function checkKeys(value: YamlValue, place: RulePlace, path: string): void {
  if (place === "anything" || value.kind === "scalar") return;
  if (value.kind === "list") {
    for (const item of value.items) checkKeys(item, place, path);
    return;
  }
  for (const { key, value: inner } of value.entries) {
    const innerPath = `${path}${path.endsWith("`") ? ": " : "."}${key}`;
    if (place === "rulesByName") {
      checkKeys(inner, "rule", innerPath);
      continue;
    }
    const keys = ruleKeys[place];
    const innerPlace = Object.hasOwn(keys, key) ? keys[key] : undefined;
    // An anchor that is merged in.
    if (key === "<<") continue;
    if (innerPlace === undefined) {
      throw invalid(
        `${innerPath} is no key of a ${place === "document" ? "rule" : NAMES[place]}`,
        `there it can be ${Object.keys(keys).join(", ")}`,
      );
    }
    checkReach(key, inner, innerPath);
    checkKeys(inner, innerPlace, innerPath);
  }
}

const NAMES: Readonly<Record<Exclude<RulePlace, "document" | "rulesByName" | "anything">, string>> = {
  rule: "rule object",
  relation: "relation",
  pattern: "pattern object",
  nthChild: "nthChild object",
  range: "range",
  position: "position",
};

/** Values that the engine takes, and that nothing can ever fit. */
function checkReach(key: string, value: YamlValue, path: string): void {
  const isFirstOfNone = (key === "nthChild" || key === "position") && value.kind === "scalar" && value.text === "0";
  if (isFirstOfNone) throw invalid(`${path} is 0, which no node has`, "positions are counted from 1");
  if (key === "kind" && value.kind === "scalar" && value.text.trim() === "") {
    throw invalid(`${path} is empty`, "find node kinds with dump=true");
  }
  if (key === "any" && value.kind === "list" && value.items.length === 0) {
    throw invalid(`${path} is an empty list, so nothing can match`, "give it at least one rule");
  }
}

/** The engine checks what `$A` stands for, and never what `$$$A` does. */
function checkConstraints(document: YamlValue, where: string): void {
  const names = entriesOf(valueAt(document, "constraints")).map(({ key }) => key);
  if (names.length === 0) return;
  const variables = scalarsOf(document).flatMap((text) => findMetavariables(text));
  for (const name of names) {
    const sigils = variables.flatMap((one) => (one.name === name ? [one.sigil] : []));
    if (sigils.length === 0 || sigils.some((sigil) => sigil !== "$$$")) continue;
    throw invalid(
      `${where}: constraints.${name} has no effect, because $$$${name} stands for any number of nodes`,
      `use $${name} for one node, or \`has\` and \`regex\` in the rule itself`,
    );
  }
}

function scalarsOf(value: YamlValue): string[] {
  switch (value.kind) {
    case "scalar":
      return [value.text];
    case "list":
      return value.items.flatMap(scalarsOf);
    case "map":
      return value.entries.flatMap(({ value: inner }) => scalarsOf(inner));
  }
}

function entriesOf(value: YamlValue | undefined): Extract<YamlValue, { kind: "map" }>["entries"] {
  return value?.kind === "map" ? value.entries : [];
}

function valueAt(value: YamlValue, key: string): YamlValue | undefined {
  return entriesOf(value).find((entry) => entry.key === key)?.value;
}

function textOf(value: YamlValue, key: string): string | undefined {
  const found = valueAt(value, key);
  if (found === undefined) return undefined;
  return found.kind === "scalar" ? found.text : "";
}

function invalid(message: string, hint: string): ReticleError {
  return new ReticleError("invalid_input", message, { hint });
}
