import {
  presentSession,
  presentTrustedBrowser,
  type Handlers,
  type secondFactorOperations,
} from '../../../contracts/index.ts';
import { hasCode, type Clock, type Cms, type LoggedInWithCode } from '../../../core/index.ts';
import { challengeCookieName } from '../caller/cookies.ts';
import { renderCodePage } from '../pages/code-page.ts';
import { codePath, home, loginPath } from '../pages/login-path.ts';
import { localPath } from '../pages/local-path.ts';
import type { PageOptions } from '../pages/page.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';
import { startSession } from './answers/start-session.ts';

export const secondFactorHandlers = (
  { secondFactors }: Pick<Cms, 'secondFactors'>,
  options: PageOptions & { readonly clock: Clock },
): Handlers<typeof secondFactorOperations, RequestContext> => {
  const { cookies, siteName, clock } = options;
  const startTrusted = (loggedIn: LoggedInWithCode): string[] => {
    const { trustedBrowser } = loggedIn;
    const trusted = trustedBrowser === undefined ? [] : [cookies.trustedBrowser(trustedBrowser)];
    return [...startSession(options, loggedIn), ...trusted];
  };

  return {
    beginSecondFactor: async ({ actor, body }) => ({
      data: await secondFactors.begin(actor, body),
    }),

    confirmSecondFactor: async ({ actor, body }) => {
      const { recoveryCodes } = await secondFactors.confirm(actor, body);
      return { data: { recoveryCodes: [...recoveryCodes] } };
    },

    removeSecondFactor: async ({ actor, body }) => {
      await secondFactors.remove(actor, body);
      return { data: { removed: true } };
    },

    renewRecoveryCodes: async ({ actor, body }) => {
      const { recoveryCodes } = await secondFactors.renewRecoveryCodes(actor, body);
      return { data: { recoveryCodes: [...recoveryCodes] } };
    },

    logInWithCode: async ({ body, client, userAgent }) => {
      const logIn = await secondFactors.startLogIn(client, userAgent);
      const loggedIn = await logIn(await body());
      return { body: presentSession(loggedIn), headers: { 'Set-Cookie': startTrusted(loggedIn) } };
    },

    showCode: async ({ query, cookie, language }) =>
      renderCodePage({
        siteName: await siteName(),
        language: language(),
        error: query.error,
        next: localPath(query.next, home),
        hasChallenge: cookie(challengeCookieName) !== undefined,
      }),

    logInWithCodeByForm: async ({ body, client, userAgent, cookie }) => {
      const logIn = await secondFactors.startLogIn(client, userAgent);
      const { code, trust, next } = await body();
      const target = localPath(next, home);
      const challenge = cookie(challengeCookieName) ?? '';
      try {
        const loggedIn = await logIn({ challenge, code, trust: trust !== undefined });
        const ended = cookies.challenge(undefined);
        return {
          body: undefined,
          headers: { Location: target, 'Set-Cookie': [...startTrusted(loggedIn), ended] },
        };
      } catch (error) {
        if (!hasCode(error, 'invalid_code')) throw error;
        if (error.challenge !== undefined) {
          return { body: undefined, headers: { Location: codePath(target, 'invalid_code') } };
        }
        return {
          body: undefined,
          headers: {
            Location: loginPath({ error: 'sign_in_ended', next: target }),
            'Set-Cookie': [cookies.challenge(undefined)],
          },
        };
      }
    },

    listTrustedBrowsers: ({ actor, elapsedMs }) =>
      answerList(clock, elapsedMs, async () =>
        (await secondFactors.listTrustedBrowsers(actor)).map(presentTrustedBrowser),
      ),

    endTrustedBrowser: async ({ params, actor }) => {
      await secondFactors.endTrustedBrowser(actor, params.id);
      return answerDeletion(params.id);
    },
  };
};
