import { insertBlock, type TextEdit } from './text-edit.ts';

/** Brackets and backslashes would end the text of a link. */
export const escapeLabel = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** An address as it stands in a link: spaces and parentheses would end it. */
export const escapeAddress = (address: string): string => {
  const encoded = address.replace(/\s/g, encodeURIComponent);
  return /[()<>]/.test(encoded)
    ? encoded.replace(/[()<>]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
    : encoded;
};

/** An image as Markdown. */
export const imageText = (alt: string, url: string): string =>
  `![${escapeLabel(alt)}](${escapeAddress(url)})`;

/** What stands behind the address of an image for its caption, which is its title in Markdown. */
export const titleText = (caption: string): string =>
  caption === '' ? '' : ` "${caption.replace(/["\\]/g, '\\$&')}"`;

/** A link as Markdown. */
export const linkText = (label: string, address: string): string =>
  `[${escapeLabel(label)}](${escapeAddress(address)})`;

/** Puts an image on a line of its own. */
export const imageEdit = (alt: string, url: string): TextEdit => insertBlock(imageText(alt, url));

const webUrl = /^https?:\/\/\S+$/i;

/** Whether a text is one address of the web. */
export const isWebUrl = (text: string): boolean => webUrl.test(text) && URL.canParse(text);

/** Schemes that a link of an article may have. Others, such as `javascript:`, could run something. */
const schemes = /^(?:https?|mailto|tel):/i;

/**
 * The address that a user means: a URL, a path of the site, a fragment, an e-mail address or the name of a
 * host. Undefined for anything else.
 */
export const parseAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  if (/^(?:\/|#|\?|\.{1,2}\/)/.test(text)) return text;
  if (schemes.test(text)) return URL.canParse(text) ? text : undefined;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text)) return `mailto:${text}`;
  const host =
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#].*)?$/u;
  return host.test(text) ? `https://${text}` : undefined;
};
