/** The languages that the admin speaks, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const key = 'quoin-admin-language';
const yearS = 31_536_000;

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

/** Tests read texts outside of a browser. */
const isBrowser = typeof document !== 'undefined';

const storage = isBrowser ? localStorage : undefined;

/** What somebody chose in this browser; undefined to follow the browser. */
export const chosenLanguage = (): Language | undefined => {
  const code = storage?.getItem(key) ?? '';
  return isLanguage(code) ? code : undefined;
};

/** For the pages of the service, such as the one for signing in. Without a language, the cookie is deleted. */
const tellService = (code: Language | undefined): void => {
  const lifetimeS = code === undefined ? 0 : yearS;
  document.cookie = `quoin_language=${code ?? ''}; Path=/; SameSite=Lax; Max-Age=${lifetimeS}`;
};

/** Takes effect with the next load of the admin. */
export const chooseLanguage = (language: Language | undefined): void => {
  if (language === undefined) storage?.removeItem(key);
  else storage?.setItem(key, language);
  tellService(language);
};

const preferred = (): readonly string[] => (isBrowser ? navigator.languages : []);

const primary = (tag: string): string => tag.split('-', 1)[0] ?? tag;

const chosen = chosenLanguage();
// Some browsers delete a cookie of a script after a week without it.
if (chosen !== undefined) tellService(chosen);

/** The language of the texts: the chosen one, or the first one of the browser that the admin speaks. */
export const language: Language = chosen ?? preferred().map(primary).find(isLanguage) ?? 'en';

/** For numbers, dates and lists: with the region that the browser names for this language. */
export const languageTag: string = preferred().find((tag) => primary(tag) === language) ?? language;
