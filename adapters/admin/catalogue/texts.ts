import type { Texts } from './en.ts';
import { language, type Language } from './language.ts';

export type { Texts };

/** A browser loads one of them. */
const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

/**
 * The texts of the admin, in the language of this browser. Every module that shows one waits for them. So a catalogue
 * imports types only: it would wait for itself.
 */
export const t: Texts = await load[language]();
