import { sessionLifetimeMs } from '../../../core/index.ts';

/** Contains the session token. Scripts cannot read it. */
export const sessionCookieName = 'auth_token';

/** Contains the CSRF token, which requests that write repeat; see `csrf-tokens.ts`. */
export const csrfCookieName = 'csrf_token';

/** The value of a cookie in a `Cookie` header; the first if the name is repeated. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Values of `Set-Cookie` that start and end a browser's session. */
export interface SessionCookies {
  readonly session: (token: string) => string;
  readonly csrf: (token: string) => string;
  /** Deletes both cookies. */
  readonly cleared: () => readonly string[];
}

/** Cookies are `Secure` if `publicUrl` is an https URL. */
export const sessionCookies = (publicUrl: string): SessionCookies => {
  const common = `Path=/; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  const session = (token: string, maxAge: number): string =>
    `${sessionCookieName}=${token}; Max-Age=${maxAge}; HttpOnly; ${common}`;
  const csrf = (token: string, maxAge: number): string =>
    `${csrfCookieName}=${token}; Max-Age=${maxAge}; ${common}`;
  const lifetime = sessionLifetimeMs / 1_000;
  return {
    session: (token) => session(token, lifetime),
    csrf: (token) => csrf(token, lifetime),
    cleared: () => [session('', 0), csrf('', 0)],
  };
};
