import { readUuid } from '../../../contracts/client/vocabulary.ts';
import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { api } from '../api/client.ts';
import { readSummaries } from '../api/read-summaries.ts';
import { markedName } from '../components/private-mark.tsx';
import { namedIn } from '../screens/content/collections.ts';

/** An item as a list of references shows it. */
export interface TargetItem extends Pick<ContentSummaryDto, 'id' | 'title' | 'slug' | 'status'> {
  /** The name of its collection for people. */
  readonly collection: string;
}

type Found = ReadonlyMap<string, ContentSummaryDto>;

/**
 * Reads items by their ids. Those that are asked for in one turn come with one request.
 *
 * @returns a function that resolves to undefined for an item that does not exist or that the user may not see, and for a
 *   text that is no id. It throws ApiError, OfflineError.
 */
export const itemReader = (): ((id: string) => Promise<TargetItem | undefined>) => {
  const ids: string[] = [];
  let batch: Promise<Found> | undefined;
  let collections: ReturnType<typeof api.listCollections> | undefined;

  /** Waits until all ids of this turn are known. */
  const readBatch = (): Promise<Found> =>
    Promise.resolve().then(async () => {
      batch = undefined;
      const found = await readSummaries(ids.splice(0));
      return new Map(found.map((item) => [item.id, item]));
    });

  return async (text) => {
    const id = readUuid(text);
    if (id === undefined) return undefined;
    ids.push(id);
    batch ??= readBatch();
    const item = (await batch).get(id);
    if (item === undefined) return undefined;
    const { title, slug, status } = item;
    const answer = await (collections ??= api.listCollections()).catch(() => undefined);
    return {
      id,
      title,
      slug,
      status,
      collection: markedName(namedIn(answer?.body.data ?? [], item.collection)),
    };
  };
};
