import {
  presentActiveSession,
  presentOwnAccount,
  presentSession,
  type accountOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import { hasCode, type Actor, type Clock, type Cms, type SignInWays } from '../../../core/index.ts';
import { emailMaxBytes, utf8Length } from '../../../core/vocabulary.ts';
import {
  loginEmailCookieName,
  readLoginEmail,
  trustedBrowserCookieName,
} from '../caller/cookies.ts';
import { localPath } from '../pages/local-path.ts';
import { renderLoginPage } from '../pages/login-page.ts';
import type { PageOptions } from '../pages/page.ts';
import { codePath, home, loginPath } from '../pages/login-path.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';
import { startSession } from './answers/start-session.ts';

export const accountHandlers = (
  {
    accounts,
    identities,
    mail,
    settings,
  }: Pick<Cms, 'accounts' | 'identities' | 'mail' | 'settings'>,
  options: PageOptions & { readonly publicUrl: string; readonly clock: Clock },
): Handlers<typeof accountOperations, RequestContext> => {
  const { cookies, csrf, siteName, publicUrl, clock } = options;

  return {
    logIn: async ({ body, client, userAgent, cookie }) => {
      const logIn = await accounts.startLogIn(client, userAgent);
      const trustedBrowser = cookie(trustedBrowserCookieName);
      const loggedIn = await logIn({ ...(await body()), trustedBrowser });
      return {
        body: presentSession(loggedIn),
        headers: { 'Set-Cookie': startSession(options, loggedIn) },
      };
    },

    showLogin: async ({ query, actor, cookie, language }) => {
      const emailCookie = cookie(loginEmailCookieName);
      const page = renderLoginPage({
        siteName: await siteName(),
        language: language(),
        publicUrl,
        error: query.error,
        email: query.error === undefined ? '' : readLoginEmail(emailCookie),
        next: localPath(query.next, home),
        sendsMail: mail.isConfigured(),
        newcomerRole: await accounts.newcomerRole(),
        ways: identities.ways(),
      });
      const token = csrf.issue(sessionOf(actor));
      const cleared = emailCookie === undefined ? [] : [cookies.loginEmail('')];
      return { body: page, headers: { 'Set-Cookie': [cookies.csrf(token), ...cleared] } };
    },

    logInByForm: async ({ body, client, userAgent, cookie }) => {
      const logIn = await accounts.startLogIn(client, userAgent);
      const { next, ...credentials } = await body();
      const target = localPath(next, home);
      try {
        const trustedBrowser = cookie(trustedBrowserCookieName);
        const loggedIn = await logIn({ ...credentials, trustedBrowser });
        return {
          body: undefined,
          headers: { Location: target, 'Set-Cookie': startSession(options, loggedIn) },
        };
      } catch (error) {
        if (hasCode(error, 'second_factor_required')) {
          return {
            body: undefined,
            headers: {
              Location: codePath(target),
              'Set-Cookie': [cookies.challenge(error.challenge)],
            },
          };
        }
        const reason = formErrors.find((code) => hasCode(error, code));
        if (reason === undefined) throw error;
        // A longer text is no email address, and may be too long for a cookie.
        const email = utf8Length(credentials.email) > emailMaxBytes ? '' : credentials.email;
        return {
          body: undefined,
          headers: {
            Location: loginPath({ error: reason, next: target }),
            'Set-Cookie': [cookies.loginEmail(email)],
          },
        };
      }
    },

    register: async ({ body, client, userAgent }) => {
      const register = await accounts.startRegistration(client, userAgent);
      const loggedIn = await register(await body());
      return {
        body: presentSession(loggedIn),
        headers: { Location: `/api/users/${loggedIn.user.id}` },
      };
    },

    logOut: async ({ actor }) => {
      await accounts.logOut(actor);
      return { body: { data: { loggedOut: true } }, headers: { 'Set-Cookie': cookies.cleared() } };
    },

    logOutByLink: async ({ actor, cause }) => {
      const from = cause();
      if (from !== 'user') {
        const error = from === 'other site' && actor.kind === 'user' && 'still_signed_in';
        return { body: undefined, headers: { Location: loginPath(error ? { error } : {}) } };
      }
      await accounts.logOut(actor);
      return {
        body: undefined,
        headers: { Location: loginPath(), 'Set-Cookie': cookies.cleared() },
      };
    },

    endOtherSessions: async ({ actor }) => {
      await accounts.endOtherSessions(actor);
      return { data: { ended: true } };
    },

    listSessions: ({ actor, elapsedMs }) =>
      answerList(clock, elapsedMs, async () =>
        (await accounts.listSessions(actor)).map(presentActiveSession),
      ),

    endSession: async ({ params, actor }) => {
      await accounts.endSession(actor, params.id);
      return answerDeletion(params.id);
    },

    getAccount: async ({ actor }) => ({
      user: presentOwnAccount(await accounts.getOwn(actor)),
      draftsArePublic: await settings.draftsArePublic(),
      ...providerOf(identities.ways()),
      ...(actor.kind === 'user' &&
        actor.secondFactorDueAt !== undefined && { secondFactorDueAt: actor.secondFactorDueAt }),
    }),

    updateAccount: async ({ actor, body }) => ({
      user: presentOwnAccount(await accounts.updateOwn(actor, body)),
    }),

    changePassword: async ({ actor, body }) => {
      await accounts.changeOwnPassword(actor, body);
      return { data: { changed: true } };
    },
  };
};

/** What the login page explains after an attempt. */
const formErrors = ['invalid_credentials', 'password_login_disabled'] as const;

const providerOf = ({ provider, managesRoles }: SignInWays) => ({
  ...(provider !== undefined && { identityProvider: provider }),
  ...(managesRoles && { managesRoles }),
});

const sessionOf = (actor: Actor): string | undefined =>
  actor.kind === 'user' ? actor.sessionId : undefined;
