import { complete } from "../../base/coverage.ts";
import { defineTool } from "../core/declaration.ts";

export const sessionEnd = defineTool({
  name: "pilens_session_end",
  mcp: { name: "pilens_session_end", cwd: false },
  pi: false,
  canDisable: false,
  title: "End session",
  tier: "read",
  description: "Ends the telemetry session; records which situational tools were never used.",
  example: {},
  input: { type: "object", properties: {} },
  needs: [],
  parallel: false,
  run: (_input, context) => Promise.resolve({ coverage: complete, facts: { neverUsed: context.session.end() } }),
  format: () => "Session ended.",
  details: ({ facts }) => ({ neverUsed: [...facts.neverUsed] }),
});
