import { usernameKey, type User } from '../../../core/store.ts';
import type { Grant } from '../../../core/vocabulary.ts';
import { orNull, plain, time, withKey } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

/** Accounts without their grants, which have a table of their own. */
export const accounts = table<Omit<User, 'grants'>>('users', {
  id: plain('id', 'uuid'),
  email: plain('email', 'text'),
  username: withKey(plain('username', 'text'), 'username_key', usernameKey),
  firstName: plain('first_name', 'text'),
  lastName: plain('last_name', 'text'),
  role: plain('role', 'text'),
  isActive: plain('is_active', 'boolean'),
  passwordHash: orNull(plain('password_hash', 'text')),
  hasSecondFactor: plain('has_second_factor', 'boolean'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
});

/** A row of `users` with its grants, as {@link userColumns} selects it. */
export interface UserRow {
  readonly grants: readonly Grant[] | null;
}

const joined = accounts.joined();

/** Selects an account and its grants in one statement, so that both are of one moment. */
export const userColumns =
  `${joined.selection}, ` +
  '(select json_agg(json_strip_nulls(json_build_object(' +
  "'collectionId', collection_id, 'role', user_grants.role, 'locales', locales)) " +
  'order by collection_id) from user_grants where user_id = users.id) as grants';

export const userOf = (row: UserRow): User => ({
  ...joined.record(row),
  grants: row.grants ?? [],
});
