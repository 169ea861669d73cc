import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importItems } from '../../adapters/cli/transfer/import-items.ts';
import type { ImportRun } from '../../adapters/cli/transfer/import-run.ts';
import type { ContentBatch } from '../../adapters/cli/transfer/targets/transfer-target.ts';
import type { ContentOutcomeDto, IncomingContentDto } from '../../contracts/index.ts';
import {
  entries,
  idOf,
  itemOf,
  startedRun,
  type ImportBatch,
} from '../support/import/import-steps.ts';
import { coreTarget } from '../../adapters/cli/transfer/targets/core-target.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { randomRuns } from '../support/seeded-random.ts';

/** A target that answers when it is told to. */
const heldTarget = () => {
  const held = new Map<string, PromiseWithResolvers<readonly ContentOutcomeDto[]>>();
  const nameOf = ({ items }: ContentBatch): string => String(items[0]?.slug);
  return {
    importContent: ((batch) => {
      const answer = Promise.withResolvers<readonly ContentOutcomeDto[]>();
      held.set(nameOf(batch), answer);
      return answer.promise;
    }) satisfies ImportBatch,
    /** The slugs of the batches that run. */
    running: async (): Promise<readonly string[]> => {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return [...held.keys()];
    },
    answer: (slug: string, outcome: Partial<ContentOutcomeDto> = {}): void => {
      held.get(slug)?.resolve([{ index: 0, outcome: 'created', slug, ...outcome }]);
      held.delete(slug);
    },
    fail: (slug: string, error: Error): void => {
      held.get(slug)?.reject(error);
      held.delete(slug);
    },
  };
};

describe('batches of an import', () => {
  test('run three at a time, and are reported in order', async () => {
    const target = heldTarget();
    const { run, reported } = startedRun(target.importContent);
    const importing = importItems(entries(['a', 'b', 'c', 'd', 'e'].map((s) => itemOf(s))), run);
    expect(await target.running()).toEqual(['a', 'b', 'c']);
    target.answer('b', { outcome: 'failed', code: 'slug_taken', error: 'taken' });
    target.answer('c', { outcome: 'updated' });
    expect(await target.running()).toEqual(['a']);
    expect(reported).toEqual([]);
    target.answer('a');
    expect(await target.running()).toEqual(['d', 'e']);
    target.answer('e');
    target.answer('d', { outcome: 'unchanged' });
    await importing;
    expect(reported).toEqual([
      'created',
      'reached 1',
      'item 2: taken',
      'reached 2',
      'updated',
      'reached 3',
      'unchanged',
      'reached 4',
      'created',
      'reached 5',
    ]);
  });

  const withId = (slug: string, n: number) => itemOf(slug, { id: idOf(n) });
  test.each<readonly [string, readonly IncomingContentDto[], Partial<ImportRun>]>([
    ['has the same slug', [itemOf('a'), itemOf('b'), itemOf('a')], {}],
    ['has the slug in another form', [itemOf('a'), itemOf('b'), itemOf('A')], {}],
    [
      'gets the slug from its title',
      [itemOf('a'), itemOf('b'), { ...itemOf('x'), title: 'A', slug: undefined as never }],
      {},
    ],
    ['has the same id', [withId('a', 1), withId('b', 2), withId('c', 1)], {}],
    [
      'has the id in capitals',
      [
        itemOf('a', { id: 'ABCDEF00-0000-7000-8000-000000000001' }),
        withId('b', 2),
        itemOf('c', { id: 'abcdef00-0000-7000-8000-000000000001' }),
      ],
      {},
    ],
    [
      'is a translation',
      [itemOf('a', { group: idOf(1) }), itemOf('b'), itemOf('c', { group: idOf(1) })],
      {},
    ],
    ['is found in another way', [withId('a', 1), withId('b', 2), itemOf('c')], {}],
    ['may get another slug', [itemOf('a'), itemOf('b'), itemOf('c', { alternativeSlug: 'd' })], {}],
  ])('wait for one that they may depend on: one that %s', async (_, items, options) => {
    const target = heldTarget();
    const { run } = startedRun(target.importContent, options);
    const importing = importItems(entries(items), run);
    expect(await target.running()).toEqual(['a', 'b']);
    target.answer('a');
    target.answer('b');
    expect(await target.running()).toHaveLength(1);
    for (const slug of await target.running()) target.answer(slug);
    await importing;
  });

  test.each<readonly [string, Partial<ImportRun>]>([
    ['of a dry run', { isDryRun: true }],
    ['that can get a number after their slug', { onSlugClash: 'suffix' }],
    ['that can get their path as slug', { onSlugClash: 'path' }],
    ['that overwrite items', { overwrite: true }],
  ])('%s run one after the other', async (_, options) => {
    const target = heldTarget();
    const { run } = startedRun(target.importContent, options);
    const importing = importItems(entries([itemOf('a'), itemOf('b')]), run);
    expect(await target.running()).toEqual(['a']);
    target.answer('a');
    expect(await target.running()).toEqual(['b']);
    target.answer('b');
    await importing;
  });

  test('are not started any more after an error, and those that run are reported before it is thrown', async () => {
    const target = heldTarget();
    const { run, reported } = startedRun(target.importContent);
    const importing = importItems(entries(['a', 'b', 'c', 'd'].map((s) => itemOf(s))), run);
    await target.running();
    target.fail('b', new Error('away'));
    target.answer('c', { outcome: 'updated' });
    expect(await target.running()).toEqual(['a']);
    expect(reported).toEqual([]);
    target.answer('a');
    await expect(importing).rejects.toThrow('away');
    expect(reported).toEqual(['created', 'reached 1', 'updated']);
  });

  test('that run are reported when the source cannot be read any more', async () => {
    const target = heldTarget();
    const { run, reported } = startedRun(target.importContent);
    const source = (async function* () {
      yield* entries([itemOf('a'), itemOf('b')]);
      throw new Error('unreadable');
    })();
    const importing = importItems(source, run);
    expect(await target.running()).toEqual(['a']);
    target.answer('a');
    await expect(importing).rejects.toThrow('unreadable');
    expect(reported).toEqual(['created']);
  });

  test('are not started any more after Ctrl-C, and those that run are reported', async () => {
    const target = heldTarget();
    const stop = new AbortController();
    const { run, reported } = startedRun(target.importContent, { signal: stop.signal });
    const importing = importItems(entries(['a', 'b', 'c', 'd'].map((s) => itemOf(s))), run);
    await target.running();
    stop.abort();
    for (const slug of ['a', 'b', 'c']) target.answer(slug);
    await importing;
    expect(await target.running()).toEqual([]);
    expect(reported).toEqual([
      'created',
      'reached 1',
      'created',
      'reached 2',
      'created',
      'reached 3',
    ]);
  });
});

