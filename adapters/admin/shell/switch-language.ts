import { chooseLanguage, type Language } from '../catalogue/language.ts';

/**
 * Loads the admin again in another language; undefined for that of the browser. While a form has unsaved work, the
 * browser asks first: to stay leaves the language for the next load.
 */
export const switchLanguage = (language: Language | undefined): void => {
  chooseLanguage(language);
  location.reload();
};
