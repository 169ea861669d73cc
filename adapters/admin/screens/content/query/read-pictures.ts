import { expandedFieldsMax } from '../../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { api } from '../../../api/client.ts';
import { mapSome } from '../../../api/map-some.ts';
import { thumbnailUrl } from '../../../media/thumbnail.ts';
import { smallImage } from './picture.ts';

/** In CSS pixels, on each side. */
export const pictureSize = 40;

/** The URL of the small picture of each item that has one; undefined where items have none. */
export type Pictures = ReadonlyMap<string, string> | undefined;

/**
 * What is read for the pictures of some items, as a text, so that the same is not read again: a line for each collection of
 * the items that has fields of the type `media` at the top of its schema. Empty without such a collection.
 */
export const pictureRequests = (
  collections: readonly CollectionDto[],
  items: readonly { readonly id: string; readonly collection: string }[],
): string =>
  collections
    .flatMap(({ name, schema }) => {
      const fields = Object.entries(schema.properties)
        .filter(([, { type }]) => type === 'media')
        .map(([key]) => key)
        .slice(0, expandedFieldsMax);
      const ids = items.filter(({ collection }) => collection === name).map(({ id }) => id);
      return fields.length === 0 || ids.length === 0
        ? []
        : [[name, fields.join(), ids.join()].join(' ')];
    })
    .join('\n');

/** The first image of each item, in one request for each collection. @throws ApiError, OfflineError. */
export const readPictures = async (requests: string): Promise<Pictures> => {
  if (requests === '') return undefined;
  return new Map((await mapSome(requests.split('\n'), readCollection)).flat());
};

type Picture = readonly [id: string, url: string];

const readCollection = async (request: string): Promise<readonly Picture[]> => {
  const [name = '', fields = '', ids = ''] = request.split(' ');
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
  return data.flatMap(({ id, data: values = {} }): readonly Picture[] => {
    const image = paths
      .map((path) => imageOf((values as Readonly<Record<string, unknown>>)[path]))
      .find((each) => each !== undefined);
    return image === undefined ? [] : [[id, image]];
  });
};
