import type { Email, Grant, Role, User } from '../../../core/index.ts';

/** A row of `users` with its grants, as {@link userColumns} selects it. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: string;
  readonly is_active: boolean;
  readonly password_hash: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly grants: readonly Grant[] | null;
}

/** Selects an account and its grants in one statement, so that both are of one moment. */
export const userColumns =
  'users.id, email, username, first_name, last_name, users.role, is_active, password_hash, ' +
  'users.created_at, users.updated_at, ' +
  "(select json_agg(json_build_object('collectionId', collection_id, 'role', user_grants.role) " +
  'order by collection_id) from user_grants where user_id = users.id) as grants';

export const userOf = (row: UserRow): User => ({
  id: row.id,
  email: row.email as Email,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role as Role,
  isActive: row.is_active,
  passwordHash: row.password_hash,
  grants: row.grants ?? [],
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
