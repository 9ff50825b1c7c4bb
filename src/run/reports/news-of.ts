import type { News } from "../../findings/findings-ledger.ts";
import { type FileNews, severeOf } from "../../tools/diagnostics/news-lines.ts";
import type { ServerFinding } from "./observation.ts";

/** What is told of a file. */
export function newsOf(shown: string, { compared, uncompared }: News<ServerFinding>): readonly FileNews[] {
  const both = [
    { findings: compared, isCompared: true },
    { findings: uncompared, isCompared: false },
  ];
  return both.flatMap(({ findings, isCompared }) => {
    const severe = severeOf(findings);
    return severe.length === 0 ? [] : [{ shown, findings: severe, isCompared }];
  });
}
