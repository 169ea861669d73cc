import type { SchemaMigration } from '../migrations.ts';

/** The tables with a trigger `lease_fence`, and the changes that it watches. */
export const fenced: Readonly<Record<string, string>> = {
  settings: 'insert or update or delete or truncate',
  collections: 'insert or update or delete or truncate',
  content: 'insert or update or delete or truncate',
  user_grants: 'insert or update or delete or truncate',
  users: 'update of role, is_active or delete or truncate',
  sessions: 'update or delete or truncate',
  api_tokens: 'update of digest, scope, expires_at or delete or truncate',
};

const moveFence = ([table, events]: readonly [string, string]): string => `
drop trigger lease_fence on ${table};
create trigger lease_fence after ${events} on ${table}
  for each statement execute function lease_fence();`;

/**
 * `lease_permit_held` also checks that every other instance holds the block, so the writer need not read
 * the registry. An instance without a stamp does not count: it has not renewed its registration yet, so it
 * does not serve, and reads the block when it does.
 *
 * The triggers of the fence now run after each statement, so that one statement can write and prove its
 * permit. PostgreSQL rolls back what they reject, as before.
 */
export const confirmedBlocksMigration: SchemaMigration = {
  name: '0006-confirmed-blocks',
  sql: `
create function lease_permit_held(instance bigint, block bigint) returns void language plpgsql as $$
begin
  perform lease_permit(instance, block);
  perform from lease_instances
    where id <> instance and stamp <> '' and not held @> array[block];
  if found then
    raise exception 'Another instance does not hold the block' using errcode = 'QN005';
  end if;
end $$;
${Object.entries(fenced).map(moveFence).join('')}
`,
};
