import { afterAll, expect, test } from 'vitest';
import { accounts } from '../../../adapters/postgres/accounts/user-row.ts';
import { accountLinks } from '../../../adapters/postgres/accounts/postgres-account-link-repository.ts';
import { apiTokens } from '../../../adapters/postgres/accounts/postgres-api-token-repository.ts';
import { invitations } from '../../../adapters/postgres/accounts/postgres-invitation-repository.ts';
import { identities } from '../../../adapters/postgres/accounts/postgres-identity-repository.ts';
import { previewTokens } from '../../../adapters/postgres/accounts/postgres-preview-token-repository.ts';
import { savedViews } from '../../../adapters/postgres/accounts/postgres-saved-view-repository.ts';
import { sessions } from '../../../adapters/postgres/accounts/postgres-session-repository.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { contentTable } from '../../../adapters/postgres/content/content-row.ts';
import { workingCopies } from '../../../adapters/postgres/content/copies/working-copy-row.ts';
import { scheduledChanges } from '../../../adapters/postgres/content/postgres-schedule-repository.ts';
import { revisions } from '../../../adapters/postgres/content/revision-row.ts';
import { trashedItems, trashEntries } from '../../../adapters/postgres/content/trash-statements.ts';
import { challenges } from '../../../adapters/postgres/accounts/postgres-challenge-repository.ts';
import { secondFactors } from '../../../adapters/postgres/accounts/postgres-second-factor-repository.ts';
import { trustedBrowsers } from '../../../adapters/postgres/accounts/postgres-trusted-browser-repository.ts';
import { mails } from '../../../adapters/postgres/mail/postgres-mail-repository.ts';
import { mediaFiles } from '../../../adapters/postgres/media-row.ts';
import { auditEntries } from '../../../adapters/postgres/postgres-audit-repository.ts';
import { collections } from '../../../adapters/postgres/postgres-collection-repository.ts';
import { deliveries } from '../../../adapters/postgres/webhooks/delivery-row.ts';
import { webhooks } from '../../../adapters/postgres/webhooks/postgres-webhook-repository.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

const tables = [
  accountLinks,
  accounts,
  apiTokens,
  auditEntries,
  challenges,
  collections,
  contentTable,
  deliveries,
  invitations,
  identities,
  mails,
  mediaFiles,
  previewTokens,
  revisions,
  savedViews,
  scheduledChanges,
  secondFactors,
  sessions,
  trashedItems,
  trashEntries,
  trustedBrowsers,
  webhooks,
  workingCopies,
];

await withPostgres('migrated', (url) => {
  const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
  afterAll(() => knex.destroy());

  test('the descriptions of tables have the columns of the database, with their types', async () => {
    const { rows } = await knex.raw<{ readonly rows: readonly { readonly name: string }[] }>(
      `select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
          not attnotnull as "isNullable"
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where attnum > 0 and relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const stored = new Map(rows.map((row) => [row.name, row]));
    const described = tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, type, isNullable }) => ({ name: `${table}.${name}`, type, isNullable })),
    );
    expect(described.length).toBeGreaterThan(100);
    expect(described).toEqual(described.map(({ name }) => stored.get(name)));
  });
});
