import { emptyText } from "../../../base/coverage.ts";
import type { Signature } from "../../../lsp/operations/hover.ts";
import { defineAction } from "./action.ts";
import { count, type Nothing, nothing, subjectOf, subjectText } from "./subject.ts";

interface Said<T> {
  readonly kind: "said";
  readonly subject: string;
  readonly server: string;
  readonly value: T;
}

export const hoverAction = defineAction<Said<string> | Nothing>({
  run: async (call) => {
    const { query, asking } = await subjectOf(call);
    const { hover } = await import("../../../lsp/operations/hover.ts");
    const outcome = await hover(query, asking);
    if (!outcome.isAsked) return nothing(outcome);
    const { coverage, server, value, place } = outcome;
    return { coverage, facts: { kind: "said", subject: subjectText(place, query.file.shown), server, value } };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "not asked") return facts.text;
    const { subject, server, value } = facts;
    if (value !== "") return `${subject}, by ${server}\n${value}`;
    if (coverage.state !== "complete") return `${server} says nothing about ${subject} yet.`;
    return emptyText(coverage, `${server} has nothing to say about ${subject}.`);
  },
  details: ({ facts }) => (facts.kind === "not asked" ? { asked: false } : { server: facts.server, text: facts.value }),
});

export const signatureAction = defineAction<Said<readonly Signature[]> | Nothing>({
  run: async (call) => {
    const { query, asking } = await subjectOf(call);
    const { signatures } = await import("../../../lsp/operations/hover.ts");
    const outcome = await signatures(query, asking);
    if (!outcome.isAsked) return nothing(outcome);
    const { coverage, server, value, place } = outcome;
    return { coverage, facts: { kind: "said", subject: subjectText(place, query.file.shown), server, value } };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "not asked") return facts.text;
    const { subject, server, value } = facts;
    if (value.length > 0) {
      const lines = value.flatMap(({ label, documentation, isActive }) => [
        `${isActive && value.length > 1 ? "* " : "  "}${label}`,
        ...(documentation === "" ? [] : documentation.split("\n").map((line) => `    ${line}`)),
      ]);
      return [`${count(value.length, "signature")} of ${subject}, by ${server}`, ...lines].join("\n");
    }
    if (coverage.state !== "complete") return `${server} knows no signature at ${subject} yet.`;
    return emptyText(coverage, `No signature found at ${subject}: it is not called there, by ${server}.`);
  },
  details: ({ facts }) =>
    facts.kind === "not asked"
      ? { asked: false }
      : { server: facts.server, signatures: facts.value.map(({ label, isActive }) => ({ label, isActive })) },
});
