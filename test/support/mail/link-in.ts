import type { MailMessage } from '../../../core/index.ts';

/** The secret at the end of a link. */
export const secretOf = (url: string): string => url.slice(url.indexOf('#') + 1);

/** The only link in a mail. */
export const linkIn = ({ text }: Pick<MailMessage, 'text'>): string => {
  const found = text.match(/\S+#\S+/g) ?? [];
  if (found.length !== 1) throw new Error(`The mail has ${found.length} links: ${text}`);
  return found[0];
};
