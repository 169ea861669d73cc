import type { Knex } from 'knex';
import { expect } from 'vitest';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import type { ContentFilter, ContentRepository, KnownPlace } from '../../core/index.ts';
import { contentId } from '../conformance/samples.ts';
import { contentFilters, expectLeanList, expectLeanStates } from './content-plans.ts';
import { plansOf } from './query-plan.ts';
import type { Circumstances } from './summary-plans.ts';

const page = { limit: 50, offset: 2_000 };

/** How far places are from the start of the page: before it, its last item, and after it. */
const distances = [-400, -1, page.limit - 1, 400];

/** Places in a list. An arbitrary one stands for a place that the list does not reach. */
const placesOf = async (
  contents: ContentRepository,
  filter: ContentFilter,
): Promise<readonly KnownPlace[]> => {
  const first = page.offset - 400;
  const found = await contents.list({ ...filter, limit: 801, offset: first });
  return distances.map((distance) => {
    const offset = page.offset + distance;
    const item = 'items' in found ? found.items[offset - first] : undefined;
    const { createdAt, id } = item ?? { createdAt: 100_000, id: contentId(1) };
    return { place: { createdAt, id }, offset, isLast: false };
  });
};

/** Checks that a list from a known place reads only the index entries between it and the page. */
export const expectLeanWindows = async (
  knex: Knex,
  { hasVisibilityMap, again = 0 }: Circumstances,
): Promise<void> => {
  const { contents } = postgresRepositories(knex);
  for (const [title, filter] of contentFilters()) {
    for (const known of await placesOf(contents, filter)) {
      const query = { ...filter, ...page, known };
      for (let count = 0; count < again; count += 1) await contents.list(query);
      const plans = await plansOf(knex, () => contents.list(query));
      const skipped =
        known.offset <= page.offset
          ? page.offset - known.offset
          : known.offset - page.offset - page.limit + 1;
      expect(plans, title).toHaveLength(1);
      const about = { title: `${title}, from ${known.offset}`, hasVisibilityMap };
      for (const plan of plans) expectLeanList(plan, { ...query, offset: skipped }, about);
      if (skipped > 0) await expectLeanStates(knex, query, about, skipped);
    }
  }
};
