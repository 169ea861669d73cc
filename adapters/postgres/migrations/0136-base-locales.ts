/**
 * Localised collections. The index of the collections whose state reads depend on answers, at once while there is none, whether
 * there is one.
 */
export const baseLocalesMigration = {
  name: '0136-base-locales',
  sql: `
alter table collections add column base_locale text collate "C";
drop index collections_restricted_idx;
create index collections_state_idx on collections (id)
  where (not is_active or is_private or base_locale is not null);
`,
};
