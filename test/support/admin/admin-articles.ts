import { operator, type Cms } from '../../../core/index.ts';
import type { Collection, ContentItem } from '../../../core/vocabulary.ts';

const schema = {
  type: 'object',
  properties: {
    summary: { type: 'textarea', title: 'Summary', maxLength: 200 },
    body: { type: 'markdown', title: 'Body' },
    rating: { type: 'number', title: 'Rating', minimum: 1, maximum: 5 },
    featured: { type: 'boolean', title: 'Featured' },
    day: { type: 'date', title: 'Day' },
    time: { type: 'datetime', title: 'Time' },
    kind: { type: 'select', title: 'Kind', enum: ['news', 'essay'] },
    level: { type: 'radio', title: 'Level', enum: ['easy', 'hard'] },
    topics: { type: 'multiselect', title: 'Topics', enum: ['coast', 'winter'] },
    accent: { type: 'color', title: 'Accent' },
    related: { type: 'reference', title: 'Related', collection: 'articles' },
    cover: { type: 'media', title: 'Cover' },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    place: {
      type: 'object',
      title: 'Place',
      properties: { name: { type: 'string', title: 'Name' } },
    },
    settings: { type: 'json', title: 'Settings' },
  },
  required: ['summary'],
};

/** Creates a collection that has a field of every kind that the editor shows in its own way. */
export const createArticles = async (cms: Cms): Promise<Collection> => {
  await cms.collections.create(operator, { name: 'articles', displayName: 'Articles', schema });
  return cms.collections.get(operator, 'articles');
};

/** Creates that collection and a draft in it. */
export const createArticle = async (
  cms: Cms,
  title: string,
  data: Record<string, unknown> = {},
): Promise<ContentItem> => {
  const { id } = await createArticles(cms);
  return cms.content.create(operator, { collectionId: id, title, data: data as never });
};

/** The stored data of an item. */
export const dataOf = async (cms: Cms, id: string): Promise<Record<string, unknown>> =>
  JSON.parse(
    (await cms.content.readItem(operator, { of: { id }, client: 'a test' })).value.item.data,
  ) as Record<string, unknown>;
