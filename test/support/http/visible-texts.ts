const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => entities[name] ?? all);

/** The value of the first attribute with this name; undefined without one. */
export const attributeOf = (page: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(page) ?? [];
  return value === undefined ? undefined : unescape(value);
};

/** The texts of a page in their order, without those of another language. Blanks count once. */
export const visibleTexts = (page: string): readonly string[] =>
  page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<(\w+) lang="\w+">[^<]*<\/\1>/g, '')
    .split(/<[^>]*>/)
    .map((text) => unescape(text.replace(/\s+/g, ' ').trim()))
    .filter((text) => text !== '');
