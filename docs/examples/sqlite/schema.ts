/**
 * The form of the database. Columns are what the store finds, orders and compares; `doc` is the rest of a record as JSON.
 * Texts compare by code point, and times are epoch milliseconds.
 */
export const schema = `
create table meta (
  id integer primary key check (id = 1),
  -- Another one in every store.
  epoch text not null,
  -- Counts the commits.
  revision integer not null,
  settings text,
  has_starter_collections integer not null default 0,
  -- The last position of an event that was removed.
  removed integer not null default 0,
  -- The last position of an event of which the audit has the note.
  audited integer not null default 0,
  search_index text
) strict;

create table audit (
  number integer primary key autoincrement, at integer not null, actor_id text, action text not null,
  resource text not null, resource_id text, doc text not null
) strict;
create index audit_by_time on audit (at, number);

create table collections (
  id text primary key, name text not null unique, version integer not null, is_active integer not null,
  is_singleton integer not null, doc text not null
) strict;

create table users (
  id text primary key, email text not null unique, username_key text not null unique, role text not null,
  is_active integer not null, created_at integer not null, doc text not null
) strict;
create table grants (
  user_id text not null references users on delete cascade,
  collection_id text not null references collections on delete cascade,
  role text not null, locales text,
  primary key (user_id, collection_id)
) strict;
create table sessions (
  id text primary key, public_id text not null, user_id text not null references users on delete cascade,
  created_at integer not null, expires_at integer not null, last_seen_at integer not null, doc text not null
) strict;
create index sessions_of_user on sessions (user_id);
create table sign_ins (
  user_id text primary key references users on delete cascade, signed_in_at integer not null
) strict;
create table second_factors (
  user_id text primary key references users on delete cascade, version text not null, pending_until integer,
  doc text not null
) strict;
create table challenges (
  digest text primary key, user_id text not null references users on delete cascade, expires_at integer not null,
  codes_left integer not null
) strict;
create index challenges_of_user on challenges (user_id);
create table trusted_browsers (
  id text primary key, user_id text not null references users on delete cascade, digest text not null unique,
  created_at integer not null, expires_at integer not null, doc text not null
) strict;
create index trusted_browsers_of_user on trusted_browsers (user_id);
create table identities (
  user_id text primary key references users on delete cascade, issuer text not null, subject text not null,
  created_at integer not null,
  unique (issuer, subject)
) strict;
create table api_tokens (
  id text primary key, digest text not null unique, created_at integer not null, last_used_at integer, doc text not null
) strict;
create table preview_tokens (
  id text primary key, digest text not null unique, user_id text not null references users on delete cascade,
  content_id text, expires_at integer not null, doc text not null
) strict;
create index previews_of_item on preview_tokens (content_id);
create index previews_of_user on preview_tokens (user_id);
create table account_links (
  user_id text primary key references users on delete cascade, digest text not null unique,
  expires_at integer not null, doc text not null
) strict;
create table invitations (
  id text primary key, email text not null unique, digest text not null unique,
  invited_by text not null references users on delete cascade, created_at integer not null,
  expires_at integer not null, mail_id text, is_sent integer not null, doc text not null
) strict;
create table saved_views (
  id text primary key, owner_id text references users on delete set null, is_shared integer not null,
  name text not null, doc text not null
) strict;
create index saved_views_of_owner on saved_views (owner_id);
create index shared_views on saved_views (name, id) where is_shared = 1;
create table receipts (
  user_id text not null, key text not null, id text not null, digest text not null, leased_until integer not null,
  stored_at integer not null, receipt text,
  primary key (user_id, key)
) strict;

create table media (
  id text primary key, key text not null unique, object_key text not null unique, state text not null, folder text not null,
  kind text not null, uploaded_by text, created_at integer not null, updated_at integer not null, doc text not null
) strict;
create index media_by_time on media (created_at, id) where state = 'ready';
create index media_unfinished on media (updated_at) where state <> 'ready';

create table items (
  id text primary key, collection_id text not null references collections, author_id text, title text not null,
  title_key text not null, slug text not null, status text not null, data text not null, version integer not null,
  origin text, created_at integer not null, updated_at integer not null, published_at integer, locale text,
  translation_group text, group_id text generated always as (translation_group ->> 'id')
) strict;
create index items_by_slug on items (slug);
create index items_of_group on items (group_id);
create index items_by_time on items (created_at, id);
create index items_of_collection on items (collection_id, created_at, id);
create index items_of_status on items (collection_id, status, created_at, id);
create index items_by_change on items (updated_at, id);
create index items_of_author on items (author_id);
-- In "seen_in", the ids of the collections in which readers of published content could see it, as JSON.
create table former_slugs (slug text primary key, content_id text not null, seen_in text not null) strict;
create index former_slugs_of_item on former_slugs (content_id);

create table copies (
  content_id text primary key, version text not null, title text not null, slug text not null,
  collection_id text not null, data text not null, author_id text, created_at integer not null,
  updated_at integer not null, base text not null
) strict;
create index copies_by_slug on copies (slug);
-- What translations were made from, and the paths that have changed there since, as JSON.
create table translation_sources (
  content_id text primary key, source_id text not null, version integer not null, prints text not null,
  changed text not null
) strict;
create index translations_of_source on translation_sources (source_id);
create table words (content_id text primary key, words integer not null) strict;
create table copy_words (content_id text primary key, words integer not null) strict;
-- Items with their working copies in their place.
create view shown_items as
  select i.id, coalesce(c.collection_id, i.collection_id) as collection_id, i.author_id,
    coalesce(c.title, i.title) as title, coalesce(c.slug, i.slug) as slug, i.status,
    coalesce(c.data, i.data) as data, i.version, i.origin, i.created_at,
    coalesce(c.updated_at, i.updated_at) as updated_at, i.published_at, i.locale, i.translation_group, i.group_id,
    c.version as copy_version
  from items i left join copies c on c.content_id = i.id and i.status = 'published';

create table trash (
  id text primary key, collection_id text not null, author_id text, version integer not null, updated_at integer not null,
  deleted_at integer not null, deleted_by text, stored_at integer not null, doc text not null
) strict;
create index trash_by_time on trash (deleted_at, id);
create index trash_of_collection on trash (collection_id);
create view stamps as
  select id, version, updated_at from items union all select id, version, updated_at from trash;

create table revisions (
  content_id text not null, version integer not null, stored_at integer not null, doc text not null,
  primary key (content_id, version)
) strict;
create table outbox (position integer primary key autoincrement, event text not null, stored_at integer not null) strict;
create table outbox_readers (
  name text primary key, position integer not null, failures integer not null default 0,
  claim text, claimed_until integer not null default 0
) strict;
create table schedules (
  content_id text not null, action text not null, at integer not null, reason text, claimed_until integer not null,
  doc text not null,
  primary key (content_id, action)
) strict;
create index schedules_by_time on schedules (at, content_id, action);

create table comments (
  id text primary key, content_id text not null, thread_id text not null, created_at integer not null,
  is_reply integer not null, doc text not null
) strict;
create index comments_of_item on comments (content_id, is_reply, created_at, id);
create index comments_of_thread on comments (thread_id, is_reply, id);

create table refs (
  content_id text not null, place integer not null, field text not null, target text not null, on_delete text not null,
  primary key (content_id, place)
) strict;
create index refs_by_target on refs (target);
create index refs_by_place on refs (content_id, field, target);
-- The groups of translations from which items were deleted, by the ids of these.
create table former_ids (id text primary key, group_id text not null) strict;
create index former_ids_of_group on former_ids (group_id);
create table reference_indexes (
  collection_id text primary key references collections on delete cascade, doc text not null
) strict;

create table search (content_id text primary key, version integer not null, rebuild integer not null, text text not null) strict;
create table copy_search (content_id text primary key, version text not null, rebuild integer not null, text text not null) strict;

create table field_indexes (key text primary key, doc text not null, reason text, failed_at integer) strict;
-- The values of unique indexes.
create table unique_values (
  key text not null references field_indexes on delete cascade, value text not null, content_id text not null,
  primary key (key, value, content_id)
) strict;
create index unique_values_of_item on unique_values (content_id);

create table webhooks (id text primary key, created_at integer not null, doc text not null) strict;
create table deliveries (
  id text primary key, webhook_id text not null, state text not null, created_at integer not null,
  due_at integer not null, claimed_until integer not null, doc text not null
) strict;
create index deliveries_by_time on deliveries (webhook_id, created_at, id);
create index deliveries_due on deliveries (webhook_id, due_at) where state = 'waiting';
-- A failure has no content, and is never due.
create table mails (
  id text primary key, kind text not null, user_id text, content text, attempts integer not null,
  created_at integer not null, due_at integer, failed_at integer, reason text
) strict;
create index mails_due on mails (due_at);
`;