interface Import {
  /** What is stored before. */
  readonly before: readonly IncomingContentDto[];
  readonly items: readonly IncomingContentDto[];
  readonly overwrite: boolean;
}

/** Items with few ids and slugs: all have an id, none has, or some. */
const anyImport: fc.Arbitrary<Import> = fc
  .constantFrom(fc.constant(true), fc.constant(false), fc.boolean())
  .chain((withId) => {
    const item = fc
      .tuple(
        fc.nat(5),
        fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
        fc.constantFrom('One', 'Two'),
        withId,
      )
      .map(([n, slug, title, hasId]) => itemOf(slug, { title, ...(hasId && { id: idOf(n) }) }));
    const items = fc.array(item, { maxLength: 10 });
    return fc.record({ before: items, items, overwrite: fc.boolean() });
  });

type Shown = {
  readonly [Name in 'outcome' | 'code' | 'slug' | 'previousSlug']:
    | ContentOutcomeDto[Name]
    | undefined;
};

/**
 * Imports the items into a new service, one batch for each: together, or one after the other.
 *
 * @param pause delays each batch before and after it is imported. Undefined for one after the other.
 */
const resultOf = async ({ before, items, overwrite }: Import, pause?: () => Promise<void>) => {
  const { cms, ports } = await memoryCms();
  const { importContent } = coreTarget(cms, 'https://cms.test');
  await importItems(entries(before), startedRun(importContent, { onSlugClash: 'suffix' }).run);

  const outcomes = new Map<IncomingContentDto | undefined, Shown>();
  const recorded: ImportBatch = async (batch) => {
    await pause?.();
    const results = await importContent(batch);
    await pause?.();
    for (const { index, outcome, code, slug, previousSlug } of results) {
      outcomes.set(batch.items[index], { outcome, code, slug, previousSlug });
    }
    return results;
  };
  const { run } = startedRun(recorded, { overwrite });
  for (const part of pause === undefined ? items.map((item) => [item]) : [items]) {
    await importItems(entries(part), run);
  }
  const stored = await ports.store.repositories.contents.listAfter(undefined, 1_000);
  return {
    outcomes: items.map((item) => outcomes.get(item)),
    stored: stored.map(({ slug, title, version }) => `${slug} ${title} ${version}`).toSorted(),
  };
};

/** Only then the results may differ: the item gets the slug if both are imported at the same time. */
const wantsWhatALaterOneGivesUp = (
  { items }: Import,
  outcomes: readonly (Shown | undefined)[],
): boolean =>
  outcomes.some(
    (outcome, index) =>
      outcome?.code === 'slug_taken' &&
      outcomes.slice(index).some((later) => later?.previousSlug === items[index]?.slug),
  );

test('batches imported at the same time have the results of one after the other', async () => {
  const turns = fc.infiniteStream(fc.nat(3));
  await fc.assert(
    fc.asyncProperty(anyImport, turns, async (given, counts) => {
      const expected = await resultOf(given);
      fc.pre(!wantsWhatALaterOneGivesUp(given, expected.outcomes));
      const pause = async (): Promise<void> => {
        for (let count = counts.next().value ?? 0; count > 0; count -= 1) await turn();
      };
      expect(await resultOf(given, pause)).toEqual(expected);
    }),
    { numRuns: randomRuns(120) },
  );
});
