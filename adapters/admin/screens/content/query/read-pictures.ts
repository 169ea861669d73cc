import { expandedFieldsMax } from '../../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { api } from '../../../api/client.ts';
import { thumbnailUrl } from '../../../media/thumbnail.ts';
import { smallImage } from './picture.ts';

/** In CSS pixels, on each side. */
export const pictureSize = 40;

/** The URL of the small picture of each item that has one; undefined where items have none. */
export type Pictures = ReadonlyMap<string, string> | undefined;

/**
 * What is read for the pictures of some items of a collection, as a text, so that the same is not read again. Empty
 * without a field of the type `media` at the top of the schema.
 */
export const pictureRequest = (
  collection: CollectionDto | undefined,
  items: readonly { readonly id: string; readonly collection: string }[],
): string => {
  const fields = Object.entries(collection?.schema.properties ?? {})
    .filter(([, { type }]) => type === 'media')
    .map(([name]) => name)
    .slice(0, expandedFieldsMax);
  if (collection === undefined || fields.length === 0) return '';
  const ids = items.filter((item) => item.collection === collection.name).map(({ id }) => id);
  return [collection.name, fields.join(), ids.join()].join(' ');
};

/** The first image of each item, in one request. @throws ApiError, OfflineError. */
export const readPictures = async (request: string): Promise<Pictures> => {
  const [name = '', fields = '', ids = ''] = request.split(' ');
  if (ids === '') return undefined;
  const paths = fields.split(',');
  const { data, includedMedia = {} } = (
    await api.queryContent({
      params: { name },
      query: {
        where: { '[id][in]': ids },
        fields: paths.map((path) => `data.${path}`).join(),
        expand: fields,
        limit: ids.split(',').length,
      },
    })
  ).body;
  const imageOf = (value: unknown): string | undefined => {
    if (typeof value !== 'string') return undefined;
    const file = includedMedia[value];
    return file === undefined ? smallImage(value, pictureSize) : thumbnailUrl(file, pictureSize);
  };
  return new Map(
    data.flatMap(({ id, data: values = {} }) => {
      const image = paths
        .map((path) => imageOf((values as Readonly<Record<string, unknown>>)[path]))
        .find((each) => each !== undefined);
      return image === undefined ? [] : [[id, image] as const];
    }),
  );
};
