import { sessionLifetimeMs } from '../../core/index.ts';

/** Holds the session token. Scripts cannot read it. */
export const sessionCookieName = 'auth_token';

/** Holds what a page must repeat in a request that writes; see `csrf.ts`. */
export const csrfCookieName = 'csrf_token';

/** The value of a cookie in a `Cookie` header, the first where there are several. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The lines of `Set-Cookie` that begin and end a browser's session. */
export interface SessionCookies {
  readonly session: (token: string) => string;
  readonly csrf: (token: string) => string;
  /** Takes both away. */
  readonly cleared: () => readonly string[];
}

/** Cookies go over an encrypted connection only, where `publicUrl` is one. */
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
