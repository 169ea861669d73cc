import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { batchSize } from '../../../adapters/postgres/content/content-statements.ts';
import { sharedReads } from '../../../adapters/postgres/connection/shared-reads.ts';
import { dataLimits, DomainError, encodeJson, type ContentItem } from '../../../core/vocabulary.ts';
import { contentId, sampleContent } from '../../conformance/samples.ts';
import {
  contentsWith,
  currentBasis,
  storeAll,
  storeOver,
} from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';
import { updateOf } from '../../conformance/content/content-changes.ts';
import { unpublishedView, wholeView } from '../../conformance/content/views.ts';
import { nameOf, sentBy } from '../../support/postgres/query-plan.ts';

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `id ${index}`);

/** Reads from `load`, which gets the ids of each batch and the number of batches before it. */
const recorded = (load: (batch: readonly string[], index: number) => readonly string[]) => {
  const batches: (readonly string[])[] = [];
  const read = sharedReads<string, string>({
    load: async (batch) => {
      batches.push(batch);
      return new Map(load(batch, batches.length - 1).map((id) => [id, `row of ${id}`]));
    },
    nameOf: (id) => id,
    maxKeys: batchSize,
  });
  return { reads: { read }, batches };
};

describe('the reads of a turn', () => {
  test('share a batch, and those of one id share a row', async () => {
    const { reads, batches } = recorded((batch) => batch.filter((id) => id !== 'none'));
    const rows = await Promise.all(['a', 'b', 'a', 'none'].map((id) => reads.read(id)));
    expect(rows).toEqual(['row of a', 'row of b', 'row of a', undefined]);
    expect(batches).toEqual([['a', 'b', 'none']]);
  });

  test('are sent in several batches if there are many', async () => {
    const { reads, batches } = recorded((batch) => batch);
    const many = ids(2 * batchSize + 1);
    const rows = await Promise.all(many.map((id) => reads.read(id)));
    expect(rows).toEqual(many.map((id) => `row of ${id}`));
    expect(batches.map(({ length }) => length)).toEqual([batchSize, batchSize, 1]);
  });

  test('include those that begin after other work of the same requests', async () => {
    const { reads, batches } = recorded((batch) => batch);
    const late = async (id: string) => {
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      return reads.read(id);
    };
    await Promise.all([reads.read('a'), late('b')]);
    expect(batches).toEqual([['a', 'b']]);
  });
});

test('a read that begins when a batch is being read is not part of it', async () => {
  const later: Promise<unknown>[] = [];
  const { reads, batches } = recorded((batch, index) => {
    if (index === 0) later.push(reads.read('a'));
    return batch;
  });
  await reads.read('a');
  await Promise.all(later);
  expect(batches).toEqual([['a'], ['a']]);
});

