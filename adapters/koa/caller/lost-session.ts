import type { IncomingHttpHeaders } from 'node:http';
import type { LoginError } from '../pages/login-path.ts';

/**
 * Why a browser that comes from the login page has no session: it did not keep the cookie, in the second case
 * because the page was opened without https.
 *
 * @returns undefined if it does not come from there.
 */
export const lostSession = (
  { referer = '' }: IncomingHttpHeaders,
  publicUrl: string,
): Extract<LoginError, 'session_not_kept' | 'wrong_address'> | undefined => {
  const page = URL.parse(referer);
  if (page?.pathname !== '/auth/login') return undefined;
  const isUnsafe = publicUrl.startsWith('https:') && page.protocol === 'http:';
  return isUnsafe ? 'wrong_address' : 'session_not_kept';
};
