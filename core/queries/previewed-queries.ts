import type { Decided } from '../content/read-on-basis.ts';
import { isAmong, readPreviewed, tokenView } from '../content/previewed-item.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem, ContentStatus } from '../model/content/content-item.ts';
import type { QueryCondition, QueryPlace } from '../model/content/item-query.ts';
import type { QueryRepository } from '../ports/repositories/query-repository.ts';
import { comparePlaces, keyOf, meets } from './item-keys.ts';

type Queries = Pick<QueryRepository, 'list'>;

/** What a query asks for, whichever scan it follows. */
interface Asked {
  readonly collectionId: string;
  readonly conditions: readonly QueryCondition[];
  /** Of the items that the caller sees, except the item of a preview token. */
  readonly statuses: readonly ContentStatus[];
}

/** Queries in the perspective of the request. With the token of an item, it takes the place of its public state. */
export const queriesOf = (
  { repositories, basis, previewed }: Decided,
  { collectionId, conditions, statuses }: Asked,
): Queries => {
  const { queries, contents } = repositories;
  if (previewed === undefined) return queries;

  /** The item of the token as it is shown, and whether the query finds its public state. */
  const find = async (): Promise<
    BasedRead<{ readonly shown: ContentItem | undefined; readonly wasFound: boolean }>
  > => {
    const read = await readPreviewed(contents, previewed, basis);
    if (!read.isCurrent) return read;
    const { shown, stored } = read.value;
    const has = (item: ContentItem | undefined): item is ContentItem =>
      isAmong({ collectionId }, tokenView, item) && conditions.every((each) => meets(item, each));
    const wasFound = has(stored) && statuses.includes(stored.status);
    return { isCurrent: true, value: { shown: has(shown) ? shown : undefined, wasFound } };
  };

  return {
    list: async (query, { after, limit, countMax }) => {
      const own = await find();
      if (!own.isCurrent) return own;
      // One more: the public state of the item can be one of them.
      const read = await queries.list(query, { after, limit: limit + 1, countMax }, basis);
      if (!read.isCurrent) return read;
      const { places, count: found, ...page } = read.value;
      const { shown, wasFound } = own.value;
      const isCounted = found !== undefined && found !== countMax;
      const count = isCounted ? found - Number(wasFound) + Number(shown !== undefined) : found;
      const compare = (left: QueryPlace, right: QueryPlace): number =>
        comparePlaces(left, right, query.sort, query.idsDescend);
      const place = shown && {
        keys: query.sort.map(({ field }) => keyOf(shown, field)),
        id: shown.id,
      };
      const isOther = ({ id }: { readonly id: string }): boolean => id !== previewed;
      const others = places.filter(isOther);
      const isFull = places.length > limit;
      const last = others.at(-1);
      const isOn =
        place !== undefined &&
        (after === undefined || compare(place, after) > 0) &&
        (!isFull || (last !== undefined && compare(place, last) < 0));
      const at = isOn ? others.filter((each) => compare(each, place) < 0).length : -1;
      const put = <T>(entries: readonly T[], entry: T | undefined): readonly T[] =>
        (at === -1 || entry === undefined ? entries : entries.toSpliced(at, 0, entry)).slice(
          0,
          limit,
        );
      const sorted = put(others, place);
      if ('items' in page) {
        return {
          ...read,
          value: { places: sorted, count, items: put(page.items.filter(isOther), shown) },
        };
      }
      const sizes = await contents.sizesAmong({ ids: [previewed] }, tokenView, basis);
      if (!sizes.isCurrent) return sizes;
      const large = put(page.large.filter(isOther), sizes.value[0]);
      return { ...read, value: { places: sorted, count, large } };
    },
  };
};
