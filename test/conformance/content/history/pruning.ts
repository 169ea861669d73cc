import type { HistoryLimits, PruneStep, RevisionFacts, Store } from '../../../../core/store.ts';
import { minute, type ContentStatus } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { racers, times } from '../../cases.ts';
import { contentId, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { creationOf } from '../content-changes.ts';
import {
  createRecorded,
  firstPage,
  letTimePass,
  recorded,
  versionsOf,
  writeRecorded,
  writeVersions,
} from './recorded-changes.ts';
import { withItems } from '../stored-items.ts';

/** Limits that keep everything of any age. */
const atMost = (maxPerItem: number): HistoryLimits => ({ maxPerItem, maxDays: 0 });

/** Any revision of the past is too old. */
const young: HistoryLimits = { maxPerItem: 1_000, maxDays: 1e-12 };

/** Takes all steps. */
const pruneAll = async (
  { repositories: { revisions } }: Store,
  limits: HistoryLimits,
  step: Pick<PruneStep, 'recentMs'> = {},
): Promise<void> => {
  let after: string | undefined;
  let steps = 0;
  do {
    after = await revisions.prune(limits, { ...step, after });
    steps += 1;
    ok(steps < 1_000, 'the steps come to an end');
  } while (after !== undefined);
};

const write = (
  status: ContentStatus,
  facts: Partial<RevisionFacts> = {},
): Partial<RevisionFacts> & { readonly status: ContentStatus } => ({ status, ...facts });

/** Eight versions; 3 and 5 are published, 2 and 4 have a note. */
const writeHistory = async (store: Store) =>
  writeVersions(store, sampleContent(1, { status: 'draft' }), [
    write('draft', { note: 'A' }),
    write('published'),
    write('draft', { note: 'B' }),
    write('published'),
    write('draft'),
    write('draft'),
    write('archived'),
  ]);

/** Removal of old revisions. */
export const pruningSuite = suite<Store>('RevisionRepository, pruning', {
  'prune leaves the newest revisions, those with a note, and the last published one': async (
    store,
  ) => {
    const { revisions } = await withItems(store, 0);
    await writeHistory(store);
    const steps = [
      [8, [8, 7, 6, 5, 4, 3, 2, 1]],
      [7, [8, 7, 6, 5, 4, 3, 2]],
      [6, [8, 7, 6, 5, 4, 3, 2]],
      [3, [8, 7, 6, 5, 4, 2]],
      [2, [8, 7, 5, 4, 2]],
      [1, [8, 5, 4, 2]],
    ] as const;
    for (const [maxPerItem, versions] of steps) {
      await pruneAll(store, atMost(maxPerItem));
      equal(await versionsOf(revisions, contentId(1)), versions, `versions, at most ${maxPerItem}`);
    }
  },

  'prune removes what is too old, except for the same revisions': async (store) => {
    const { revisions } = await withItems(store, 0);
    const item = await writeHistory(store);
    await pruneAll(store, { maxPerItem: 1_000, maxDays: 1 });
    equal((await versionsOf(revisions, item.id)).length, 8, 'number of revisions within a day');
    await letTimePass(() => revisions.list(item.id, firstPage));
    await pruneAll(store, young);
    equal(await versionsOf(revisions, item.id), [8, 5, 4, 2], 'versions');
  },

  'prune removes everything if the limits keep none': async (store) => {
    const { revisions } = await withItems(store, 0);
    const item = await writeHistory(store);
    await pruneAll(store, atMost(0));
    equal(await versionsOf(revisions, item.id), [], 'versions');
    await writeRecorded(store, item);
    equal(await versionsOf(revisions, item.id), [9], 'versions after the next write');
    await pruneAll(store, { ...young, maxPerItem: 0 });
    equal(await versionsOf(revisions, item.id), [], 'versions in the end');
  },

  'prune counts the revisions of each item, also for the largest limits': async (store) => {
    const { revisions } = await withItems(store, 0);
    for (const n of [1, 2, 3])
      await writeVersions(
        store,
        sampleContent(n),
        times(n, () => ({})),
      );
    const most = Number.MAX_SAFE_INTEGER;
    await pruneAll(store, { maxPerItem: most, maxDays: most });
    equal(await versionsOf(revisions, contentId(3)), [4, 3, 2, 1], 'versions, with large limits');
    await pruneAll(store, atMost(2));
    const versions = await Promise.all([1, 2, 3].map((n) => versionsOf(revisions, contentId(n))));
    equal(
      versions,
      [
        [2, 1],
        [3, 2],
        [4, 3],
      ],
      'versions of each item',
    );
  },

  'prune handles all items in steps': async (store) => {
    const { revisions } = await withItems(store, 0);
    const numbers = times(250, (n) => n);
    for (const [round, step] of [{}, { recentMs: minute }].entries()) {
      const of = (n: number) => sampleContent(1_000 * round + n);
      ok(await store.commit(numbers.map((n) => recorded(creationOf(of(n))))), 'creations');
      equal(await versionsOf(revisions, of(250).id), [1], 'versions before');
      await pruneAll(store, atMost(0), step);
      for (const n of numbers) equal(await versionsOf(revisions, of(n).id), [], `item ${n}`);
    }
  },

  'prune of recent items handles those with a revision of this time, and their older ones': async (
    store,
  ) => {
    const { revisions } = await withItems(store, 0);
    const item = await writeVersions(store, sampleContent(1), [{}, {}]);
    await letTimePass(() => revisions.list(item.id, firstPage));
    await pruneAll(store, atMost(1), { recentMs: 1 });
    equal(await versionsOf(revisions, item.id), [3, 2, 1], 'versions without a recent write');
    await writeRecorded(store, item);
    await pruneAll(store, atMost(1), { recentMs: minute });
    equal(await versionsOf(revisions, item.id), [4], 'versions after a recent write');
  },

  'prune of recent items reaches every item, with many revisions each': async (store) => {
    const { revisions } = await withItems(store, 0);
    for (const n of times(3, (each) => each)) {
      await writeVersions(
        store,
        sampleContent(n),
        times(79, () => ({})),
      );
    }
    await pruneAll(store, atMost(3), { recentMs: 10 * minute });
    for (const n of [1, 2, 3]) {
      equal(await versionsOf(revisions, contentId(n)), [80, 79, 78], `versions of item ${n}`);
    }
  },

  'prune can run several times at once, and during writes': async (store) => {
    const { revisions } = await withItems(store, 0);
    let item = await createRecorded(store, sampleContent(1));
    await writeVersions(
      store,
      sampleContent(2),
      times(30, () => ({})),
    );
    const pruning = times(racers, async (n) => {
      for (let round = 0; round < 3; round += 1) {
        await pruneAll(store, atMost(2), n % 2 === 0 ? {} : { recentMs: minute });
      }
    });
    for (let version = 2; version <= 30; version += 1) {
      item = await writeRecorded(store, item, version % 2 === 0 ? {} : { replaces: version - 1 });
      equal((await revisions.find(item.id, version))?.version, version, 'the newest version');
    }
    await Promise.all(pruning);
    await pruneAll(store, atMost(2));
    equal((await versionsOf(revisions, item.id)).length, 2, 'revisions of the written item');
    equal(await versionsOf(revisions, contentId(2)), [31, 30], 'versions of another item');
  },
});
