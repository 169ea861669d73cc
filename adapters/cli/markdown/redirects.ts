import { isJsonObject, type Json, type JsonObject } from '../../../core/vocabulary.ts';

/** A document that only sends readers to another page. */
export interface Redirect {
  /** Undefined if it cannot be found. */
  readonly target: string | undefined;
}

/** Names of the target in front matter, for documents whose template is a redirect. */
const targetNames = [
  'redirect_to',
  'redirectTo',
  'redirect_url',
  'redirectUrl',
  'redirectURL',
  'redirect',
  'target',
  'url',
  'to',
  'link',
];

/** Recognizes redirects of Jekyll, of themes of Hugo and Zola, and of HTML in the text. */
export const readRedirect = (matter: JsonObject, body: string): Redirect | undefined => {
  // The plugin jekyll-redirect-from shows nothing else of such a page.
  const jekyll = textOf(matter['redirect_to']);
  if (jekyll !== undefined) return { target: jekyll };
  if (['layout', 'template', 'type'].some((name) => isRedirectTemplate(matter[name]))) {
    return { target: findText(matter, targetNames) };
  }
  const named = findText(matter, ['redirect', 'redirectTo', 'redirect_url', 'redirectUrl']);
  if (named !== undefined && body.trim() === '') return { target: named };
  return readRefresh(body);
};

const isRedirectTemplate = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^(?:.*\/)?redirect(?:ed|ion)?(?:\.\w+)*$/i.test(value);

/** Looks at the top level first, then in the tables of Zola and Hugo for values of themes. */
const findText = (matter: JsonObject, names: readonly string[]): string | undefined => {
  const places = [matter, matter['extra'], matter['params']].filter(isJsonObject);
  for (const place of places) {
    const found = names.map((name) => textOf(place[name])).find((text) => text !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A text, or the first text of a list. */
const textOf = (value: Json | undefined): string | undefined => {
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
};

/** An article is longer; a redirect has at most a sentence such as "Click here". */
const maxText = 300;
const maxBody = 10_000;

/** Recognizes a page of HTML whose head sends the browser to another page. */
const readRefresh = (body: string): Redirect | undefined => {
  const html = body.trim();
  if (!html.startsWith('<') || html.length > maxBody) return undefined;
  const [refresh = ''] = /<meta\s[^>]*http-equiv\s*=\s*["']?refresh\b[^>]*>/i.exec(html) ?? [];
  const [, target] = /\burl\s*=\s*["']?([^"'>\s]+)/i.exec(refresh) ?? [];
  if (target === undefined) return undefined;
  const text = html
    .replace(/<!--.*?-->|<(script|style|title)\b.*?<\/\1\s*>/gis, '')
    .replace(/<[^>]*>/g, '')
    .trim();
  return text.length <= maxText ? { target } : undefined;
};
