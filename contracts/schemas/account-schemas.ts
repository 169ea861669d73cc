import { Type, type Static } from 'typebox';
import {
  clientMaxLength,
  emailMaxBytes,
  passwordMaxBytes,
  passwordMinLength,
  personNameMaxLength,
  roles,
  seenAccuracyMs,
  signInMethods,
  usernameMaxLength,
  minute,
  usernameMinLength,
} from '../../core/vocabulary.ts';
import { choice, idSchema, list, nullable, timeSchema, titled } from './schema.ts';

export const roleSchema = choice(roles, { title: 'Role' });

const accountProperties = {
  id: idSchema,
  email: Type.String({ format: 'email', description: 'In lower case.' }),
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: roleSchema,
};

/** An account in the response to signing in or registering. */
export const accountSchema = titled('Account', accountProperties);

/** A role for one collection. */
export const permissionSchema = titled('Permission', {
  collection: Type.String({ description: 'The name of the collection.' }),
  role: roleSchema,
  locales: Type.Optional(
    list(Type.String(), {
      description:
        'The codes of the locales of the items for which it holds: in the others of the collection, the user is viewer. Absent for all. Only in a localised collection.',
    }),
  ),
});
export type PermissionDto = Static<typeof permissionSchema>;

const permissions = list(permissionSchema, {
  description: 'Each replaces the role in one collection. Admins are admins in every collection.',
});

const lastSignInAt = nullable(timeSchema, {
  description: 'When the user last signed in, in epoch milliseconds; null if that is not known.',
});

const hasSecondFactor = Type.Boolean({ description: 'Whether signing in needs a second factor.' });
const signInMethodList = list(choice(signInMethods), {
  description:
    'How the account can sign in: `password` if it has one, `oidc` if it is linked to the identity provider.',
});

/** The caller's own account. */
export const ownAccountSchema = titled('OwnAccount', {
  ...accountProperties,
  permissions,
  lastSignInAt,
  hasSecondFactor,
  signInMethods: signInMethodList,
});
export type OwnAccountDto = Static<typeof ownAccountSchema>;

/** An account as administrators see it. */
export const userSchema = titled('User', {
  ...accountProperties,
  isActive: Type.Boolean({ description: 'Whether the account can sign in.' }),
  permissions,
  lastSignInAt,
  hasSecondFactor,
  signInMethods: signInMethodList,
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type UserDto = Static<typeof userSchema>;

/** A session in a list. */
export const activeSessionSchema = titled('ActiveSession', {
  id: { ...idSchema, description: 'For `DELETE /auth/sessions/{id}`. It is not in the token.' },
  created_at: timeSchema,
  lastSeenAt: {
    ...timeSchema,
    description: `The last request with it, in epoch milliseconds; accurate to ${seenAccuracyMs / minute} minutes.`,
  },
  address: nullable(Type.String(), {
    description: 'The address of the client that signed in; null if it is not known.',
  }),
  client: nullable(Type.String(), {
    description: `The \`User-Agent\` of the client that signed in, without control characters and cut after ${clientMaxLength} characters; null if it is not known.`,
  }),
  method: choice(signInMethods, { description: 'How the user signed in.' }),
  secondFactor: Type.Boolean({ description: 'Whether signing in needed a second factor.' }),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
});
export type ActiveSessionDto = Static<typeof activeSessionSchema>;

/** The answer to signing in or registering. */
export const sessionResponse = titled('Session', {
  user: accountSchema,
  token: Type.String({ description: 'A JWT for `Authorization: Bearer`, valid for 24 hours.' }),
});
export type SessionDto = Static<typeof sessionResponse>;

/** What an app needs to make codes. */
export const pendingFactorSchema = titled('PendingSecondFactor', {
  secret: Type.String({ description: 'The key in base32, for typing.' }),
  uri: Type.String({ description: 'The key as an `otpauth:` URI, for a QR code.' }),
});

export const recoveryCodesSchema = titled('RecoveryCodes', {
  recoveryCodes: list(Type.String(), {
    description: 'Each takes the place of one code of the app. They are not shown again.',
  }),
});

/** A browser in which the password is enough. */
export const trustedBrowserSchema = titled('TrustedBrowser', {
  id: { ...idSchema, description: 'For `DELETE /auth/trusted-browsers/{id}`.' },
  created_at: timeSchema,
  expiresAt: { ...timeSchema, description: 'When the trust ends, in epoch milliseconds.' },
  address: nullable(Type.String(), {
    description: 'The address of the client that signed in; null if it is not known.',
  }),
  client: nullable(Type.String(), {
    description: 'The `User-Agent` of the client that signed in; null if it is not known.',
  }),
});
export type TrustedBrowserDto = Static<typeof trustedBrowserSchema>;

/** The members of an account in requests. The core validates them. */
export const accountFields = {
  email: Type.String({
    description: `At most ${emailMaxBytes} bytes; stored in lower case, with the domain in its ASCII form.`,
  }),
  username: Type.String({
    description: `${usernameMinLength} to ${usernameMaxLength} characters, unique regardless of case.`,
  }),
  firstName: Type.String({ description: `Up to ${personNameMaxLength} characters.` }),
  lastName: Type.String({ description: `Up to ${personNameMaxLength} characters.` }),
  password: Type.String({
    description: `At least ${passwordMinLength} characters and at most ${passwordMaxBytes} bytes.`,
  }),
};

/** The members that users may change in their own account, and administrators in any account. */
export const nameFields = {
  username: Type.Optional(accountFields.username),
  firstName: Type.Optional(accountFields.firstName),
  lastName: Type.Optional(accountFields.lastName),
};

/** The response about the own account. */
export const ownAccountResponse = titled('OwnAccountResponse', {
  user: ownAccountSchema,
  draftsArePublic: Type.Boolean({
    description: 'Whether anyone can read unpublished content: the setting `publicContent`.',
  }),
  identityProvider: Type.Optional(
    Type.String({
      description: 'What people call the identity provider. Absent if none is configured.',
    }),
  ),
  managesRoles: Type.Optional(
    Type.Boolean({
      description:
        'Whether the identity provider sets the roles of linked accounts: then they cannot be changed here. Absent if it does not.',
    }),
  ),
  secondFactorDueAt: Type.Optional({
    ...timeSchema,
    description:
      'From when on all paths under `/api` reject this session, in epoch milliseconds: the account must set up a second factor before. Absent if it need not.',
  }),
});
