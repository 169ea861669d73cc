import { Type } from 'typebox';
import { linkSecretMaxLength } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { accountFields, nameFields, sessionResponse } from '../schemas/account-schemas.ts';
import { alwaysTrue, dataOf } from '../schemas/envelope.ts';
import { deferred, jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';

const token = Type.String({
  maxLength: linkSecretMaxLength,
  description: 'What follows `#` in the link.',
});

const page = { method: 'get', tag: 'Accounts', auth: 'none' } as const;

const pageAnswer = { kind: 'html', status: 200 } as const;

/** What people do with a link that they have got, and how they ask for one. */
export const accountLinkOperations = defineOperations({
  forgotPassword: {
    method: 'post',
    path: '/auth/password/forgot',
    tag: 'Accounts',
    summary: 'Ask for a mail with a link that sets a new password',
    description:
      'Always the same answer after the same time, whether there is an account with this address or not. The link works once, for 30 minutes, and ends earlier ones. Allows five requests a minute per client address; an account gets at most three such mails an hour.',
    auth: 'none',
    body: deferred(
      jsonBody(Type.Object({ email: Type.String() }), { example: { email: 'ada@example.com' } }),
    ),
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ sent: alwaysTrue })) },
    errors: ['mail_not_configured', 'rate_limited'],
  },

  resetPassword: {
    method: 'post',
    path: '/auth/password/reset',
    tag: 'Accounts',
    summary: 'Set a new password with a link',
    description:
      'Uses the link up. Ends all sessions of the account, and signs nobody in. A link that is unknown, expired, used or replaced returns 401.',
    auth: 'none',
    body: jsonBody(Type.Object({ token, password: accountFields.password }), {
      example: { token: 'the-text-after-the-number-sign', password: 'correct horse battery' },
    }),
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ changed: alwaysTrue })) },
    errors: ['invalid_link', 'invalid_password'],
  },

  acceptInvitation: {
    method: 'post',
    path: '/auth/invitation/accept',
    tag: 'Accounts',
    summary: 'Make your account with an invitation',
    description:
      'Uses the link up. The account has the role and the permissions of the invitation, without those for collections that were deleted meanwhile. Works whether registration is on or off. Allows three attempts a minute per client address.',
    auth: 'none',
    body: deferred(
      jsonBody(Type.Object({ token, password: accountFields.password, ...nameFields }), {
        example: {
          token: 'the-text-after-the-number-sign',
          password: 'correct horse battery',
          username: 'ada',
          firstName: 'Ada',
          lastName: 'Byron',
        },
      }),
    ),
    success: createdAnswer(sessionResponse),
    errors: [
      'invalid_link',
      'invalid_password',
      'email_taken',
      'username_taken',
      'password_login_disabled',
      'rate_limited',
    ],
  },

  showForgotPassword: {
    ...page,
    path: '/auth/forgot',
    summary: 'Show the page that asks for a new password',
    description: 'For browsers. Without mail, it says that an administrator can make a link.',
    success: pageAnswer,
  },

  showResetPassword: {
    ...page,
    path: '/auth/reset',
    summary: 'Show the page of a link that sets a new password',
    description: 'For browsers. The secret of the link is in the fragment, which is not sent.',
    success: pageAnswer,
  },

  showInvitation: {
    ...page,
    path: '/auth/invitation',
    summary: 'Show the page of an invitation',
    description: 'For browsers. The secret of the link is in the fragment, which is not sent.',
    success: pageAnswer,
  },
});
