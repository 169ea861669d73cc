import type { SchemaMigration } from '../migrations.ts';

/**
 * The generation of the content: a name that differs after every statement that changes items, also after
 * one that an operator runs. Sequences ignore transactions, so a statement whose snapshot contains a change
 * sees the name that the change gave: it was given before the commit.
 *
 * The first value that a sequence gives is the one that it has before: `is_called` tells them apart.
 *
 * The function runs as its owner: roles that write rows have no rights to the sequence.
 *
 * The name contains the start of the server and, after a recovery, where that ended, because a server that
 * recovered without the latest changes gives their numbers again.
 *
 * `content_generation_seen` returns the generation whose changes the snapshot of the statement contains, all
 * of them and no others; null if a transaction was writing when the snapshot was taken, because it may have
 * given the name already. The name is read first: a transaction that begins later is then noticed, because
 * its number is not in the snapshot. Null on a standby too, which receives the values of a sequence in steps.
 *
 * A later migration that rewrites items without a statement that fires triggers must take a value itself.
 */
export const contentGenerationsMigration: SchemaMigration = {
  name: '0007-content-generations',
  sql: `
create sequence content_generations;

create function content_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform nextval(format('%I.content_generations', tg_table_schema));
  return null;
end $$;

create trigger content_changed after insert or update or delete or truncate on content
  for each statement execute function content_change();
alter table content enable always trigger content_changed;

create view content_generation as
  select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_last_wal_replay_lsn(),
    last_value, is_called) as name
  from content_generations;

create function content_generation_seen() returns text stable language plpgsql as $$
declare generation text := (select name from content_generation);
begin
  if not pg_is_in_recovery() and age(pg_snapshot_xmin(pg_current_snapshot())::xid) = 0 then
    return generation;
  end if;
  return null;
end $$;
`,
};
