import { expect } from 'vitest';
import type { ContentFilter, ContentRepository, KnownPlace } from '../../core/index.ts';
import { contentId } from '../conformance/samples.ts';
import { contentFilters, expectLeanList, repeatedRead } from './content-plans.ts';
import type { Read } from './query-plan.ts';

const page = { limit: 50, offset: 2_000 };

/** How far places are from the start of the page: before it, its last item, and after it. */
const distances = [-400, -1, page.limit - 1, 400];

/** Places in a list. An arbitrary one stands for a place that the list does not reach. */
const placesOf = async (
  contents: ContentRepository,
  filter: ContentFilter,
): Promise<readonly KnownPlace[]> => {
  const places: KnownPlace[] = [];
  for (const distance of distances) {
    const offset = page.offset + distance;
    const found = await contents.list({ ...filter, limit: 1, offset });
    const item = 'items' in found ? found.items[0] : undefined;
    const { createdAt, id } = item ?? { createdAt: 100_000, id: contentId(1) };
    places.push({ place: { createdAt, id }, offset, isLast: false });
  }
  return places;
};

/** Lists from known places. They read only the index entries between the place and the page. */
export const windowReads = async (contents: ContentRepository): Promise<readonly Read[]> => {
  const reads: Read[] = [];
  for (const [title, filter] of contentFilters()) {
    for (const known of await placesOf(contents, filter)) {
      const query = { ...filter, ...page, known };
      const skipped =
        known.offset <= page.offset
          ? page.offset - known.offset
          : known.offset - page.offset - page.limit + 1;
      reads.push({
        send: () => contents.list(query),
        check: (plans, { hasVisibilityMap }) => {
          expect(plans, title).toHaveLength(1);
          for (const plan of plans) {
            const about = { title: `${title}, from ${known.offset}`, hasVisibilityMap };
            expectLeanList(plan, { ...query, offset: skipped }, about);
          }
        },
      });
      if (skipped > 0) reads.push(repeatedRead(contents, { title, query }, skipped));
    }
  }
  return reads;
};
