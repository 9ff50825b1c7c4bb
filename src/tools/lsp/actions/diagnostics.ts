import type { Coverage } from "../../../base/coverage.ts";
import { defineAction } from "./action.ts";

const coverage: Coverage = {
  state: "unavailable",
  what: "diagnostics",
  remedy: "run the project's own checker or tests",
};

/** Says that it cannot tell, which is not the same as clean. */
export const diagnosticsAction = defineAction<null>({
  run: () => Promise.resolve({ coverage, facts: null }),
  format: () => "Nothing was checked. This is NOT a clean result.",
  details: () => ({ asked: false }),
});
