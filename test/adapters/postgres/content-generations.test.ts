import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { encodedItemOf } from '../../../adapters/postgres/content-row.ts';
import { KnownRows } from '../../../adapters/postgres/known-rows.ts';
import type { BatchedStates } from '../../../adapters/postgres/page-states.ts';
import {
  PostgresContentReads,
  repeatedReads,
} from '../../../adapters/postgres/postgres-content-reads.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import type { ContentRepository, EncodedItem } from '../../../core/index.ts';
import { contentId, sampleContent, sampleUser } from '../../conformance/samples.ts';
import { contentsWith } from '../../support/database-subject.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { openedDatabases } from '../../support/opened-databases.ts';
import { waitUntil } from '../../support/processes.ts';
import { plansOf } from '../../support/query-plan.ts';

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let knex: Knex;
  let contents: ContentRepository;
  let reads: PostgresContentReads<EncodedItem>;
  /** Whether a statement has found that the generation is still the same. */
  let isUnchanged = false;

  beforeEach(async () => {
    knex = open(url, 4);
    contents = await contentsWith(knex, 3);
    reads = readsFrom(knex);
  });

  const readsFrom = (database: Knex): PostgresContentReads<EncodedItem> => {
    const repeated = repeatedReads(database, new KnownRows(1_000_000));
    const { states } = repeated;
    const noted: Pick<BatchedStates, 'read'> = {
      read: async (list, generation) => {
        const seen = await states.read(list, generation);
        isUnchanged ||= seen === undefined;
        return seen;
      },
    };
    return new PostgresContentReads<EncodedItem>({
      database,
      batches: undefined,
      itemOf: encodedItemOf,
      repeated: { ...repeated, states: noted as BatchedStates },
    });
  };

  const query = { offset: 0, within: 'all' } as const;

  const items = async (limit = 10) => {
    const page = await reads.list({ ...query, limit });
    return 'items' in page ? page.items : [];
  };

  const titles = async (limit = 10) => (await items(limit)).map(({ title }) => title);

  /** Reads a page until its generation is known: while any transaction writes, it is not certain. */
  const recognize = (limit = 10): Promise<void> =>
    waitUntil(async () => {
      isUnchanged = false;
      await items(limit);
      return isUnchanged;
    });

  test('a page whose generation is known is the same', async () => {
    await recognize();
    const page = await items();
    expect(await items()).toBe(page);
    expect(page).toHaveLength(3);
  });

  test('to recognize a page reads no items', async () => {
    await knex.destroy();
    knex = open(url, 1);
    reads = readsFrom(knex);
    await recognize();
    const plans = await plansOf(knex, () => items());
    expect(plans.map(({ statement }) => statement)).toEqual(['content_list_states_direct']);
    const tables = plans.flatMap(({ steps }) => steps.map(({ table }) => table));
    expect(tables.filter((table) => table !== '')).toEqual(['content_generations']);
  });

  test('pages of different generations are read at the same time', async () => {
    await recognize(1);
    await contents.insert(sampleContent(4, { title: 'New' }));
    await recognize(2);
    const [two, one] = await Promise.all([titles(2), titles(1)]);
    expect([two.slice(0, 1), one]).toEqual([['New'], ['New']]);
  });

  const change = (statement: string) => () => knex.raw(statement);

  const changes: Readonly<Record<string, () => PromiseLike<unknown>>> = {
    'an insert': () => contents.insert(sampleContent(4)),
    'an update': change(`update content set title = 'Changed'`),
    'a deletion': change(`delete from content where id = '${contentId(1)}'`),
    'an update in a transaction': () =>
      knex.transaction((transaction) => transaction.raw(`update content set title = 'Changed'`)),
    'an update by replication': () =>
      knex.transaction(async (transaction) => {
        await transaction.raw('set local session_replication_role = replica');
        await transaction.raw(`update content set title = 'Changed'`);
      }),
    'a deletion of all': change('truncate content cascade'),
  };
  test.each(Object.entries(changes))('%s is seen at once', async (_, make) => {
    const before = await titles();
    await recognize();
    await make();
    const after = await titles();
    expect(after).not.toEqual(before);
    await recognize();
    expect(await titles()).toEqual(after);
  });

  test('the first change of a database is seen', async () => {
    await knex.raw('alter sequence content_generations restart');
    await recognize();
    await contents.insert(sampleContent(4));
    expect(await titles()).toHaveLength(4);
  });

  test('the deletion of an author changes the items of the author', async () => {
    await postgresRepositories(knex).users.insert(sampleUser(1));
    await contents.insert(sampleContent(4, { authorId: sampleUser(1).id }));
    const authors = async () => (await items()).map(({ authorId }) => authorId);
    expect(await authors()).toContain(sampleUser(1).id);
    await recognize();
    await knex.raw('delete from users');
    expect(await authors()).not.toContain(sampleUser(1).id);
  });

  test('a change is seen when it is committed, also if pages were read since it was made', async () => {
    const before = await titles();
    await recognize();
    const transaction = await knex.transaction();
    await transaction.raw(`update content set title = 'Changed' where id = ?`, [contentId(3)]);
    for (let count = 0; count < 3; count += 1) expect(await titles()).toEqual(before);
    await transaction.commit();
    expect(await titles()).toEqual(before.with(0, 'Changed'));
  });

  /** The generation that a statement names, if it is certain. */
  const seenFrom = async (database: Knex): Promise<unknown> =>
    (await database.raw('select content_generation_seen() as seen')).rows[0].seen;

  test('the generation is not certain on a standby', async () => {
    await knex.raw(`
      create schema standby;
      create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`);
    await waitUntil(async () => (await seenFrom(knex)) !== null);
    await knex.transaction(async (standby) => {
      await standby.raw('set local search_path = standby, pg_catalog, public');
      expect(await seenFrom(standby)).toBeNull();
    });
  });

  test('the generation is not certain while a transaction writes, whatever it writes', async () => {
    await waitUntil(async () => (await seenFrom(knex)) !== null);
    const transaction = await knex.transaction();
    await transaction.raw('select pg_current_xact_id()');
    expect(await seenFrom(knex)).toBeNull();
    await transaction.rollback();
    await waitUntil(async () => (await seenFrom(knex)) !== null);
    const { rows } = await knex.raw(
      `select name like extract(epoch from pg_postmaster_start_time()) || ' %' as names_the_start
       from content_generation`,
    );
    expect(rows).toEqual([{ names_the_start: true }]);
  });
});
