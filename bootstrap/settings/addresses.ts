/** @returns the URL, or undefined if the text is not one with such a protocol. */
export const readUrl = (text: string, protocols: readonly string[]): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url : undefined;
};

/** @returns the origin of an http or https address, or undefined if the address has more parts. */
export const originOf = (text: string): string | undefined => {
  const url = readUrl(text, ['http:', 'https:']);
  const isBare =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare ? url.origin : undefined;
};
