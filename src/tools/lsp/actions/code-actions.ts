import { emptyText } from "../../../base/coverage.ts";
import type { CodeActions, OfferedAction } from "../../../lsp/operations/code-actions.ts";
import { defineAction } from "./action.ts";
import { count, type Nothing, nothing, subjectOf, subjectText } from "./subject.ts";

const MAX_ACTIONS = 60;
const MAX_PROBLEMS = 10;

interface Offer extends CodeActions {
  readonly kind: "offer";
  readonly subject: string;
  readonly server: string;
}

export const codeActionsAction = defineAction<Offer | Nothing>({
  run: async (call) => {
    const { query, asking } = await subjectOf(call);
    const { codeActions } = await import("../../../lsp/operations/code-actions.ts");
    const outcome = await codeActions(query, asking);
    if (!outcome.isAsked) return nothing(outcome);
    const { coverage, server, value, place } = outcome;
    return { coverage, facts: { kind: "offer", subject: subjectText(place, query.file.shown), server, ...value } };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "not asked") return facts.text;
    const { subject, server, actions, problems } = facts;
    const wrong = problems.slice(0, MAX_PROBLEMS).map(({ message, server: by }) => `  ${firstLine(message)} (${by})`);
    const known = wrong.length === 0 ? [] : ["Problems on the line:", ...wrong];
    if (actions.length === 0) {
      const by = server === "" ? "no server of the file offers any" : `by ${server}`;
      const none =
        coverage.state === "complete"
          ? emptyText(coverage, `No code action is offered at ${subject}, ${by}.`)
          : `No code action is offered at ${subject} by the servers that answered.`;
      return [none, ...known].join("\n");
    }
    const shown = actions.slice(0, MAX_ACTIONS).map(actionText);
    const cut =
      shown.length < actions.length ? [`Showing ${shown.length} of ${actions.length}; narrow the query.`] : [];
    const header = `${count(actions.length, "code action")} at ${subject}, by ${server}; none was applied`;
    return [header, ...cut, ...shown, ...known].join("\n");
  },
  details: ({ facts }) =>
    facts.kind === "not asked"
      ? { asked: false }
      : {
          server: facts.server,
          total: facts.actions.length,
          actions: facts.actions.map(({ title, kind, isPreferred }) => ({ title, kind, isPreferred })),
        },
});

function actionText({ title, kind, isPreferred, disabled, repairs }: OfferedAction): string {
  const marks = [
    ...(kind === "" ? [] : [kind]),
    ...(isPreferred ? ["preferred"] : []),
    ...(disabled === undefined ? [] : [`disabled: ${disabled}`]),
  ];
  const repaired = repairs.length === 0 ? "" : `  repairs: ${repairs.map(firstLine).join("; ")}`;
  return `- ${firstLine(title)}${marks.length === 0 ? "" : ` [${marks.join(", ")}]`}${repaired}`;
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 200);
}
