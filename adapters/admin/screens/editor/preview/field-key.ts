import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';

const members = ['title', 'slug'];

/**
 * The place that a page names, as the service names it in its issues: `title`, or `data.` and the names of fields.
 *
 * @param path `title`, `slug`, or a field of the data, such as `sections.2.heading`, which may begin with `data.`
 */
export const fieldKey = (
  path: string,
  { properties }: Pick<CollectionSchemaDto, 'properties'>,
): string => {
  if (members.includes(path)) return path;
  return path.startsWith('data.') && !Object.hasOwn(properties, 'data') ? path : `data.${path}`;
};
