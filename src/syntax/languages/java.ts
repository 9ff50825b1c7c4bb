import type { LanguageDefinition } from "../language-definition.ts";

export const java = { id: "java", extensions: [] } as unknown as LanguageDefinition;
