import type { SchemaMigration } from '../migrations.ts';

/**
 * The registry of instances that serve from memory, and the fence that no write of what they keep can
 * avoid: a trigger for each statement that changes such a table. See `leases/lease-coordinator.ts`.
 *
 * The fence takes an advisory lock, shared, for the rest of the transaction, and then looks at the
 * registry. Each statement of a volatile function sees what was committed before it began, so the fence
 * sees every instance that registered before: registering takes the same lock exclusively.
 *
 * A session that is not an instance of the service, such as psql or a version without leases, can write
 * as well. It ends all registrations, so that every instance drops its memory within a second.
 */
export const leasesMigration: SchemaMigration = {
  name: '0005-leases',
  sql: `
create table lease_registry (
  id boolean constraint lease_registry_pkey primary key default true
    constraint lease_registry_single_check check (id),
  settled_server text not null
);
insert into lease_registry (settled_server)
  values (extract(epoch from pg_postmaster_start_time())::text);

create table lease_instances (
  id bigint generated always as identity constraint lease_instances_pkey primary key,
  stamp text not null,
  held bigint[] not null default '{}'
);

create table lease_blocks (
  id bigint generated always as identity constraint lease_blocks_pkey primary key,
  writer bigint not null
    constraint lease_blocks_writer_fkey references lease_instances on delete cascade,
  subjects text[] not null
);
create index lease_blocks_writer_idx on lease_blocks (writer);

create function lease_register(previous bigint) returns bigint language plpgsql as $$
declare registered bigint;
begin
  perform pg_advisory_xact_lock(1903521641, 3);
  delete from lease_instances where id = previous;
  insert into lease_instances (stamp) values ('') returning id into registered;
  return registered;
end $$;

create function lease_permit(instance bigint, block bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(1903521641, 3);
  perform from lease_instances where id = instance;
  if not found then
    raise exception 'This instance is no longer registered' using errcode = 'QN002';
  end if;
  perform from lease_registry
    where settled_server = extract(epoch from pg_postmaster_start_time())::text;
  if not found then
    raise exception 'Leases from before a restart may be left' using errcode = 'QN004';
  end if;
  if block is null then
    perform from lease_instances where id <> instance;
    if found then
      raise exception 'Another instance is registered' using errcode = 'QN001';
    end if;
  else
    delete from lease_blocks where id = block;
    if not found then
      raise exception 'The block has ended' using errcode = 'QN003';
    end if;
  end if;
  perform set_config('quoin.is_permitted', 'true', true);
  perform set_config('idle_in_transaction_session_timeout', '2s', true);
end $$;

create function lease_fence() returns trigger language plpgsql as $$
declare instance text := current_setting('quoin.instance', true);
begin
  if instance = 'embedded' or current_setting('quoin.is_permitted', true) = 'true' then
    return null;
  end if;
  if coalesce(instance, '') = '' then
    delete from lease_instances;
  else
    perform lease_permit(instance::bigint, null);
  end if;
  return null;
end $$;

create trigger lease_fence before insert or update or delete or truncate on settings
  for each statement execute function lease_fence();
create trigger lease_fence before insert or update or delete or truncate on collections
  for each statement execute function lease_fence();
create trigger lease_fence before insert or update or delete or truncate on content
  for each statement execute function lease_fence();
create trigger lease_fence before insert or update or delete or truncate on user_grants
  for each statement execute function lease_fence();
create trigger lease_fence before update of role, is_active or delete or truncate on users
  for each statement execute function lease_fence();
create trigger lease_fence before update or delete or truncate on sessions
  for each statement execute function lease_fence();
create trigger lease_fence before update of digest, scope, expires_at or delete or truncate
  on api_tokens for each statement execute function lease_fence();
`,
};
