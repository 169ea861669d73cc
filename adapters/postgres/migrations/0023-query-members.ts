/**
 * What bounds the work of queries that follow no index: the sizes of working copies, and a function that parses the data of an
 * item once, for all fields that a query is about.
 */
export const queryMembersMigration = {
  name: '0023-query-members',
  sql: `
alter table content_copies
  add column data_bytes integer not null generated always as (octet_length(data::text)) stored;

-- The members of an object with these names, in the order of the names; null for a missing one. Of members with the same
-- name, the last one counts, as for the functions of single values. Like them, it never fails and needs no search path.
create function content_members(data json, names text[]) returns json[]
language plpgsql immutable strict as $$
declare
  members json[] := array_fill(null::json, array[cardinality(names)]);
  name text;
  value json;
begin
  for name, value in select * from json_each(data) member (name, value) where member.name = any (names) loop
    members[array_position(names, name)] := value;
  end loop;
  return members;
exception when others then return members;
end $$;
`,
};
