import { auditMigration } from './0122-audit.ts';
import { wordsMigration } from './0123-words.ts';
import { readersMigration } from './0124-readers.ts';
import { UnusableSchema } from '../connection/operator-errors.ts';

/** The steps before 0.1.0 that together led to the schema of the steps up to `0122-audit`. */
const common: readonly string[] = [
  '0001-initial',
  '0002-history',
  '0003-trash',
  '0004-copies',
  '0005-schedules',
  '0006-receipts',
  '0007-slugs',
  '0008-references',
  '0009-search',
  '0010-queries',
  '0011-previews',
  '0012-singletons',
  '0013-history-removal',
  '0014-copy-search',
  '0015-media-focus',
  '0016-number-keys',
  '0017-permanent-deletion',
  '0018-search-span',
  '0019-feed',
  '0020-webhooks',
  '0021-audit',
  '0022-published-times',
  '0023-query-members',
  '0024-visibility-changes',
  '0025-claims',
  '0026-webhook-attempts',
  '0027-search-words',
  '0031-folded-letters',
  '0034-seen-slugs',
  '0035-search-progress',
];

/** The later steps before 0.1.0, each with the step that does the same now. */
const later: ReadonlyMap<string, string> = new Map([
  ['0036-words', wordsMigration.name],
  ['0037-readers', readersMigration.name],
]);

/** The names of all steps before 0.1.0, oldest first. All sort before those of the present steps. */
export const earlierNames: readonly string[] = [...common, ...later.keys()];

/**
 * The present names for the schema of a database that has only steps of before 0.1.0.
 *
 * @param present the names of the present steps.
 * @throws UnusableSchema if the database lacks some of the common steps: no present step does what they do.
 */
export const presentNames = (
  applied: readonly string[],
  present: readonly string[],
): readonly string[] => {
  const last = Math.max(...applied.map((name) => earlierNames.indexOf(name)), common.length - 1);
  const missing = earlierNames.slice(0, last + 1).filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new UnusableSchema(
      `The database was made before version 0.1.0 and lacks migrations that this version no longer has (missing: ${missing.join(', ')}). Nothing was changed. Start the last version that has them once; or export with the version that made the database, and import into a new one. docs/upgrading.md says how`,
    );
  }
  const same = applied.map((name) => later.get(name));
  return present.filter((name) => name <= auditMigration.name || same.includes(name));
};

/** The step that replaces the names of before 0.1.0 by present ones. Its own name is not stored. */
export const namesMigration = (names: readonly string[]) => ({
  name: '0100-names',
  sql: `
delete from schema_migrations where name in (
  ${listed(earlierNames.map((name) => `'${name}'`))});
insert into schema_migrations (name, batch, migration_time) values
  ${listed(names.map((name) => `('${name}', 1, now())`))};
`,
});

const listed = (each: readonly string[]): string => each.join(',\n  ');
