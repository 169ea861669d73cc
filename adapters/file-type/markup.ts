/** Allowed before the root element: comments, processing instructions, a document type. */
const prologItem =
  /\s*(?:<!--.*?-->|<\?(?!php|=).*?\?>|<!doctype(?<declared>[^>[]*)(?:\[[^\]]*\]\s*)?>)/isy;

const rootStart = /\s*<(?:[a-z_][\w.-]*:)?(?<name>[a-z_][\w.-]*)(?=[\s/>]|$)/iy;

/** Elements for which a browser treats a text as HTML (WHATWG MIME Sniffing, section 7.1). */
const htmlElement =
  /^(?:a|b|body|br|div|font|h1|head|html|iframe|img|link|meta|p|script|style|table|title)$/i;

/**
 * Detects markup, and scripts by their first characters.
 *
 * @returns undefined for any other text.
 */
export const markupType = (text: string): string | undefined => {
  if (text.startsWith('#!')) return 'application/x-sh';
  const { end, isHtml } = readProlog(text);
  if (isHtml) return 'text/html';
  const name = rootName(text, end);
  if (name === 'svg') return 'image/svg+xml';
  if (name !== undefined) {
    return htmlElement.test(name) ? 'text/html' : 'application/xml';
  }
  const rest = text.slice(end).trimStart();
  if (rest.startsWith('<?')) return 'application/x-httpd-php';
  return end > 0 || rest.startsWith('<!') ? 'text/html' : undefined;
};

/** The start tag of the root element; undefined when there is none, or when it is cut off. */
export const rootTag = (text: string): string | undefined => {
  const tag = /\s*<(?:[^<>"']|"[^"]*"|'[^']*')*>/y;
  tag.lastIndex = readProlog(text).end;
  return tag.exec(text)?.[0];
};

const rootName = (text: string, at: number): string | undefined => {
  const start = new RegExp(rootStart);
  start.lastIndex = at;
  return start.exec(text)?.groups?.['name'];
};

const readProlog = (text: string): { readonly end: number; readonly isHtml: boolean } => {
  const item = new RegExp(prologItem);
  let end = 0;
  let isHtml = false;
  for (let found = item.exec(text); found !== null; found = item.exec(text)) {
    end = item.lastIndex;
    isHtml ||= /^\s*html\b/i.test(found.groups?.['declared'] ?? '');
  }
  return { end, isHtml };
};
