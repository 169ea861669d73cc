import { Type } from 'typebox';
import { challengeCodesMax, challengeLifetimeMs, minute } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import {
  pendingFactorSchema,
  recoveryCodesSchema,
  sessionResponse,
  trustedBrowserSchema,
} from '../schemas/account-schemas.ts';
import { alwaysTrue, dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { defaultBodyLimit, deferred, jsonBody } from '../schemas/request-body.ts';
import { cookieHeader, redirectHeaders } from '../schemas/response-headers.ts';
import { idSchema } from '../schemas/schema.ts';

const code = Type.String({
  description:
    'Six digits of the app, or a recovery code. Spaces, dashes and capital letters do not matter.',
});

const appCode = Type.String({ description: 'Six digits of the app.' });

const challengeLimits = `It takes ${challengeCodesMax} codes in ${challengeLifetimeMs / minute} minutes, and is no credential anywhere else.`;

export const secondFactorOperations = defineOperations({
  beginSecondFactor: {
    method: 'post',
    path: '/auth/totp',
    tag: 'Accounts',
    summary: 'Begin to set up a second factor',
    description:
      'Returns the key for an app, once. Within ten minutes, `POST /auth/totp/confirm` sets the factor up. Another key ends the one before it. An account without a password needs a session that is less than ten minutes old.',
    auth: 'user',
    body: jsonBody(Type.Object({ password: Type.Optional(Type.String()) })),
    success: { kind: 'json', status: 200, schema: dataOf(pendingFactorSchema) },
    errors: ['factor_exists', 'wrong_password', 'rate_limited'],
  },

  confirmSecondFactor: {
    method: 'post',
    path: '/auth/totp/confirm',
    tag: 'Accounts',
    summary: 'Set up a second factor',
    description:
      'Returns ten recovery codes, once. Ends all other sessions and the trusted browsers of the account.',
    auth: 'user',
    body: jsonBody(Type.Object({ code: appCode })),
    success: { kind: 'json', status: 200, schema: dataOf(recoveryCodesSchema) },
    errors: ['invalid_code', 'rate_limited'],
  },

  removeSecondFactor: {
    method: 'post',
    path: '/auth/totp/remove',
    tag: 'Accounts',
    summary: 'Remove your second factor',
    description: 'Ends the trusted browsers of the account. Its sessions stay.',
    auth: 'user',
    body: jsonBody(Type.Object({ code })),
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ removed: alwaysTrue })) },
    errors: ['invalid_code', 'rate_limited'],
  },

  renewRecoveryCodes: {
    method: 'post',
    path: '/auth/recovery-codes',
    tag: 'Accounts',
    summary: 'Replace your recovery codes',
    description:
      'Returns ten recovery codes, once. The old ones no longer work. Ends the trusted browsers of the account.',
    auth: 'user',
    body: jsonBody(Type.Object({ code: appCode })),
    success: { kind: 'json', status: 200, schema: dataOf(recoveryCodesSchema) },
    errors: ['invalid_code', 'rate_limited'],
  },

  logInWithCode: {
    method: 'post',
    path: '/auth/login/code',
    tag: 'Accounts',
    summary: 'Sign in with a code',
    description: `Finishes a sign-in that \`POST /auth/login\` has answered with \`second_factor_required\` and a \`challenge\`. ${challengeLimits} Allows ten attempts a minute per client address.`,
    auth: 'none',
    body: deferred(
      jsonBody(
        Type.Object({
          challenge: Type.String(),
          code,
          trust: Type.Optional(
            Type.Boolean({
              description:
                'Whether to set the cookie `trusted_browser`: for 30 days, the password is enough in this browser.',
            }),
          ),
        }),
        { example: { challenge: 'n6V0m1S0oYb2Qz4t8RkXcJ5w9LfDh3Ga', code: '123456', trust: true } },
      ),
    ),
    success: {
      kind: 'json',
      status: 200,
      schema: sessionResponse,
      headers: Type.Object(cookieHeader),
    },
    errors: ['invalid_code', 'rate_limited'],
  },

  showCode: {
    method: 'get',
    path: '/auth/code',
    tag: 'Accounts',
    summary: 'Show the page that asks for a code',
    description: 'For browsers, after the login page.',
    auth: 'none',
    query: Type.Object({
      error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
      next: Type.Optional(Type.String({ description: 'The path to open after signing in.' })),
    }),
    success: { kind: 'html', status: 200 },
  },

  logInWithCodeByForm: {
    method: 'post',
    path: '/auth/login/code/form',
    tag: 'Accounts',
    summary: 'Sign in with a code from its page',
    description:
      'Redirects to `next` if it is a path of this site, otherwise to `/admin`; after a wrong code to `/auth/code`, and after the end of the sign-in to `/auth/login`. Counted together with `POST /auth/login/code`. Rejected if it comes from another site.',
    auth: 'none',
    body: deferred({
      kind: 'form',
      schema: Type.Object({
        code,
        trust: Type.Optional(Type.String({ description: 'Any text: yes.' })),
        next: Type.Optional(Type.String()),
      }),
      limit: defaultBodyLimit,
      required: true,
    }),
    success: { kind: 'redirect', status: 303, headers: redirectHeaders },
    errors: ['csrf_failed', 'rate_limited'],
  },

  listTrustedBrowsers: {
    method: 'get',
    path: '/auth/trusted-browsers',
    tag: 'Accounts',
    summary: 'List your trusted browsers',
    description: 'Those in which the password is enough, newest first.',
    auth: 'user',
    success: { kind: 'json', status: 200, schema: listOf(trustedBrowserSchema) },
  },

  endTrustedBrowser: {
    method: 'delete',
    path: '/auth/trusted-browsers/{id}',
    tag: 'Accounts',
    summary: 'End the trust in a browser',
    description: 'The next sign-in there needs a code. Sessions stay.',
    auth: 'user',
    params: Type.Object({ id: idSchema }),
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
