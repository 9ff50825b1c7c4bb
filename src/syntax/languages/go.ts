import type { LanguageDefinition } from "../language-definition.ts";

export const go = { id: "go", extensions: [] } as unknown as LanguageDefinition;
