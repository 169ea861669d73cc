import { Type, type Static } from 'typebox';
import {
  emailMaxBytes,
  passwordMaxBytes,
  passwordMinLength,
  personNameMaxLength,
  roles,
  usernameMaxLength,
  usernameMinLength,
} from '../core/index.ts';
import { choice, idSchema, list, timeSchema } from './schema.ts';

export const roleSchema = choice(roles, { title: 'Role' });

const accountProperties = {
  id: idSchema,
  email: Type.String({ format: 'email', description: 'In lower case.' }),
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: roleSchema,
};

/** What an account is told of itself. */
export const accountSchema = Type.Object(accountProperties, { title: 'Account' });
export type AccountDto = Static<typeof accountSchema>;

/** A role for one collection. */
export const permissionSchema = Type.Object(
  {
    collection: Type.String({ description: 'The name of the collection.' }),
    role: roleSchema,
  },
  { title: 'Permission' },
);
export type PermissionDto = Static<typeof permissionSchema>;

/** What administrators see of an account. */
export const userSchema = Type.Object(
  {
    ...accountProperties,
    isActive: Type.Boolean({ description: 'One that is not can no longer sign in.' }),
    permissions: list(permissionSchema, {
      description: 'Each replaces the role for one collection. Admins are admins everywhere.',
    }),
    created_at: timeSchema,
    updated_at: timeSchema,
  },
  { title: 'User' },
);
export type UserDto = Static<typeof userSchema>;

/** How the members of an account are described where they come in; the core checks them. */
export const accountFields = {
  email: Type.String({ description: `At most ${emailMaxBytes} bytes; stored in lower case.` }),
  username: Type.String({
    description: `${usernameMinLength} to ${usernameMaxLength} characters, unique without regard to case.`,
  }),
  firstName: Type.String({ description: `Up to ${personNameMaxLength} characters.` }),
  lastName: Type.String({ description: `Up to ${personNameMaxLength} characters.` }),
  password: Type.String({
    description: `At least ${passwordMinLength} characters and at most ${passwordMaxBytes} bytes.`,
  }),
};

/** What people may change of their own account, and administrators of any. */
export const nameFields = {
  username: Type.Optional(accountFields.username),
  firstName: Type.Optional(accountFields.firstName),
  lastName: Type.Optional(accountFields.lastName),
};
