/** A tag, with its attributes. */
const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
const quotedOrForbidden = /("[^"]*"|'[^']*')|\s(?:style|on\w+)(?=\s*=)/gi;
const styleSheets = /<style[\s>][\s\S]*?(?:<\/style\s*>|$)/gi;

/**
 * Parses HTML without loading, running or applying anything in it. The policy of the page forbids inline
 * styles and scripts also there, and the browser would report each of them, so they get another name.
 */
export const parseInert = (html: string): HTMLElement => {
  const renamed = html
    .replace(styleSheets, '')
    .replace(tags, (tag) =>
      tag.replace(
        quotedOrForbidden,
        (found, quoted?: string) => quoted ?? ` data-${found.trim().toLowerCase()}`,
      ),
    );
  return new DOMParser().parseFromString(renamed, 'text/html').body;
};

/** A property of the inline style of an element, in lower case; empty if it has none. */
export const styleOf = (element: Element, property: string): string => {
  const style = element.getAttribute('data-style') ?? '';
  const found = style
    .split(';')
    .map((each) => each.split(':'))
    .find(([name = '']) => name.trim().toLowerCase() === property);
  return found?.slice(1).join(':').trim().toLowerCase() ?? '';
};
