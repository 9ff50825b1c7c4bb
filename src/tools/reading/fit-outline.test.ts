import { expect, test } from "vitest";
import { symbolFact } from "../../../test/helpers/facts.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import { fitOutline, type FitOptions, type Fitted } from "./fit-outline.ts";

const service = symbolFact({
  name: "Service",
  kind: "class",
  exported: true,
  members: [
    symbolFact({ name: "start", kind: "method", exported: true }),
    symbolFact({ name: "secret", kind: "method", visibility: "private" }),
    symbolFact({ name: "inner", isLocal: true }),
  ],
});
const symbols = [symbolFact({ name: "helper" }), service, symbolFact({ name: "last", exported: true })];

function fit(options: Partial<FitOptions>): { listed: string[]; omitted: object } {
  const fitted = fitOutline(symbols, {
    budgetBytes: 100,
    hasMembers: true,
    costBytes: () => 1,
    isWanted: () => false,
    ...options,
  });
  const listed = [...fitted.api, ...fitted.internal].flatMap((symbol) => [
    symbol.name,
    ...fitted.membersOf(symbol).map(({ name }) => `${symbol.name}.${name}`),
  ]);
  return { listed, omitted: fitted.omitted };
}

test("everything is listed in source order when it fits, local symbols never", () => {
  expect(fit({})).toEqual({
    listed: ["Service", "Service.start", "Service.secret", "last", "helper"],
    omitted: { api: 0, internal: 0, members: 0 },
  });
});

test.each([
  [0, [], { api: 2, internal: 1, members: 2 }],
  [1, ["Service"], { api: 1, internal: 1, members: 2 }],
  [2, ["Service", "last"], { api: 0, internal: 1, members: 2 }],
  [3, ["Service", "Service.start", "last"], { api: 0, internal: 1, members: 1 }],
  [4, ["Service", "Service.start", "last", "helper"], { api: 0, internal: 0, members: 1 }],
])("with room for %i: exported first, their open members, then internal ones", (budgetBytes, listed, omitted) => {
  expect(fit({ budgetBytes })).toEqual({ listed, omitted });
});

test("a wanted member comes first and brings its owner along", () => {
  const isWanted = (symbol: { readonly name: string }): boolean => symbol.name === "secret";
  expect(fit({ budgetBytes: 2, isWanted }).listed).toEqual(["Service", "Service.secret"]);
});

test("without members none are counted as omitted", () => {
  expect(fit({ hasMembers: false }).omitted).toEqual({ api: 0, internal: 0, members: 0 });
});

test("a Rust impl with public methods belongs to what the file offers", () => {
  const impl = symbolFact({ name: "Matcher", kind: "impl", members: [symbolFact({ name: "find", exported: true })] });
  const closed = symbolFact({ name: "Inner", kind: "impl", members: [symbolFact({ name: "find" })] });
  const fitted = fitOutline([impl, closed], {
    budgetBytes: 10,
    hasMembers: true,
    costBytes: () => 1,
    isWanted: () => false,
  });
  expect([fitted.api, fitted.internal]).toEqual([[impl], [closed]]);
});

test("members beyond a bound are listed only when asked for, and the outer ones come first", () => {
  const key = (name: string, members: SymbolFact[] = []): SymbolFact => symbolFact({ name, kind: "key", members });
  const data = [key("a", [key("b", [key("c")]), key("d"), key("e", [key("f")])])];
  const options = { budgetBytes: 100, hasMembers: true, costBytes: () => 1, isWanted: () => false };
  const listed = ({ membersOf }: Fitted, symbol: SymbolFact): string[] =>
    membersOf(symbol).flatMap((member) => [member.name, ...listed({ membersOf } as Fitted, member)]);
  const list = (more: Partial<FitOptions>): string[] => {
    const fitted = fitOutline(data, { ...options, ...more });
    return fitted.internal.flatMap((symbol) => [symbol.name, ...listed(fitted, symbol)]);
  };
  expect(list({ maxMembers: 2 })).toEqual(["a", "b", "c", "d"]);
  expect(list({ maxMembers: 2, isWanted: ({ name }) => name === "f" })).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(list({ budgetBytes: 4 })).toEqual(["a", "b", "d", "e"]);
  expect(fitOutline(data, { ...options, maxMembers: 2 }).omitted).toEqual({ api: 0, internal: 0, members: 2 });
});