test('reads that begin while a load runs share the next one', async () => {
  const later: Promise<unknown>[] = [];
  const batches: (readonly string[])[] = [];
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const read = sharedReads<string, string>({
    load: async (ids) => {
      batches.push(ids);
      if (batches.length === 1) await isDone;
      return new Map();
    },
    nameOf: (id) => id,
  });
  const first = read('a');
  await expect.poll(() => batches.length).toBe(1);
  later.push(read('b'));
  await nextTurn();
  later.push(read('c'), read('b'));
  resolve();
  await Promise.all([first, ...later]);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('a load that does not end keeps no other waiting', async () => {
  const batches: (readonly string[])[] = [];
  const { promise: endless } = Promise.withResolvers<Map<string, string>>();
  const read = sharedReads<string, string>({
    load: async (ids) => {
      batches.push(ids);
      return batches.length === 1 ? endless : new Map();
    },
    nameOf: (id) => id,
  });
  void read('stuck');
  await expect.poll(() => batches.length).toBe(1);
  expect(await read('a')).toBeUndefined();
});

test('an outage fails every read of the batch, and is not asked again', async () => {
  const outage = new DomainError('dependency_unavailable', 'down');
  const { reads, batches } = recorded(() => {
    throw outage;
  });
  const results = await Promise.allSettled(ids(3).map((id) => reads.read(id)));
  expect(results).toEqual(ids(3).map(() => ({ status: 'rejected', reason: outage })));
  expect(batches).toHaveLength(1);
});

test('any other error fails only the reads that cause it', async () => {
  const { reads, batches } = recorded((batch) => {
    if (batch.includes('bad')) throw new Error(`cannot read ${batch.join()}`);
    return batch;
  });
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((id) => reads.read(id)));
  expect(results).toEqual([
    { status: 'fulfilled', value: 'row of a' },
    { status: 'rejected', reason: new Error('cannot read bad') },
    { status: 'fulfilled', value: 'row of b' },
  ]);
  expect(batches.slice(1).flat().toSorted()).toEqual(['a', 'b', 'bad']);
});

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let pool: Pool;
  let knex: Knex;

  beforeEach(async () => {
    pool = open(url, 4);
    ({ knex } = pool);
    await contentsWith(pool, 0);
  });

  const insert = (count: number, changes: Partial<ContentItem> = {}): Promise<void> =>
    storeAll(
      storeOver(pool),
      Array.from({ length: count }, (_, n) => sampleContent(n + 1, changes)),
    );

  /** The names of the statements that `work` sends. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
    (await sentBy(knex, work)).map(nameOf);

  test('reads by id of one turn are one statement, and a single read has its own', async () => {
    await insert(2);
    const store = storeOver(pool);
    const basis = await currentBasis(store);
    const get = (numbers: readonly number[]) => () =>
      Promise.all(
        numbers.map((n) => store.repositories.contents.getById(contentId(n), wholeView, basis)),
      );
    expect(await statementsOf(get([1, 2, 3, 1]))).toEqual(['content_batch_stamped']);
    expect(await statementsOf(get([1]))).toEqual(['content_by_id_stamped']);
  });

  test('equal lists of one turn are one statement, also for readers who saw another site', async () => {
    await insert(2);
    const store = storeOver(pool);
    const { contents } = store.repositories;
    const basis = await currentBasis(store);
    const query = { limit: 10, offset: 0 };
    let current: readonly boolean[] = [];
    const names = await statementsOf(async () => {
      const read = [basis, { site: 'earlier' }, basis].map((each) =>
        contents.list(query, wholeView, each),
      );
      current = (await Promise.all(read)).map(({ isCurrent }) => isCurrent);
    });
    expect(names).toEqual(['content_list_each_direct_stamped']);
    expect(current).toEqual([true, false, true]);
  });

  test('reads of what is unpublished and of preview tokens share no statement', async () => {
    await insert(2);
    const store = storeOver(pool);
    const { contents, previewTokens } = store.repositories;
    const basis = await currentBasis(store);
    const query = { limit: 10, offset: 0 };
    const twice = <T>(read: () => Promise<T>) => Promise.all([read(), read()]);
    const names = await statementsOf(() =>
      Promise.all([
        twice(() => contents.list(query, unpublishedView, basis)),
        twice(() => contents.getById(contentId(1), unpublishedView, basis)),
        twice(() => previewTokens.findByDigest('none')),
      ]),
    );
    expect(names.toSorted()).toEqual([
      'preview_by_digest',
      'preview_by_digest',
      'previews_items_among_stamped',
      'previews_items_among_stamped',
      'previews_stamped',
      'previews_stamped',
    ]);
  });

  test('the site, sessions and tokens are read once a turn, for all their readers', async () => {
    const { site, sessions, apiTokens, previewTokens } = storeOver(pool).repositories;
    const names = await statementsOf(() =>
      Promise.all([
        ...['', 'a', 'b', 'a'].map((name) => site.load(name === '' ? undefined : name)),
        ...['1', '2'].map((id) => sessions.find(id)),
        ...['1', '2'].map((digest) => apiTokens.findByDigest(digest)),
        ...[contentId(1), contentId(2)].flatMap((id) => [
          apiTokens.findById(id),
          previewTokens.findById(id),
        ]),
      ]),
    );
    expect(names.toSorted()).toEqual([
      'api_token_by_digests',
      'api_token_by_ids',
      'preview_by_ids',
      'session_find',
      'site_load',
    ]);
  });

  test('a batch leaves large items out, so that it stays small', async () => {
    const frame = encodeJson({ text: '' }).length;
    const text = 'x'.repeat(dataLimits.bytes - frame);
    await insert(2, { data: encodeJson({ text }) });
    const store = storeOver(pool);
    await storeAll(store, [sampleContent(3)]);
    const basis = await currentBasis(store);
    let sizes: readonly unknown[] = [];
    const names = await statementsOf(async () => {
      const reads = [1, 2, 3].map((n) =>
        store.repositories.contents.getById(contentId(n), wholeView, basis),
      );
      sizes = (await Promise.all(reads)).map((each) => each.isCurrent && each.value?.data.length);
    });
    expect(names).toEqual([
      'content_batch_stamped',
      'content_by_id_stamped',
      'content_by_id_stamped',
    ]);
    expect(sizes).toEqual([dataLimits.bytes, dataLimits.bytes, sampleContent(3).data.length]);
  });

  test('a transaction reads its own state', async () => {
    await insert(2);
    const store = storeOver(pool);
    const before = sampleContent(1);
    const titles = await store.consistently(async (inside) => {
      await inside.contents.findById(contentId(1));
      const item = { ...before, title: 'new', version: 2 };
      await store.commit([updateOf(before, item)]);
      const both = [inside, store.repositories].map((each) => each.contents.findById(contentId(1)));
      return (await Promise.all(both)).map((found) => found?.title);
    });
    expect(titles).toEqual([before.title, 'new']);
  });
});
