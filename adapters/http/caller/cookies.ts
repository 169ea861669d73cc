import { begunLifetimeMs, sessionLifetimeMs } from '../../../core/index.ts';
import {
  challengeLifetimeMs,
  emailMaxBytes,
  trustedBrowserLifetimeMs,
} from '../../../core/vocabulary.ts';

/** Contains the session token. Scripts cannot read it. */
export const sessionCookieName = 'auth_token';

/** Contains the CSRF token, which requests that write repeat; see `csrf-tokens.ts`. */
export const csrfCookieName = 'csrf_token';

/** Contains the email address of a failed attempt, which the login page shows again. */
export const loginEmailCookieName = 'login_email';

/** Contains the secret of a trusted browser. Scripts cannot read it. */
export const trustedBrowserCookieName = 'trusted_browser';

/** Contains the challenge of a sign-in by form that waits for a code. Scripts cannot read it. */
export const challengeCookieName = 'login_challenge';

/** Contains the language that somebody chose in the admin, which sets it. */
export const languageCookieName = 'quoin_language';

/** In seconds. Long enough for the redirect to the login page. */
const loginEmailLifetime = 60;

/** The email address in the cookie; empty without one, or if it is too long to be one. */
export const readLoginEmail = (cookie = ''): string => {
  const bytes = Buffer.from(cookie, 'base64url');
  return bytes.length > emailMaxBytes ? '' : bytes.toString();
};

/** The value of a cookie in a `Cookie` header; the first if the name is repeated. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The names of the cookies in a `Cookie` header that begin with a prefix, each once. */
export const cookieNames = (header: string | undefined, prefix: string): readonly string[] => {
  const names = header?.split(';').map((pair) => pair.trim().split('=', 1)[0] ?? '') ?? [];
  return [...new Set(names)].filter((name) => name.startsWith(prefix));
};

/** Each contains a sign-in by the identity provider that the browser has begun. */
export const begunCookiePrefix = 'oidc_';

/** In the name of the cookie. The rest of the state is only in its value, which is encrypted. */
const stateInName = 16;

/** The name of the cookie for a state; undefined for a text that we do not issue. */
export const begunCookieName = (state = ''): string | undefined =>
  /^[A-Za-z0-9]{32,100}$/.test(state)
    ? `${begunCookiePrefix}${state.slice(0, stateInName)}`
    : undefined;

/** Values of `Set-Cookie` that start and end a browser's session. */
export interface SessionCookies {
  readonly session: (token: string) => string;
  readonly csrf: (token: string) => string;
  /** Deletes both cookies. */
  readonly cleared: () => readonly string[];
  /** Only for the login page. An empty address deletes the cookie. */
  readonly loginEmail: (email: string) => string;
  readonly trustedBrowser: (secret: string) => string;
  /** Only for the page that asks for a code. Undefined deletes the cookie. */
  readonly challenge: (challenge: string | undefined) => string;
  /** A begun sign-in, only for its end. An empty value deletes the cookie. */
  readonly begun: (name: string, value: string) => string;
}

/** Cookies are `Secure` if `publicUrl` is an https URL. */
export const sessionCookies = (publicUrl: string): SessionCookies => {
  const safe = `SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  /** Scripts cannot read it. An empty value deletes it. @param lifetime in seconds. */
  const hidden = (name: string, value: string, path: string, lifetime: number): string =>
    `${name}=${value}; Max-Age=${value === '' ? 0 : lifetime}; HttpOnly; Path=${path}; ${safe}`;
  const lifetime = sessionLifetimeMs / 1_000;
  const session = (token: string): string => hidden(sessionCookieName, token, '/', lifetime);
  const csrf = (token: string): string =>
    `${csrfCookieName}=${token}; Max-Age=${token === '' ? 0 : lifetime}; Path=/; ${safe}`;
  return {
    session,
    csrf,
    cleared: () => [session(''), csrf('')],
    // Lax: the provider sends the browser back from another site.
    begun: (name, value) => hidden(name, value, '/auth/oidc', begunLifetimeMs / 1_000),
    loginEmail: (email) => {
      const value = Buffer.from(email).toString('base64url');
      return hidden(loginEmailCookieName, value, '/auth/login', loginEmailLifetime);
    },
    trustedBrowser: (secret) =>
      hidden(trustedBrowserCookieName, secret, '/auth', trustedBrowserLifetimeMs / 1_000),
    challenge: (challenge = '') =>
      hidden(challengeCookieName, challenge, '/auth', challengeLifetimeMs / 1_000),
  };
};
