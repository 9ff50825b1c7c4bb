// An extension for pi: a model that does what the prompt says, and commands for what pi's protocol lacks.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall, getCurrentTools } from "@earendil-works/pi-ai";

interface Step {
  readonly tools?: readonly { readonly name: string; readonly args: Parameters<typeof fauxToolCall>[1] }[];
  readonly text?: string;
}

const MAX_REQUESTS = 100;

/** The prompt's last line is a JSON list of steps, one per request. What is said first is the list of tools the request declares. */
export default function scriptedModel(pi: ExtensionAPI): void {
  const faux = fauxProvider({ provider: "faux", models: [{ id: "faux-1" }] });
  faux.setResponses(
    Array.from({ length: MAX_REQUESTS }, () => ({ messages }) => {
      const prompt = messages.findLastIndex(({ role }) => role === "user");
      const done = messages.slice(prompt).filter(({ role }) => role === "assistant").length;
      const step = stepsOf(messages[prompt])[done] ?? {};
      const declared = getCurrentTools(messages).map(({ name, parameters }) => ({ name, parameters }));
      const calls = (step.tools ?? []).map(({ name, args }) => fauxToolCall(name, args));
      return fauxAssistantMessage([fauxText(JSON.stringify(declared)), ...calls], {
        stopReason: calls.length > 0 ? "toolUse" : "stop",
      });
    }),
  );
  pi.registerProvider(faux.provider);
  pi.registerCommand("test-reload", { handler: (_args, ctx) => ctx.reload() });
  pi.registerCommand("test-tree", {
    handler: async (id, ctx) => {
      await ctx.navigateTree(id);
    },
  });
}

function stepsOf(message: { readonly content: unknown } | undefined): readonly Step[] {
  const { content } = message ?? {};
  const text = Array.isArray(content) ? (content as { text?: string }[]).map((block) => block.text ?? "").join("") : "";
  return JSON.parse((typeof content === "string" ? content : text).split("\n").at(-1) ?? "") as readonly Step[];
}
