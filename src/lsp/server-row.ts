import type { JsonValue, ServerDefinition } from "./definition.ts";

/** What a row may look at to make its options and settings. */
export interface StartFacts {
  /** Absolute root of the server. */
  readonly root: string;
  readonly workspaceRoot: string;
  /** Whether what the checkout brings along may be used. */
  readonly isTrusted: boolean;
  /** The `node_modules` that the server was installed into by `reticle install`. */
  readonly packages?: string;
  /** Whether something is at this absolute path. Only what is asked this way is noticed when it changes. */
  readonly exists: (path: string) => boolean;
}

export type Registry = "npm" | "pypi" | "go";

/** Where `reticle install` gets a server from. */
export interface ServerPackage {
  readonly registry: Registry;
  /** Name → version, both exact. The first one's version names the installation. */
  readonly versions: Readonly<Record<string, string>>;
}

/** One language server as data; what is left out has the default named here. */
export interface ServerRow extends Omit<ServerDefinition, keyof RowDefaults | "initializationOptions" | "settings"> {
  /** "primary". */
  readonly role?: ServerDefinition["role"];
  /** 50. */
  readonly priority?: number;
  /** A priority that it has in a project with this file, relative to one of the folders from its root up. */
  readonly raisedBy?: { readonly projectFile: string; readonly priority: number };
  /** "nearest". */
  readonly rootPolicy?: ServerDefinition["rootPolicy"];
  /** true. */
  readonly needsMarker?: boolean;
  /** "native". */
  readonly prediction?: ServerDefinition["prediction"];
  /** `reticle install <id>` for one with a package. */
  readonly install?: string;
  readonly package?: ServerPackage;
  /** It loads plugins or configuration that are programs of the checkout: it needs a trusted one. */
  readonly loadsProjectCode?: boolean;
  /** Used only where the settings switch it on. */
  readonly isOptIn?: boolean;
  readonly initializationOptions?: JsonValue | ((facts: StartFacts) => JsonValue);
  readonly settings?: ServerSettings | ((facts: StartFacts) => ServerSettings);
}

export type ServerSettings = Readonly<Record<string, JsonValue>>;

type RowDefaults = Pick<
  ServerDefinition,
  "role" | "priority" | "rootPolicy" | "needsMarker" | "prediction" | "install"
>;

/** The row's values that do not depend on a root. */
export function rowDefaults(row: ServerRow): RowDefaults {
  return {
    role: row.role ?? "primary",
    priority: row.priority ?? 50,
    rootPolicy: row.rootPolicy ?? "nearest",
    needsMarker: row.needsMarker ?? true,
    prediction: row.prediction ?? "native",
    install: row.install ?? `reticle install ${row.id}`,
  };
}
