import type { SchemaMigration } from '../migrations.ts';
import { fenced } from './0006-confirmed-blocks.ts';

/**
 * A write by a session that is not an instance of the service, such as psql, now leaves a row in
 * `lease_outside_writes`. Until an instance registers, which removes the row and all other registrations, none
 * may serve from memory. The row is visible exactly when the write is, whichever snapshot the transaction has
 * and however long it runs: deleting the registrations missed those that were added meanwhile, and held up
 * their renewals.
 *
 * The function that leaves the row runs as its owner: roles that write content have no rights to the registry.
 * Savepoints that are rolled back take the setting back too, together with the row.
 *
 * The fence also applies to changes by replication now. So nothing else has to notice changes of content: the
 * generations of migration 0007 go.
 */
export const outsideWritesMigration: SchemaMigration = {
  name: '0009-outside-writes',
  sql: `
create table lease_outside_writes (
  id bigint generated always as identity constraint lease_outside_writes_pkey primary key
);

create function lease_note_outside_write(schema name) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format('insert into %I.lease_outside_writes default values', schema);
end $$;

create or replace function lease_fence() returns trigger language plpgsql as $$
declare instance text := current_setting('quoin.instance', true);
begin
  if instance = 'embedded' or current_setting('quoin.is_permitted', true) = 'true' then
    return null;
  end if;
  if coalesce(instance, '') <> '' then
    perform lease_permit(instance::bigint, null);
  elsif coalesce(current_setting('quoin.is_noted', true), '') <> 'true' then
    perform lease_note_outside_write(tg_table_schema);
    perform set_config('quoin.is_noted', 'true', true);
  end if;
  return null;
end $$;

create or replace function lease_register(previous bigint) returns bigint language plpgsql as $$
declare registered bigint;
begin
  perform pg_advisory_xact_lock(1903521641, 3);
  delete from lease_outside_writes;
  if found then
    delete from lease_instances;
  else
    delete from lease_instances where id = previous;
  end if;
  insert into lease_instances (stamp) values ('') returning id into registered;
  return registered;
end $$;

${Object.keys(fenced)
  .map((table) => `alter table ${table} enable always trigger lease_fence;`)
  .join('\n')}

drop trigger content_changed on content;
drop function content_change();
drop function content_generation_seen();
drop view content_generation;
drop sequence content_generations;
`,
};
