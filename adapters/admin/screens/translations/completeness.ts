import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { formatTotal, type Total } from '../content/format-total.ts';

/** How much of a collection there is in a language. */
export interface Completeness {
  /** The items in the language. */
  readonly done: Total;
  /** What there would be if nothing was missing. */
  readonly all: Total;
}

/** At most so many places of missing translations are counted. */
const countedMax = 1_000;

/**
 * How much there is in a language, by the id of the collection.
 *
 * @param collection the name of the only one to read. @throws ApiError, OfflineError.
 */
export const readCompleteness = async (
  locale: string,
  collection?: string,
): Promise<ReadonlyMap<string, Completeness>> => {
  const [counts, work] = await Promise.all([
    api.countContent({ query: { locale, collection } }),
    api.listTranslationWork({
      query: { locale, state: 'missing', collection, limit: countedMax },
    }),
  ]);
  const { data: missing, meta } = work.body;
  return completenessOf(
    counts.body.data,
    missing.map(({ collectionId }) => collectionId),
    meta.more,
  );
};

/** @param missing the collection of each missing translation. @param hasMore whether others are missing, too. */
export const completenessOf = (
  counts: readonly ContentCountsDto[],
  missing: readonly string[],
  hasMore: boolean,
): ReadonlyMap<string, Completeness> =>
  new Map(
    counts.map((counted) => {
      const byStatus = Object.values(counted.counts);
      const count = byStatus.reduce((sum, each) => sum + each.count, 0);
      const isLowerBound = byStatus.some((each) => each.isLowerBound);
      const lacking = missing.filter((id) => id === counted.collectionId).length;
      return [
        counted.collectionId,
        {
          done: { count, isLowerBound },
          all: { count: count + lacking, isLowerBound: isLowerBound || hasMore },
        },
      ];
    }),
  );

/** “12 of 40”. */
export const completenessText = ({ done, all }: Completeness): string =>
  t.translations.done(formatTotal(done), formatTotal(all));
