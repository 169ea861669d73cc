/** @returns undefined if the text is not a URL with one of the protocols. */
export const readUrl = (text: string, protocols: readonly string[]): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url : undefined;
};

/** @returns the origin of an http or https address; undefined if the address has other parts. */
export const originOf = (text: string): string | undefined => {
  const url = readUrl(text, ['http:', 'https:']);
  const isBare =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare ? url.origin : undefined;
};

/** The entries of a text that separates them by commas. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
