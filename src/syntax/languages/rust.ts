import type { LanguageDefinition } from "../language-definition.ts";

export const rust = { id: "rust", extensions: [] } as unknown as LanguageDefinition;
