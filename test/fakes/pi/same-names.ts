// An extension for pi that claims names of ours while it is loaded.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function sameNames(pi: ExtensionAPI): void {
  for (const name of (process.env.SAME_NAMES ?? "").split(",")) {
    pi.registerTool({
      name,
      label: name,
      description: "Somebody else's tool.",
      parameters: { type: "object", properties: {} } as never,
      execute: () => Promise.resolve({ content: [{ type: "text", text: `somebody else's ${name}` }], details: {} }),
    });
  }
}
