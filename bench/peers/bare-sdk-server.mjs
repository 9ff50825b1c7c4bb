// The peer of the start-up bar: the SDK's own low-level server and stdio transport, 18 plain schemas, no compile cache.
import { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const tools = Array.from({ length: 18 }, (_, index) => ({
  name: `tool_${index}`,
  description: "Takes a file and a line.",
  inputSchema: {
    type: "object",
    properties: { file: { type: "string" }, line: { type: "number" } },
    required: ["file"],
  },
}));
const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: { listChanged: true } } });
server.setRequestHandler("tools/list", () => ({ tools }));
server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: params.name }] }));
await server.connect(new StdioServerTransport());
