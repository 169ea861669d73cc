import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/core-target.ts';
import { importItems } from '../../adapters/cli/transfer/import-items.ts';
import type { ContentOutcomeDto, IncomingContentDto } from '../../contracts/index.ts';
import {
  entries,
  idOf,
  itemOf,
  startedRun,
  type ImportBatch,
} from '../support/import/import-steps.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

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
    { numRuns: 300 },
  );
});
