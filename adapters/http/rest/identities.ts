import type { Handlers, identityOperations } from '../../../contracts/index.ts';
import { hasCode, type Cms, type SignInStart } from '../../../core/index.ts';
import type { SignInFailure } from '../../../core/vocabulary.ts';
import { begunCookieName, begunCookiePrefix } from '../caller/cookies.ts';
import { localPath } from '../pages/local-path.ts';
import { home, loginPath } from '../pages/login-path.ts';
import type { PageOptions } from '../pages/page.ts';
import type { RequestContext } from '../request-context.ts';
import { startSession } from './answers/start-session.ts';

/** A longer path would make the cookie too long. */
const nextMaxLength = 1_000;

/**
 * Of sign-ins that a browser has begun, in several tabs. Each is a cookie of at most 2.5 KB, and servers accept 16 KB of
 * headers.
 */
const begunMax = 4;

export const identityHandlers = (
  { identities }: Pick<Cms, 'identities'>,
  options: Pick<PageOptions, 'cookies' | 'csrf'>,
): Handlers<typeof identityOperations, RequestContext> => {
  const { cookies } = options;

  const nextOf = (next: string | undefined): string => {
    const path = localPath(next, home);
    return path.length > nextMaxLength ? home : path;
  };

  /** Keeps the begun sign-in in this browser, and drops the oldest ones. */
  const begunCookies = (
    { state, sealed }: SignInStart,
    cookieNames: RequestContext['cookieNames'],
  ): string[] => {
    const name = begunCookieName(state);
    if (name === undefined) throw new TypeError('The state has another form than that of cookies');
    const surplus = cookieNames(begunCookiePrefix)
      .filter((each) => each !== name && /^\w+$/.test(each))
      .slice(0, -(begunMax - 1));
    return [cookies.begun(name, sealed), ...surplus.map((each) => cookies.begun(each, ''))];
  };

  const failure = (error: SignInFailure, next: string | undefined): string =>
    loginPath({ error, ...(next !== undefined && { next }) });

  return {
    signInByProvider: async ({ query, cause, cookieNames }) => {
      const next = nextOf(query.next);
      const failed = {
        status: 303 as const,
        body: undefined,
        headers: { Location: failure('oidc_failed', next) },
      };
      // A page loads it, as an image or a frame: it would take the place of a sign-in that the user has begun.
      if (cause() === 'page') return failed;
      try {
        const start = await identities.begin(next);
        const headers = { Location: start.url, 'Set-Cookie': begunCookies(start, cookieNames) };
        return { body: undefined, headers };
      } catch (error) {
        if (!hasCode(error, 'dependency_unavailable')) throw error;
        return failed;
      }
    },

    finishSignIn: async ({ query, actor, cookie, cause, client, userAgent }) => {
      // A page loads it: as an image, a frame, or ahead of time. The cookie stays for the user.
      if (cause() === 'page') {
        return { body: undefined, headers: { Location: failure('oidc_failed', undefined) } };
      }
      const name = begunCookieName(query.state);
      const sealed = name === undefined ? undefined : cookie(name);
      const finished = await identities.finish(actor, {
        parameters: definedOf(query),
        sealed,
        client,
        userAgent,
      });
      // It is used once, whatever the result.
      const used = name === undefined || sealed === undefined ? [] : [cookies.begun(name, '')];
      switch (finished.kind) {
        case 'signed in':
          return redirect(finished.next, [...used, ...startSession(options, finished.loggedIn)]);
        case 'linked':
          return redirect(finished.next, used);
        case 'failed':
          return redirect(failure(finished.error, finished.next), used);
      }
    },

    linkIdentity: async ({ query, actor, cookieNames }) => {
      const start = await identities.beginLink(actor, nextOf(query.next));
      return {
        body: { data: { url: start.url } },
        headers: { 'Set-Cookie': begunCookies(start, cookieNames) },
      };
    },

    unlinkIdentity: async ({ actor }) => {
      await identities.unlinkOwn(actor);
      return { data: { unlinked: true } };
    },

    unlinkUserIdentity: async ({ params, actor }) => {
      await identities.unlink(actor, params.id);
      return { data: { unlinked: true } };
    },
  };
};

const redirect = (path: string, setCookie: readonly string[]) => ({
  body: undefined,
  headers: { Location: path, 'Set-Cookie': [...setCookie] },
});

const definedOf = (
  query: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
