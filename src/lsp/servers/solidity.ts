import type { ServerRow } from "../server-row.ts";

/** It runs the project's Hardhat to learn its configuration. */
export const solidity: ServerRow = {
  id: "solidity",
  title: "Solidity (Nomic Foundation)",
  languageIds: { ".sol": "solidity" },
  rootMarkers: ["hardhat.config.*", "foundry.toml", "truffle-config.js", "ape-config.yaml", "package.json"],
  commands: [{ binary: "nomicfoundation-solidity-language-server", args: ["--stdio"], from: "path" }],
  package: { registry: "npm", versions: { "@nomicfoundation/solidity-language-server": "0.8.4" } },
  loadsProjectCode: true,
};
