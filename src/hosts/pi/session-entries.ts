import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** What pi keeps of a session, from its start to where it is now. */
export type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;

/** The data of our own entries of one type, oldest first. Whoever edited the file may have put anything there. */
export function entriesOf(branch: Branch, customType: string): readonly Readonly<Record<string, unknown>>[] {
  return branch.flatMap((entry) => {
    if (entry.type !== "custom" || entry.customType !== customType) return [];
    const { data } = entry;
    return typeof data === "object" && data !== null ? [data as Readonly<Record<string, unknown>>] : [];
  });
}
