/** First segments of names that start with a reversed domain: "com.example.shop". */
const DOMAINS = /^(?:com|org|net|io|dev|edu|gov|co|me|app|ai|[a-z]{2})$/;

/**
 * Whether a package belongs to the project of another: they share the first segments, which name the
 * owner and the project where the package starts with a reversed domain, else the project alone.
 */
export function isOfSameProject(name: string, ownPackage: string | undefined): boolean {
  const segments = (ownPackage ?? "").split(".");
  const own = segments.slice(0, DOMAINS.test(segments[0] as string) ? 3 : 1).join(".");
  return own !== "" && `${name}.`.startsWith(`${own}.`);
}
