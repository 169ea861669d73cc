import { Type } from 'typebox';
import {
  accountFields,
  activeSessionSchema,
  nameFields,
  permissionSchema,
  roleSchema,
  userSchema,
} from '../schemas/account-schemas.ts';
import { alwaysTrue, dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { idSchema, list, pageParameters, timeSchema, titled } from '../schemas/schema.ts';

const userResponse = dataOf(userSchema);

const resetLinkSchema = titled('ResetLink', {
  url: Type.String({ description: 'The complete link. Only this response contains it.' }),
  expiresAt: timeSchema,
});

const idParams = Type.Object({ id: idSchema });

export const userOperations = defineOperations({
  listUsers: {
    method: 'get',
    path: '/api/users',
    tag: 'Users',
    summary: 'List users',
    description: 'Oldest first.',
    auth: 'admin',
    query: Type.Object(pageParameters),
    success: { kind: 'json', status: 200, schema: listOf(userSchema) },
  },

  createUser: {
    method: 'post',
    path: '/api/users',
    tag: 'Users',
    summary: 'Create a user',
    description: 'Defaults: an active viewer with a username generated from the e-mail address.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        email: accountFields.email,
        password: accountFields.password,
        ...nameFields,
        role: Type.Optional(roleSchema),
        isActive: Type.Optional(Type.Boolean()),
      }),
      {
        example: { email: 'grace@example.com', password: 'correct horse battery', role: 'editor' },
      },
    ),
    success: createdAnswer(userResponse),
    errors: ['invalid_email', 'invalid_password', 'email_taken', 'username_taken'],
  },

  getUser: {
    method: 'get',
    path: '/api/users/{id}',
    tag: 'Users',
    summary: 'Get a user',
    description: 'With the roles in single collections.',
    auth: 'admin',
    params: idParams,
    success: { kind: 'json', status: 200, schema: userResponse },
  },

  updateUser: {
    method: 'put',
    path: '/api/users/{id}',
    tag: 'Users',
    summary: 'Update a user',
    description:
      'Omitted members keep their value. Setting a new password or deactivating the account ends its sessions. The last active admin cannot be demoted or deactivated.',
    auth: 'admin',
    params: idParams,
    body: jsonBody(
      Type.Object({
        ...nameFields,
        role: Type.Optional(roleSchema),
        isActive: Type.Optional(Type.Boolean()),
        password: Type.Optional(accountFields.password),
      }),
    ),
    success: { kind: 'json', status: 200, schema: userResponse },
    errors: ['invalid_password', 'username_taken', 'last_admin', 'role_managed'],
  },

  deleteUser: {
    method: 'delete',
    path: '/api/users/{id}',
    tag: 'Users',
    summary: 'Delete a user',
    description: "The user's items and files stay. The last active admin cannot be deleted.",
    auth: 'admin',
    params: idParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: ['last_admin'],
  },

  listUserSessions: {
    method: 'get',
    path: '/api/users/{id}/sessions',
    tag: 'Users',
    summary: "List a user's sessions",
    description: 'Those that have not ended, newest first.',
    auth: 'admin',
    params: idParams,
    success: { kind: 'json', status: 200, schema: listOf(activeSessionSchema) },
  },

  endUserSessions: {
    method: 'delete',
    path: '/api/users/{id}/sessions',
    tag: 'Users',
    summary: "End all of a user's sessions",
    description:
      'The next request with one of them returns 401, on every instance. The user can sign in again.',
    auth: 'admin',
    params: idParams,
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ ended: alwaysTrue })) },
  },

  createResetLink: {
    method: 'post',
    path: '/api/users/{id}/reset-link',
    tag: 'Users',
    summary: 'Make a link that sets a new password',
    description:
      'For services without mail: pass the link on to the user. It works once, for 24 hours, and ends earlier ones, also those sent by mail. The password does not change before.',
    auth: 'admin',
    params: idParams,
    success: createdAnswer(dataOf(resetLinkSchema)),
  },

  removeUserSecondFactor: {
    method: 'delete',
    path: '/api/users/{id}/second-factor',
    tag: 'Users',
    summary: "Remove a user's second factor",
    description:
      'Of another account than your own, for a user who has neither the app nor a recovery code any more. Also removes what has stopped its codes, and ends its sessions, its trusted browsers, and sign-ins that wait for a code.',
    auth: 'admin',
    params: idParams,
    success: { kind: 'json', status: 200, schema: dataOf(Type.Object({ removed: alwaysTrue })) },
  },

  setPermissions: {
    method: 'put',
    path: '/api/users/{id}/permissions',
    tag: 'Users',
    summary: "Set a user's roles in single collections",
    description:
      'Replaces the whole list. Each entry replaces the role in its collection, in a localised one perhaps only for items in some `locales`.',
    auth: 'admin',
    params: idParams,
    body: jsonBody(Type.Object({ permissions: list(permissionSchema) }), {
      example: { permissions: [{ collection: 'blog-posts', role: 'editor' }] },
    }),
    success: { kind: 'json', status: 200, schema: userResponse },
    errors: ['collection_not_found'],
  },
});
