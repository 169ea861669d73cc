/** Markup that was written here, or made from text by {@link html}. */
export interface Html {
  readonly markup: string;
}

type Part = Html | readonly Part[] | string | number | false | undefined;

/** Markup with values in it. A value is text and stays text, unless it is markup itself. */
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

/** Text as it may stand in an element or in a quoted attribute. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Takes text for markup: for constants of this folder, never for anything from outside. */
export const trusted = (markup: string): Html => ({ markup });

/**
 * A style sheet within a page, and a script: with nothing around the text, so that its hash in the
 * page policy holds however the template around it is laid out.
 */
export const styleElement = (css: string): Html => trusted(`<style>${css}</style>`);
export const scriptElement = (code: string): Html => trusted(`<script>${code}</script>`);
