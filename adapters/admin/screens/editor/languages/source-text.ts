import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { TranslationDto } from '../../../../../contracts/schemas/translation-schemas.ts';
import { api, hasStatus } from '../../../api/client.ts';
import { textOf, type ItemText } from '../model/item-text.ts';
import { readItem } from '../model/item-requests.ts';

/** What a translation was made from. */
export interface SourceText {
  readonly id: string;
  readonly locale: string | undefined;
  /** As readers see it or, of an item that is not published, as it is stored. */
  readonly now: ItemText;
  /** As it was when the translation was made; undefined if the history does not have it any more. */
  readonly former: ItemText | undefined;
}

/** The fields of the translation itself: all but those that it shares with the source. */
export const ownFieldsOf = ({ properties, required, ...schema }: CollectionSchemaDto) => {
  const own = Object.entries(properties).filter(([, { localized }]) => localized !== false);
  const names = own.map(([name]) => name);
  return {
    ...schema,
    properties: Object.fromEntries(own),
    required: required.filter((name) => names.includes(name)),
  };
};

/** Only what the translation has of its own. The slug is none of it: translations may share it. */
const withOwnFields = ({ title, data }: ItemText, schema: CollectionSchemaDto): ItemText => ({
  title,
  slug: '',
  data: Object.fromEntries(
    Object.entries(data).filter(([name]) => schema.properties[name]?.localized !== false),
  ),
});

/** @throws ApiError, OfflineError. */
export const readSource = async (
  { id, version }: NonNullable<TranslationDto['source']>,
  schema: CollectionSchemaDto,
): Promise<SourceText> => {
  const params = { id, version: String(version) };
  const [{ item }, former] = await Promise.all([
    readItem(id),
    api.getRevision({ params }).then(
      ({ body }) => textOf(body.data),
      (error: unknown) => {
        if (hasStatus(error, 404)) return undefined;
        throw error;
      },
    ),
  ]);
  return {
    id,
    locale: item.locale,
    now: withOwnFields(textOf(item), schema),
    former: former && withOwnFields(former, schema),
  };
};
