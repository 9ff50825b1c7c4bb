/** What the serving process and the index process say to each other. */
export interface IndexRequest {
  /** Canonical and absolute; the same in every request to one process. */
  readonly root: string;
  /** Of the user's cache. */
  readonly folder: string;
  /** Paths relative to the root that are known to have changed; undefined: compare all with the disk where due. */
  readonly changed?: readonly string[];
  /** A reader found the database damaged: make it anew. */
  readonly isDamaged?: boolean;
  /** How long to wait for the end of what this starts. */
  readonly waitMs: number;
}

/** Who works on the index of one root. */
export interface IndexBuilder {
  /** For people. */
  readonly whereabouts: string;
  /** Throws ReticleError: `timeout`, `connection_closed` (it was lost, and is started anew by the next), `cancelled` (disposed). */
  request(request: IndexRequest, deadlineMs: number): Promise<IndexStatus>;
  dispose(): Promise<void>;
}

export interface IndexStatus {
  /** Absent: no database could be made yet. */
  readonly database?: string;
  /** Of the database; another one than before: open it anew. */
  readonly instance?: string;
  /** Nothing is left to read, and the disk was compared a moment ago. */
  readonly isCurrent: boolean;
  /** What goes on. */
  readonly activity: "idle" | "comparing" | "reading" | "another process writes";
  readonly filesDone: number;
  readonly filesTotal: number;
  /** Epoch ms of the last comparison with the disk; 0: never. */
  readonly sweptAt: number;
  /** For readers, once each. */
  readonly notes: readonly string[];
  /** It is asked in a thread of the serving process, and what is to do is left to a process. */
  readonly needsProcess?: true;
  /** Why there is no index, or it cannot be kept fresh. */
  readonly failure?: { readonly kind: "refused" | "failed"; readonly message: string };
}
