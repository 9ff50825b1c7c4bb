/**
 * A glob of the protocol (`*`, `?`, `**`, `{a,b}`, `[a-z]`, `[!a-z]`) as an expression for whole paths
 * with `/`. A pattern that cannot be compiled matches nothing.
 */
export function compileGlob(pattern: string): RegExp {
  try {
    return new RegExp(`^${globSource(pattern)}$`);
  } catch {
    return /(?!)/;
  }
}

const TOKENS = /\*\*\/|\/\*\*$|\*\*|\*|\?|\{|\}|,|\[!?[^\]]*\]|[^*?{},[/]+|\/|\[/g;

function globSource(pattern: string): string {
  let depth = 0;
  return pattern.replaceAll(TOKENS, (token) => {
    switch (token) {
      case "**/":
        return "(?:.*/)?";
      case "/**":
        return "(?:/.*)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth += 1;
        return "(?:";
      case "}":
        if (depth === 0) return "\\}";
        depth -= 1;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        return token.startsWith("[") && token.endsWith("]")
          ? token.replace("[!", "[^").replaceAll("\\", "\\\\")
          : token.replaceAll(/[.+^$()|\\[\]]/g, "\\$&");
    }
  });
}
