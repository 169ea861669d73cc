import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import type { ReferrerDto } from '../../../contracts/schemas/envelope.ts';
import { api } from '../api/client.ts';
import { withLanguages } from '../api/read-languages.ts';
import { t } from '../catalogue/texts.ts';
import { counted } from '../catalogue/forms.ts';
import { pageQuery } from '../components/pager.tsx';
import type { ContentStatus } from '../components/status-chip.tsx';
import { labelsAt } from './field-label.ts';

/** What is used: an item or a media file. */
export interface Used {
  readonly kind: 'item' | 'media';
  readonly id: string;
}

/** An item that refers to something. */
export interface Referrer {
  readonly id: string;
  readonly title: string;
  readonly status: ContentStatus;
  /** Its language, if it has one. */
  readonly locale?: string | undefined;
  /** Undefined if the user does not see it. */
  readonly collection: CollectionDto | undefined;
  /** What people call the fields in which it does. */
  readonly fields: string;
}

export interface Usage {
  readonly referrers: readonly Referrer[];
  readonly hasNext: boolean;
}

/** The items of an answer, each once, with names for people. @throws ApiError, OfflineError. */
export const referrersOf = async (found: readonly ReferrerDto[]): Promise<readonly Referrer[]> => {
  if (found.length === 0) return [];
  const [collections, entriesOf] = await Promise.all([
    api.listCollections().then(({ body }) => body.data),
    withLanguages(found),
  ]);
  const groups = Map.groupBy(entriesOf, ({ id }) => id);
  return [...groups.values()].flatMap((entries) =>
    entries.slice(0, 1).map(({ id, title, status, locale, collectionId }) => {
      const collection = collections.find((each) => each.id === collectionId);
      const labels = entries.map(({ field }) =>
        labelsAt(field, collection?.schema.properties).join(' '),
      );
      return {
        id,
        title,
        status,
        locale,
        collection,
        fields: labels.toSorted().join(', '),
      };
    }),
  );
};

/** A page of the items that use something. @param page from 1. @throws ApiError, OfflineError. */
export const readUsage = async ({ kind, id }: Used, page = 1): Promise<Usage> => {
  const { limit, offset } = pageQuery(page);
  const request = { params: { id }, query: { limit: limit - 1, offset } };
  const { data, meta } = (
    await (kind === 'item' ? api.listReferrers(request) : api.listMediaUsage(request))
  ).body;
  return { referrers: await referrersOf(data), hasNext: meta.more };
};

/** “Used in 3 items”; of a page that is not the last one, “Used in at least 50 items”. */
export const usedInText = ({ referrers, hasNext }: Usage): string =>
  counted(referrers.length, hasNext ? t.references.usedInAtLeast : t.references.usedIn);
