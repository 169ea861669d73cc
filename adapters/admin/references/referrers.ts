import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import type { ReferrerDto } from '../../../contracts/schemas/envelope.ts';
import { api } from '../api/client.ts';
import { withLanguages } from '../api/read-languages.ts';
import type { ContentStatus } from '../components/status-chip.tsx';
import { labelsAt } from './field-label.ts';

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

/** The items of each answer, each once, with names for people. @throws ApiError, OfflineError. */
export const referrersOfEach = async (
  answers: readonly (readonly ReferrerDto[])[],
): Promise<readonly (readonly Referrer[])[]> => {
  const found = answers.flatMap((entries, answer) => entries.map((each) => ({ ...each, answer })));
  if (found.length === 0) return answers.map(() => []);
  const [collections, named] = await Promise.all([
    api.listCollections().then(({ body }) => body.data),
    withLanguages(found),
  ]);
  const byAnswer = Map.groupBy(named, ({ answer }) => answer);
  return answers.map((_, answer) => joinFields(byAnswer.get(answer) ?? [], collections));
};

/** One entry for each item, with the names of all fields. */
const joinFields = (
  found: readonly (ReferrerDto & { readonly locale?: string })[],
  collections: readonly CollectionDto[],
): readonly Referrer[] => {
  const groups = Map.groupBy(found, ({ id }) => id);
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

/** The items of an answer, each once, with names for people. @throws ApiError, OfflineError. */
export const referrersOf = async (found: readonly ReferrerDto[]): Promise<readonly Referrer[]> =>
  (await referrersOfEach([found]))[0] ?? [];
