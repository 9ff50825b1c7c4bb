import type {
  AnnotatedTextEdit,
  CreateFile,
  DeleteFile,
  RenameFile,
  SnippetTextEdit,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { ReticleError } from "../../base/errors.ts";
import { uriToPath } from "../../workspace/uri.ts";

/** One thing to do, in the order the server gave. Paths are absolute. */
export type EditStep =
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly version: number | undefined;
      readonly edits: readonly TextEdit[];
    }
  | { readonly kind: "create"; readonly path: string; readonly overwrite: boolean; readonly ignoreIfExists: boolean }
  | {
      readonly kind: "rename";
      readonly path: string;
      readonly newPath: string;
      readonly overwrite: boolean;
      readonly ignoreIfExists: boolean;
    }
  | {
      readonly kind: "delete";
      readonly path: string;
      readonly recursive: boolean;
      readonly ignoreIfNotExists: boolean;
    };

/** Both shapes of the protocol; where both are there, `documentChanges` is the one that counts. */
export function editSteps(edit: WorkspaceEdit | null | undefined): readonly EditStep[] {
  if (edit === null || edit === undefined) return [];
  if (edit.documentChanges !== undefined) return edit.documentChanges.map(stepOf);
  return Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({
    kind: "edit",
    path: uriToPath(uri),
    version: undefined,
    edits,
  }));
}

function stepOf(change: TextDocumentEdit | CreateFile | RenameFile | DeleteFile): EditStep {
  if (!("kind" in change)) {
    const { uri, version } = change.textDocument;
    return { kind: "edit", path: uriToPath(uri), version: version ?? undefined, edits: change.edits.map(plainEdit) };
  }
  switch (change.kind) {
    case "create": {
      const { overwrite = false, ignoreIfExists = false } = change.options ?? {};
      return { kind: "create", path: uriToPath(change.uri), overwrite, ignoreIfExists };
    }
    case "rename": {
      const { overwrite = false, ignoreIfExists = false } = change.options ?? {};
      const [path, newPath] = [uriToPath(change.oldUri), uriToPath(change.newUri)];
      return { kind: "rename", path, newPath, overwrite, ignoreIfExists };
    }
    case "delete": {
      const { recursive = false, ignoreIfNotExists = false } = change.options ?? {};
      return { kind: "delete", path: uriToPath(change.uri), recursive, ignoreIfNotExists };
    }
  }
}

/** We never say that we know snippets. */
function plainEdit(edit: TextEdit | AnnotatedTextEdit | SnippetTextEdit): TextEdit {
  if ("newText" in edit) return edit;
  throw new ReticleError("protocol", "the server sent a snippet where a plain edit was asked for; nothing was changed");
}
