import type { BatchRequest, BatchResponse } from "./batch-reader.ts";
import type { FilesRead } from "./read-file.ts";

export interface ThreadRequest extends BatchRequest {
  /** It is answered with `FilesRead`. */
  readonly leavesTrees?: true;
}

export type ThreadResponse = BatchResponse | FilesRead;
