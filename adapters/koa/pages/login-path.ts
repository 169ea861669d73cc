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
  | 'still_signed_in';

export const loginPath = ({ error, next = home }: LoginParameters = {}): string => {
  const query = new URLSearchParams({
    ...(error !== undefined && { error }),
    ...(next !== home && { next }),
  });
  return query.size === 0 ? '/auth/login' : `/auth/login?${query.toString()}`;
};
