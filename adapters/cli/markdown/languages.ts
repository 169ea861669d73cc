const languageTag = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/**
 * Whether a text is the tag of a language, such as `fr`, `pt-br` or `zh_Hans`. Codes that only ISO 639
 * lists are no languages here: they are names of files and folders, too, such as `io` and `new`.
 */
const isLanguage = (text: string): boolean =>
  languageTag.test(text) &&
  Intl.DateTimeFormat.supportedLocalesOf(text.replaceAll('_', '-')).length > 0;

/** Splits the tag of a language from the end of a name without extension: `tides.fr`. */
export const splitLanguage = (
  stem: string,
): { readonly base: string; readonly language: string | undefined } => {
  const dot = stem.lastIndexOf('.');
  const language = stem.slice(dot + 1);
  return dot > 0 && isLanguage(language)
    ? { base: stem.slice(0, dot), language }
    : { base: stem, language: undefined };
};

/** The language of a document: at the end of its name, otherwise the name of one of its folders. */
export const languageOf = (path: string): string | undefined => {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return splitLanguage(name.replace(/\.[^.]*$/, '')).language ?? folders.find(isLanguage);
};

/** The translations of Docusaurus, whose originals are in the folder `docs` or `blog`. */
const docusaurus = /(^|\/)i18n\/[^/]+\/docusaurus-plugin-content-(docs|blog)\/(?:current\/)?/;

/** The path that all translations of a document have in common: without the language. */
export const withoutLanguage = (path: string): string => {
  const folders = path.replace(docusaurus, '$1$2/').split('/');
  const name = folders.pop() ?? '';
  const [, stem = name, ending = ''] = /^(.*)(\.[^.]*)$/.exec(name) ?? [];
  const { base, language } = splitLanguage(stem);
  const tag = language === undefined ? folders.findIndex(isLanguage) : -1;
  return [...folders.filter((_, index) => index !== tag), base + ending].join('/');
};

/** The languages of a folder of documents. */
export interface FolderLanguages {
  /** The documents in the order in which they get slugs: the main language first. */
  readonly ordered: readonly string[];
  /** The language of a document; undefined if all documents have the same. */
  readonly languageOf: (path: string) => string | undefined;
}

/**
 * The main language is that of the documents without a language; if there are none, that of most
 * documents.
 *
 * @param documents paths, sorted.
 */
export const readLanguages = (documents: readonly string[]): FolderLanguages => {
  const languages = new Map(documents.map((path) => [path, languageOf(path)]));
  const counts = new Map<string, number>();
  for (const language of languages.values()) {
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const isUniform = new Set(languages.values()).size < 2;
  if (isUniform) return { ordered: documents, languageOf: () => undefined };
  const inOrder = [...counts].toSorted(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  const ranks = new Map(inOrder.map(([language], index) => [language, index]));
  const rankOf = (path: string): number => ranks.get(languages.get(path) ?? '') ?? -1;
  return {
    ordered: documents.toSorted((a, b) => rankOf(a) - rankOf(b)),
    languageOf: (path) => languages.get(path),
  };
};
