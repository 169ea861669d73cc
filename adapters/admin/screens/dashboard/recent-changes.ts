import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { ownCollections } from '../../shell/shown-collections.ts';

export interface RecentChange extends ContentSummaryDto {
  /** Who changed it last; undefined if the history does not say it, and for a program. */
  readonly changedBy: string | undefined;
}

const limit = 8;

/** Who made the version that the list shows. The history can be off, or the item gone since. */
const changerOf = async ({ id, version }: ContentSummaryDto): Promise<string | undefined> => {
  try {
    const { body } = await api.listRevisions({ params: { id }, query: { limit: 1 } });
    const [newest] = body.data;
    return newest?.version === version ? newest.author?.name : undefined;
  } catch {
    return undefined;
  }
};

/** Those that were changed last, in the collections that the navigation shows. */
export const readRecentChanges = async (): Promise<readonly RecentChange[]> => {
  const read = async (collection?: string) =>
    (await api.listSummaries({ query: { limit, collection } })).body.data;
  const own = ownCollections();
  const found = own === undefined ? await read() : (await Promise.all(own.map(read))).flat();
  const newest = found
    .toSorted((left, right) => right.updated_at - left.updated_at)
    .slice(0, limit);
  return Promise.all(newest.map(async (item) => ({ ...item, changedBy: await changerOf(item) })));
};
