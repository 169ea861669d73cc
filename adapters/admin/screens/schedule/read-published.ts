import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api } from '../../api/client.ts';
import { mapSome } from '../../api/map-some.ts';
import { withLanguages } from '../../api/read-languages.ts';
import type { ContentStatus } from '../../components/status-chip.tsx';
import { startOfDay } from '../../schedule/zoned-time.ts';
import { addDays } from '../../schedule/days.ts';

/** An item that was first published in the shown days. */
export interface PublishedItem {
  readonly id: string;
  readonly title: string;
  /** When it was first published. */
  readonly at: number;
  /** The present one: it may be published no longer. */
  readonly status: ContentStatus;
  readonly collection: CollectionDto;
  readonly locale?: string;
}

/** What a collection has beyond what the calendar shows. */
export interface PublishedRest {
  readonly collection: CollectionDto;
  readonly count: number;
  /** The conditions that find the items of these days. */
  readonly where: Readonly<Record<string, string>>;
}

export interface Published {
  readonly items: readonly PublishedItem[];
  readonly rests: readonly PublishedRest[];
}

export interface Days {
  readonly first: string;
  readonly last: string;
}

/** Of each collection, the calendar shows at most so many items. */
const shownItems = 200;

/** The latest first. */
export const publishedOrder = '-published_at';

const readCollection = async (
  collection: CollectionDto,
  where: Readonly<Record<string, string>>,
  client: Pick<typeof api, 'queryContent'>,
): Promise<Published> => {
  const { data, meta } = (
    await client.queryContent({
      params: { name: collection.name },
      query: {
        where,
        sort: publishedOrder,
        fields: 'title,status,published_at',
        limit: shownItems,
        total: true,
      },
    })
  ).body;
  const items = data.map(({ id, title = '', status = 'published', published_at }) => ({
    id,
    title,
    status,
    at: published_at ?? 0,
    collection,
  }));
  const count = (meta.total ?? 0) - items.length;
  return { items, rests: count > 0 ? [{ collection, count, where }] : [] };
};

/**
 * What was first published from one day to another, both included, in all active collections.
 *
 * @param zone in which the days begin. @throws ApiError, OfflineError.
 */
export const readPublished = async (
  { first, last }: Days,
  zone: string,
  collections: readonly CollectionDto[],
  client: Pick<typeof api, 'queryContent'> = api,
): Promise<Published> => {
  const textOf = (day: string): string => new Date(startOfDay(day, zone)).toISOString();
  const where = {
    '[published_at][gte]': textOf(first),
    '[published_at][lt]': textOf(addDays(last, 1)),
  };
  const found = await mapSome(
    collections.filter(({ isActive }) => isActive),
    (collection) => readCollection(collection, where, client),
  );
  const items = found.flatMap((each) => each.items);
  const [localised, others] = [true, false].map((isLocalised) =>
    items.filter(({ collection }) => (collection.localized === true) === isLocalised),
  ) as [PublishedItem[], PublishedItem[]];
  return {
    items: [...(await withLanguages(localised)), ...others],
    rests: found.flatMap(({ rests }) => rests),
  };
};
