/** The locales for which a grant holds; null for all. The index is for the part of the trash that it shows. */
export const localesOfGrantsMigration = {
  name: '0144-locales-of-grants',
  sql: `
alter table user_grants add column locales text[];

drop index content_trash_locale_idx;
create index content_trash_locale_idx on content_trash (collection_id, locale, deleted_at, id)
  where locale is not null;
`,
};
