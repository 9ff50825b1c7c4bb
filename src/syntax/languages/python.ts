import type { LanguageDefinition } from "../language-definition.ts";

export const python = { id: "python", extensions: [] } as unknown as LanguageDefinition;
