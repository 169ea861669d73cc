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
