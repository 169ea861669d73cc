import { Type } from 'typebox';
import {
  accountFields,
  activeSessionSchema,
  nameFields,
  ownAccountResponse,
  ownAccountSchema,
  sessionResponse,
} from '../schemas/account-schemas.ts';
import { alwaysTrue, dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { csrfField, defaultBodyLimit, deferred, jsonBody } from '../schemas/request-body.ts';
import { cookieHeader, createdAnswer, redirectHeaders } from '../schemas/response-headers.ts';
import { idSchema, titled } from '../schemas/schema.ts';

const accountResponse = titled('AccountResponse', { user: ownAccountSchema });

const factorCode = Type.String({
  description: 'For an account with a second factor: six digits of the app, or a recovery code.',
});

const credentials = { email: Type.String(), password: Type.String() };

export const accountOperations = defineOperations({
  logIn: {
    method: 'post',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Sign in',
    description:
      'Allows five attempts a minute per client address, counted together with those of the login page. Returns the session as a token and sets it as the cookie `auth_token`. An account with a second factor also needs a `code` or, in a browser, the cookie `trusted_browser`; without both, it returns 401 `second_factor_required` with a `challenge` for `POST /auth/login/code`, and starts no session.',
    auth: 'none',
    body: deferred(
      jsonBody(Type.Object({ ...credentials, code: Type.Optional(factorCode) }), {
        example: { email: 'ada@example.com', password: 'correct horse battery' },
      }),
    ),
    success: {
      kind: 'json',
      status: 200,
      schema: sessionResponse,
      headers: Type.Object(cookieHeader),
    },
    errors: [
      'invalid_credentials',
      'password_login_disabled',
      'second_factor_required',
      'invalid_code',
      'rate_limited',
    ],
  },

  showLogin: {
    method: 'get',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Show the login page',
    description: 'For browsers. On a service without accounts, the page creates the first one.',
    auth: 'lenient',
    query: Type.Object({
      error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
      next: Type.Optional(Type.String({ description: 'The path to open after signing in.' })),
    }),
    success: { kind: 'html', status: 200, headers: Type.Object(cookieHeader) },
  },

  logInByForm: {
    method: 'post',
    path: '/auth/login/form',
    tag: 'Accounts',
    summary: 'Sign in from the login page',
    description:
      'Redirects to `next` if it is a path of this site, otherwise to `/admin`; after a failure to `/auth/login?error=invalid_credentials`, or `password_login_disabled`; and for a code to `/auth/code`. Rejected if it comes from another site.',
    auth: 'none',
    body: deferred({
      kind: 'form',
      schema: Type.Object({ ...credentials, next: Type.Optional(Type.String()) }),
      limit: defaultBodyLimit,
      required: true,
    }),
    success: {
      kind: 'redirect',
      status: 303,
      headers: redirectHeaders,
    },
    errors: ['csrf_failed', 'rate_limited'],
  },

  register: {
    method: 'post',
    path: '/auth/register',
    tag: 'Accounts',
    summary: 'Register',
    description:
      'The first account becomes admin. Later accounts become viewers, and only while registration is on in the settings. Allows three attempts a minute per client address.',
    auth: 'none',
    body: deferred(
      jsonBody(
        Type.Object({
          email: accountFields.email,
          password: accountFields.password,
          ...nameFields,
        }),
        {
          example: {
            email: 'ada@example.com',
            password: 'correct horse battery',
            username: 'ada',
            firstName: 'Ada',
            lastName: 'Byron',
          },
        },
      ),
    ),
    success: createdAnswer(sessionResponse),
    errors: [
      'invalid_email',
      'invalid_password',
      'registration_disabled',
      'email_taken',
      'username_taken',
      'rate_limited',
    ],
  },

  logOut: {
    method: 'post',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'Sign out',
    description:
      'Ends the session and clears the cookies. Without a session, only clears the cookies.',
    auth: 'lenient',
    body: {
      kind: 'form',
      schema: Type.Object(csrfField),
      limit: defaultBodyLimit,
      required: false,
    },
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(Type.Object({ loggedOut: alwaysTrue })),
      headers: Type.Object(cookieHeader),
    },
  },

  logOutByLink: {
    method: 'get',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'Sign out and go to the login page',
    description:
      'For links. Like `POST /auth/logout`, ends the session and clears the cookies, but only if the user opens the link on this site. Requests of other sites, and for images, frames or scripts, change nothing.',
    auth: 'lenient',
    changes: true,
    success: {
      kind: 'redirect',
      status: 302,
      headers: redirectHeaders,
    },
  },

  endOtherSessions: {
    method: 'post',
    path: '/auth/logout/others',
    tag: 'Accounts',
    summary: 'Sign out everywhere else',
    description:
      'Ends all other sessions of your account. The session of this request stays valid.',
    auth: 'user',
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ ended: alwaysTrue })) },
  },

  listSessions: {
    method: 'get',
    path: '/auth/sessions',
    tag: 'Accounts',
    summary: 'List your sessions',
    description: 'Those that have not ended, newest first.',
    auth: 'user',
    success: { kind: 'json', status: 200, schema: listOf(activeSessionSchema) },
  },

  endSession: {
    method: 'delete',
    path: '/auth/sessions/{id}',
    tag: 'Accounts',
    summary: 'End one of your sessions',
    description:
      'Also that of this request. The next request with it returns 401, on every instance.',
    auth: 'user',
    params: Type.Object({ id: idSchema }),
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  getAccount: {
    method: 'get',
    path: '/auth/me',
    tag: 'Accounts',
    summary: 'Get your own account',
    description:
      'With the current role, which may differ from the role in the token, and the roles in single collections.',
    auth: 'user',
    success: { kind: 'json', status: 200, schema: ownAccountResponse },
  },

  updateAccount: {
    method: 'put',
    path: '/auth/me',
    tag: 'Accounts',
    summary: 'Update your own names',
    description: 'Omitted members keep their value. A username that is taken returns 409.',
    auth: 'user',
    body: jsonBody(Type.Object(nameFields)),
    success: { kind: 'json', status: 200, schema: accountResponse },
    errors: ['username_taken'],
  },

  changePassword: {
    method: 'put',
    path: '/auth/password',
    tag: 'Accounts',
    summary: 'Change your own password',
    description: 'Ends all other sessions of the account. A wrong current password returns 403.',
    auth: 'user',
    body: jsonBody(
      Type.Object({ currentPassword: Type.String(), newPassword: accountFields.password }),
    ),
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ changed: alwaysTrue })) },
    errors: ['invalid_password', 'wrong_password', 'rate_limited'],
  },
});
