import type { Tool } from "./core/declaration.ts";
import { applyPatch } from "./edit/apply-patch.ts";
import { edit } from "./edit/edit.ts";
import { editSymbol } from "./edit/symbol/edit-symbol.ts";
import { read } from "./edit/read.ts";
import { resolve } from "./edit/resolve.ts";
import { undo } from "./edit/undo.ts";
import { write } from "./edit/write.ts";
import { lensDiagnostics } from "./diagnostics/lens-diagnostics.ts";
import { projectReport } from "./project/project-report.ts";
import { lspNavigation } from "./lsp/lsp-navigation.ts";
import { lspFix } from "./lsp/lsp-fix.ts";
import { lspRename } from "./lsp/lsp-rename.ts";
import { lsp } from "./lsp/lsp.ts";
import { moduleReport } from "./reading/module-report.ts";
import { astGrepOutline } from "./reading/outline/ast-grep-outline.ts";
import { readEnclosing } from "./reading/read-enclosing.ts";
import { readSymbol } from "./reading/read-symbol.ts";
import { astEdit } from "./rewrite/ast-edit.ts";
import { astGrepReplace } from "./rewrite/ast-grep-replace.ts";
import { astGrep } from "./search/ast-grep.ts";
import { astGrepSearch } from "./search/ast-grep-search.ts";
import { symbolSearch } from "./search/symbols/symbol-search.ts";
import { activateTools } from "./session/activate-tools.ts";
import { effectiveConfig } from "./session/effective-config.ts";
import { health } from "./session/health.ts";
import { latency } from "./session/latency.ts";
import { sessionEnd } from "./session/session-end.ts";

/** Every tool that exists, in the order hosts list them. */
export const allTools: readonly Tool[] = [
  lensDiagnostics,
  moduleReport,
  readSymbol,
  readEnclosing,
  astGrepSearch,
  astGrepReplace,
  astGrepOutline,
  symbolSearch,
  health,
  activateTools,
  latency,
  sessionEnd,
  effectiveConfig,
  projectReport,
  astGrep,
  astEdit,
  resolve,
  lsp,
  lspRename,
  lspFix,
  editSymbol,
  undo,
  read,
  write,
  edit,
  applyPatch,
  lspNavigation,
];
