import type { ContentItemDto } from '../../../contracts/schemas/content-schemas.ts';
import { api, hasStatus } from '../api/client.ts';

/** An item as a list of references shows it. */
export interface TargetItem {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly status: ContentItemDto['status'];
  /** The name of its collection for people. */
  readonly collection: string;
}

type Found = ReadonlyMap<string, Partial<ContentItemDto>>;

/** The most ids that one condition can have. */
const idsMax = 50;

const queryItems = async (name: string, ids: readonly string[]): Promise<Found> => {
  const pages = Array.from({ length: Math.ceil(ids.length / idsMax) }, async (_, page) => {
    const some = ids.slice(page * idsMax, (page + 1) * idsMax);
    const query = {
      where: { '[id][in]': some.join(',') },
      fields: 'title,slug,status',
      limit: idsMax,
    };
    return (await api.queryContent({ params: { name }, query })).body.data;
  });
  return new Map((await Promise.all(pages)).flat().map((item) => [item.id, item]));
};

/**
 * Reads items by their ids. Those of one collection that are asked for in one turn come with one request.
 *
 * @returns a function that takes the name of the collection in which an item probably is. It throws ApiError 404 for an
 *   item that does not exist or that the user may not see.
 */
export const itemReader = (): ((id: string, collection?: string) => Promise<TargetItem>) => {
  const batches = new Map<string, { readonly ids: Set<string>; readonly found: Promise<Found> }>();
  let collections: ReturnType<typeof api.listCollections> | undefined;

  const start = (name: string) => {
    const ids = new Set<string>();
    const found = Promise.resolve().then(async () => {
      batches.delete(name);
      return queryItems(name, [...ids]).catch((error: unknown) => {
        if (hasStatus(error, 404)) return new Map<string, never>();
        throw error;
      });
    });
    const batch = { ids, found };
    batches.set(name, batch);
    return batch;
  };

  const findIn = async (name: string, id: string): Promise<Partial<ContentItemDto> | undefined> => {
    const batch = batches.get(name) ?? start(name);
    batch.ids.add(id);
    return (await batch.found).get(id);
  };

  return async (id, name) => {
    const queried = name === undefined ? undefined : await findIn(name, id);
    const item = queried ?? (await api.getContent({ params: { id } })).body.data;
    const answer = await (collections ??= api.listCollections()).catch(() => undefined);
    const collection = answer?.body.data.find((each) =>
      queried === undefined ? each.id === item.collectionId : each.name === name,
    );
    const { title = '', slug = '', status = 'draft' } = item;
    return { id, title, slug, status, collection: collection?.displayName ?? '' };
  };
};
