import { afterAll, describe, expect, test } from 'vitest';
import { openPglite } from '../../adapters/pglite/open-pglite.ts';
import { migrate } from '../../adapters/postgres/migrations.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import type { Ports } from '../../core/index.ts';
import { emptyTables } from '../support/database-subject.ts';
import { oddJsonBodies, oddUploads } from '../support/odd-bodies.ts';
import { oddForms, oddPaths, oddQueries, type FindOddities } from '../support/odd-requests.ts';
import { sendOdd, targets } from '../support/odd-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = await temporaryFolder();
const database = await openPglite(folder.path);
await migrate(database.knex);

afterAll(async () => {
  await database.close();
  await folder[Symbol.asyncDispose]();
});

const tables = (): Promise<unknown> =>
  database
    .knex('information_schema.columns')
    .where({ table_schema: 'public' })
    .orderBy(['table_name', 'column_name']);

const openPorts = async (): Promise<Partial<Ports>> => {
  await emptyTables(database.knex);
  const { knex } = database;
  return { ...postgresRepositories(knex), unitOfWork: new PostgresUnitOfWork(knex) };
};

/** What a statement could break on, and what a column cannot hold. */
const matters =
  /SQL|JSON path|placeholder|wildcards|backslashes|format|quotes|NUL|half|surrogate|beyond|UUID|padded|prototype|combining|long text|signed/;

const oddities: readonly (readonly [string, FindOddities])[] = [
  ['path', oddPaths],
  ['query', oddQueries],
  ['form', oddForms],
  ['body', oddJsonBodies],
  ['upload', oddUploads],
];

const cases = oddities.flatMap(([place, find]) =>
  targets
    .map((target) => ({ name: `${place} of ${target.id}`, target, find }))
    .filter(({ target }) => find(target.operation).some(({ label }) => matters.test(label))),
);

describe('a value is never a statement, and none is too much for a column (CVE-2026-26980, CVE-2026-9082, CVE-2026-25544)', () => {
  test.each(cases)('$name', async ({ target, find }) => {
    const before = await tables();
    const some: FindOddities = (operation) =>
      find(operation).filter(({ label }) => matters.test(label));
    const counts = await sendOdd(target, some, openPorts);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(5);
    expect(await tables()).toEqual(before);
  });
});
