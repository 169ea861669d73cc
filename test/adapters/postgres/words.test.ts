import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { creationOf, withParts } from '../../conformance/content/content-changes.ts';
import { copyVersion, sampleCopy } from '../../conformance/content/copy-samples.ts';
import { contentId, sampleContent } from '../../conformance/samples.ts';
import { contentsWith } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

/** What an older version of the program does, which shares the database while instances are replaced. */
await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 2 }, new SystemTimer());
  const { knex } = pool;
  let store: Awaited<ReturnType<typeof contentsWith>>;

  beforeEach(async () => {
    store = await contentsWith(pool, 0);
    const changes = [1, 2].map((n) => withParts(creationOf(sampleContent(n)), { words: n }));
    await store.commit(changes);
  });
  afterAll(() => knex.destroy());

  const wordsOf = (n: number, shown: 'published' | 'unpublished' = 'published') =>
    store.repositories.wordCounts.find(contentId(n), shown);

  test.each([['title'], ['data']])(
    'a count is not that of an item whose %s is changed without it',
    async (column) => {
      const value = JSON.stringify({ changed: true });
      await knex('content')
        .where({ id: contentId(1) })
        .update({ [column]: value });
      expect([await wordsOf(1), await wordsOf(1, 'unpublished')]).toEqual([undefined, undefined]);
      expect(await wordsOf(2)).toBe(2);
    },
  );

  test('a count stays with what changes beside the text', async () => {
    await knex('content')
      .where({ id: contentId(1) })
      .update({ status: 'draft', version: 2 });
    expect(await wordsOf(1)).toBe(1);
  });

  test('a count goes with its item, whoever deletes it', async () => {
    await knex('content')
      .where({ id: contentId(1) })
      .delete();
    expect(await knex('content_words').pluck('content_id')).toEqual([contentId(2)]);
    await knex.raw('truncate content');
    expect(await knex('content_words').pluck('content_id')).toEqual([]);
  });

  test('a count is not that of a copy that is saved without it', async () => {
    await store.repositories.copies.save(sampleCopy(1), 1, undefined, { words: 5 });
    expect(await wordsOf(1, 'unpublished')).toBe(5);
    await knex('content_copies').update({ version: copyVersion(7) });
    expect(await wordsOf(1, 'unpublished')).toBeUndefined();
    expect(await wordsOf(1)).toBe(1);
  });
});
