import type { Language } from './language.ts';
import { de } from './texts/de.ts';
import { en, type ErrorWords, type LoginFacts, type Texts } from './texts/en.ts';

export type { ErrorWords, LoginFacts, Texts };

/** The texts of pages. */
export const texts: Readonly<Record<Language, Texts>> = { en, de };
