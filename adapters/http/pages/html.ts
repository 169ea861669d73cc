/** Markup without unescaped text. */
export interface Html {
  readonly markup: string;
}

type Part = Html | readonly Part[] | string | number | false | undefined;

/** A template tag. Escapes values, unless they are {@link Html} themselves. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.map((text, at) => text + render(parts[at])).join(''),
});

const render = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(render).join('');
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Marks text as markup without escaping it. Only for constants of this folder. */
export const trusted = (markup: string): Html => ({ markup });

/** Inline elements with exactly this text, because the page policy contains its hash. */
export const styleElement = (css: string): Html => trusted(`<style>${css}</style>`);
export const scriptElement = (code: string): Html => trusted(`<script>${code}</script>`);
