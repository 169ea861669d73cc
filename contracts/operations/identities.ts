import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { alwaysTrue, dataOf } from '../schemas/envelope.ts';
import { cookieHeader, redirectHeaders } from '../schemas/response-headers.ts';
import { idSchema } from '../schemas/schema.ts';

const next = {
  next: Type.Optional(
    Type.String({ description: 'The path to open afterwards; `/admin` by default.' }),
  ),
};

const unlinked = dataOf(Type.Object({ unlinked: alwaysTrue }));

/** Without an identity provider, none of these paths exists. */
export const identityOperations = defineOperations({
  signInByProvider: {
    method: 'get',
    path: '/auth/oidc',
    tag: 'Accounts',
    summary: 'Sign in by the identity provider',
    description:
      'For browsers. Redirects to the provider, which sends the browser back to `/auth/oidc/callback` within ten minutes. Without an identity provider: 404. If the provider cannot be reached, redirects to `/auth/login?error=oidc_failed` with 303.',
    auth: 'none',
    needs: 'identity provider',
    query: Type.Object(next),
    success: {
      kind: 'redirect',
      status: 302,
      headers: redirectHeaders,
      alternatives: { 303: 'The provider cannot be reached; the login page explains it.' },
    },
    errors: ['not_found'],
  },

  finishSignIn: {
    method: 'get',
    path: '/auth/oidc/callback',
    tag: 'Accounts',
    summary: 'End a sign-in by the identity provider',
    description:
      'The provider sends the browser here. Begins a session, or links the identity to the account that has begun it. Redirects to `next`; after a failure to `/auth/login?error=…`: `oidc_denied`, `oidc_failed`, `oidc_unknown_account`, `oidc_email_unverified`, `oidc_inactive`.',
    auth: 'lenient',
    needs: 'identity provider',
    changes: true,
    query: Type.Object({
      code: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      iss: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      error_description: Type.Optional(Type.String()),
    }),
    success: { kind: 'redirect', status: 303, headers: redirectHeaders },
    errors: ['not_found'],
  },

  linkIdentity: {
    method: 'post',
    path: '/auth/oidc/link',
    tag: 'Accounts',
    summary: 'Link your account to the identity provider',
    description:
      'Returns the URL to open in this browser within ten minutes. The session must not have ended when the provider sends the browser back. An account has one link. Without an identity provider: 404.',
    auth: 'user',
    needs: 'identity provider',
    query: Type.Object(next),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(Type.Object({ url: Type.String({ format: 'uri' }) })),
      headers: Type.Object(cookieHeader),
    },
    errors: ['not_found'],
  },

  unlinkIdentity: {
    method: 'delete',
    path: '/auth/oidc/link',
    tag: 'Accounts',
    summary: 'Unlink your account from the identity provider',
    description:
      'Returns 409 if you could not sign in any more, and 404 if your account is not linked. Your sessions stay valid.',
    auth: 'user',
    needs: 'identity provider',
    success: { kind: 'json', status: 200, schema: unlinked },
    errors: ['not_found', 'last_sign_in'],
  },

  unlinkUserIdentity: {
    method: 'delete',
    path: '/api/users/{id}/oidc-link',
    tag: 'Users',
    summary: 'Unlink an account from the identity provider',
    description:
      'Returns 404 if the account is not linked, and 409 for your own if you could not sign in any more. The sessions of the user stay valid.',
    auth: 'admin',
    needs: 'identity provider',
    params: Type.Object({ id: idSchema }),
    success: { kind: 'json', status: 200, schema: unlinked },
    errors: ['last_sign_in'],
  },
});
