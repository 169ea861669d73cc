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
