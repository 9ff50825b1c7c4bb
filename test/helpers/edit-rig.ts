import { expect } from "vitest";
import type { FakeScript, FakeStep } from "../fakes/lsp-server.ts";
import type { FakeFleet } from "./fake-fleet.ts";
import { type FakeRun, useFakeRun } from "./fake-run.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** A diagnostic at the beginning of a file; an error unless another number is given. */
export const problem = (message: string, severity = 1): object => ({ range, message, severity, code: 7 });

/** Publishes errors for the text that the server was shown last. */
export const publish = (...messages: string[]): FakeStep => ({
  publish: messages.map((one) => problem(one)),
  version: "same",
});

/** What a server does when a text is opened, and then for each change of it; the last is for all later ones. */
export const onTexts = (opened: readonly FakeStep[], ...changed: (readonly FakeStep[])[]): FakeScript => ({
  on: { "textDocument/didOpen": opened, "textDocument/didChange": changed },
});

/** Edits of `a.fake`, which holds the line "one" first, in a run with a scripted server. */
export interface EditRig extends FakeRun {
  readonly startWith: (script: FakeScript) => Promise<FakeFleet>;
  /** Replaces a text by another; the result's text with its undo_id as `undo_<id>`. */
  readonly edit: (oldText: string, newText: string) => Promise<string>;
}

/** Call it once, at the top level of a test file. */
export function useEditRig(waits: { readonly waitMs: number; readonly baselineMs: number }): EditRig {
  const fakeRun = useFakeRun({ diagnosticsOnWrite: waits });
  return {
    ...fakeRun,
    startWith: async (script) => {
      const fleet = await fakeRun.start([{ script }]);
      fleet.workspace.file("a.fake", "one\n");
      return fleet;
    },
    edit: async (oldText, newText) => {
      const { text, isError } = await fakeRun.call("edit", { path: "a.fake", old_text: oldText, new_text: newText });
      expect(isError, text).toBe(false);
      return text.replace(/undo_\w{9,}/, "undo_<id>");
    },
  };
}

/** What `edit` says when it has nothing to add. */
export const edited = "Edited a.fake at line 1\nundo_id: undo_<id>";
