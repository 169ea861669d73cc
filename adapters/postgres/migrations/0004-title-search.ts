import { noId, titleKey } from '../../../core/index.ts';
import type { SchemaMigration } from '../migrations.ts';
import { execute, query, type Statement } from '../statement.ts';

/**
 * An index of the words in titles: for each item, its folded title and each later word of it, cut to 100
 * characters. An index on an array of words would be smaller, but has no order: a search for a word that
 * all titles contain would read all of them.
 *
 * Triggers update the index, also for instances of the version before. These do not set `title_key`, so
 * an item that they create is found by its title only after the next change of the title.
 *
 * The core computes `title_key` of existing items. The keys are stored in a table first, and then the
 * table of content is rewritten once, which takes a fraction of the time of as many updates. Writes wait
 * for the whole migration, reads only for the second part.
 */
export const titleSearchMigration: SchemaMigration = {
  name: '0004-title-search',
  sql: `
lock table content in share row exclusive mode;

create unlogged table content_title_keys (
  id uuid constraint content_title_keys_pkey primary key,
  key text collate "C" not null
);
`,
  fill: async (transaction) => {
    for (let after = noId; ;) {
      const rows = await query<TitleRow>(transaction, titlesAfter, [after]);
      const last = rows.at(-1);
      if (last === undefined) return;
      const keys = rows.map(({ title }) => titleKey(title));
      await execute(transaction, storeKeys, [rows.map(({ id }) => id), keys]);
      after = last.id;
    }
  },
  sqlAfter: `
create function content_title_key(item uuid) returns text language sql stable as
  'select key from content_title_keys where id = item';

alter table content add column title_key text collate "C" not null default '';
alter table content alter column title_key type text collate "C" using content_title_key(id);

drop function content_title_key;
drop table content_title_keys;

create table content_title_words (
  collection_id uuid not null,
  entry text collate "C" not null,
  content_id uuid not null
);

-- In PL/pgSQL, because a function in SQL would be planned again at each call.
create function content_title_entries(key text) returns text[] language plpgsql immutable as $$
begin
  return array(
    select left(entry, 100)
    from (select key union select unnest((string_to_array(key, ' '))[2:])) entries (entry)
    where entry <> '');
end $$;

insert into content_title_words
select collection_id, unnest(content_title_entries(title_key)), id from content;

create unique index content_title_words_idx
  on content_title_words (collection_id, entry, content_id desc);

alter table content_title_words set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

create function index_content_title() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from content_title_words
    where collection_id = old.collection_id
      and entry = any (content_title_entries(old.title_key))
      and content_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into content_title_words
    select new.collection_id, entry, new.id
    from unnest(content_title_entries(new.title_key)) entries (entry);
  end if;
  return null;
end $$;

create trigger content_title_added after insert or delete on content
  for each row execute function index_content_title();
create trigger content_title_changed after update on content for each row
  when (old.title_key <> new.title_key or old.collection_id <> new.collection_id)
  execute function index_content_title();
`,
};

interface TitleRow {
  readonly id: string;
  readonly title: string;
}

const titlesAfter: Statement = {
  name: 'title_search_titles',
  text: 'select id, title from content where id > $1 order by id limit 1000',
};

const storeKeys: Statement = {
  name: 'title_search_keys',
  text: 'insert into content_title_keys select * from unnest($1::uuid[], $2::text[])',
};
