import { localeOf } from './locales.ts';
import { remembered } from './remembered.ts';

const chosen = remembered('quoin-language');

/** The language in which the user works with lists, as far as the service has it; undefined for all of them. */
export const chosenLanguage = (): string | undefined => localeOf(chosen.value)?.code;

/** @param code empty for all languages. */
export const chooseLanguage = (code: string): void => {
  chosen.value = code === '' ? undefined : code;
};
