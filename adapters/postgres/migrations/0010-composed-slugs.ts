import type { SchemaMigration } from '../migrations.ts';

/**
 * Slugs were stored decomposed where marks were not removed, such as those of Korean titles, and are composed
 * now (Unicode NFC). Two different slugs have different composed forms. Without such slugs nothing is written, so
 * running instances continue to serve from memory.
 */
export const composedSlugsMigration: SchemaMigration = {
  name: '0010-composed-slugs',
  sql: `
do $$ begin
  if exists (select from content where slug is not nfc normalized) then
    update content set slug = normalize(slug, nfc) where slug is not nfc normalized;
  end if;
end $$;
`,
};
