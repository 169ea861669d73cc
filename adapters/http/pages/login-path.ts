import type { IncomingHttpHeaders } from 'node:http';
import type { SignInFailure } from '../../../core/vocabulary.ts';

/** Where a user goes after signing in, without a `next` parameter. */
export const home = '/admin';

export interface LoginParameters {
  /** Why the user is not signed in: see `login-page.ts`. */
  readonly error?: LoginError | undefined;
  /** The path to open after signing in. */
  readonly next?: string;
}

/** What the login page explains. */
export type LoginError =
  | 'invalid_credentials'
  | 'session_not_kept'
  | 'wrong_address'
  | 'still_signed_in'
  | 'sign_in_ended'
  | 'password_login_disabled'
  | SignInFailure;

/** The page that asks for a code. */
export const codePath = (next: string, error?: 'invalid_code'): string =>
  pathWith('/auth/code', { error, next });

export const loginPath = ({ error, next = home }: LoginParameters = {}): string =>
  pathWith('/auth/login', { error, next });

const pathWith = (
  path: string,
  { error, next }: { readonly error: string | undefined; readonly next: string },
): string => {
  const query = new URLSearchParams({
    ...(error !== undefined && { error }),
    ...(next !== home && { next }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** Where a sign-in by the identity provider begins. */
export const providerPath = (next: string): string =>
  next === home ? '/auth/oidc' : `/auth/oidc?${new URLSearchParams({ next }).toString()}`;

/**
 * Why a browser that comes from the login page has no session: it did not store the cookie, in the second case
 * because the page was opened without https.
 *
 * @returns undefined if it does not come from there.
 */
export const lostSession = (
  { referer = '' }: IncomingHttpHeaders,
  publicUrl: string,
): Extract<LoginError, 'session_not_kept' | 'wrong_address'> | undefined => {
  const page = URL.parse(referer);
  if (page?.pathname !== '/auth/login' && page?.pathname !== '/auth/code') return undefined;
  const isUnsafe = publicUrl.startsWith('https:') && page.protocol === 'http:';
  return isUnsafe ? 'wrong_address' : 'session_not_kept';
};
