import { noFunctionLiterals } from "../callbacks/callback-rules.ts";
import { solidityReferences } from "../references/languages/solidity.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";
import { hasFolder } from "./path-folder.ts";

const VISIBILITY = /^(?:public|external|internal|private)$/;

export const solidity: LanguageDefinition = {
  id: "solidity",
  title: "Solidity",
  extensions: [".sol"],
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-solidity.wasm" },
  queries: ["solidity"],
  callbacks: noFunctionLiterals,
  references: solidityReferences,
  comments: {
    docPrefixes: ["/**", "///"],
    proseTag: /^@(?:notice|dev|title)\s+/,
    directive: /^\/\/\/?\s*(?:SPDX-|solhint-|slither-|prettier-|forge-|@solidity\b)/,
  },
  isExported: (symbol, owner) => {
    if (owner === undefined) return true;
    return owner.exported && solidity.visibilityOf(symbol, owner) === undefined;
  },
  // What is internal can be reached by contracts that inherit, and in a library by everybody.
  visibilityOf: ({ kind, modifiers }, owner) => {
    const written = modifiers.find((modifier) => VISIBILITY.test(modifier));
    if (written === "private") return "private";
    const isState = (kind === "field" || kind === "constant") && owner?.kind === "class";
    const isInternal = written === "internal" || (isState && written === undefined);
    return isInternal && owner?.kind !== "module" ? "protected" : undefined;
  },
  isInternal: (source, { path }) => source.startsWith(".") || hasFolder(path, source.split("/", 1)[0] ?? ""),
  dependsOnPath: true,
  parseImport,
  sample: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import "./A.sol";
import {B, C as D} from "@x/c.sol";
type Price is uint256;
uint256 constant LIMIT = 10 ether;
error Top(uint256 code);
using {free} for uint256 global;
/// @notice Doc.
abstract contract Shop is Base, Other(1) {
    using SafeMath for uint256;
    struct Order { uint256 id; mapping(address => uint[]) m; }
    enum State { Open, Paid }
    event Paid(address indexed who, uint256 amount);
    uint256 public constant MAX = 1e18;
    address private immutable owner;
    modifier only(uint a) virtual { require(msg.sender == owner, "no"); _; }
    constructor(uint a) Base(a) payable { owner = msg.sender; }
    receive() external payable {}
    function pay(uint256 amount, bytes calldata d) external payable only(1) returns (uint256 total) {
        if (amount > 1 && x == 2 || !y) { delete z; } else { total += 1; }
        for (uint i = 0; i < 1; i++) { continue; } while (true) { break; } do { } while (x > 1);
        try this.foo{value: 1}(a) returns (uint v) { } catch Error(string memory r) { } catch { }
        unchecked { x++; } (uint b, ) = (1, hex"00");
        assembly { let a := mload(0x40) if gt(a, 1) { } switch a case 0 { } default { } }
        emit Paid(msg.sender, c ? 1 : 2); revert Top({code: 1}); return new uint[](3)[0];
    }
    function g() public view virtual override(A, B) returns (uint);
}
interface I { function f() external; }
library L { function add(uint a) internal pure returns (uint) { return a ** 2; } }
`,
};

/** `import "a"`, `import "a" as A`, `import * as A from "a"`, `import {A, B as C} from "a"`. */
function parseImport(text: string): ParsedImport[] {
  const [, source] = /["']([^"']+)["']/.exec(text) ?? [];
  if (source === undefined) return [];
  const [, list] = /\{([^}]*)\}/.exec(text) ?? [];
  const [, alias] = /\bas\s+([\w$]+)/.exec(text) ?? [];
  const listed = list?.split(",").map((name) => name.trim().replace(/^.*\sas\s+/, ""));
  return [{ source, names: listed?.filter((name) => name !== "") ?? [alias ?? "*"] }];
}
