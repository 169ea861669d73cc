import type { CollectionSchema } from '../../../core/vocabulary.ts';

/** A schema with a field of every type, some of which are required. */
export const everyField: CollectionSchema = {
  type: 'object',
  properties: {
    body: { type: 'markdown', title: 'Text', description: 'The article.' },
    name: { type: 'string' },
    code: { type: 'string', enum: ['a', 'b'] },
    teaser: { type: 'textarea' },
    rich: { type: 'richtext' },
    handle: { type: 'slug' },
    mail: { type: 'email' },
    link: { type: 'url' },
    rating: { type: 'number' },
    size: { type: 'number', enum: [1, 2] },
    hot: { type: 'boolean' },
    day: { type: 'date' },
    moment: { type: 'datetime' },
    kind: { type: 'select', enum: ['news', 'essay'] },
    topics: { type: 'multiselect', enum: ['sea', 'land'] },
    level: { type: 'radio', enum: [1, 2, 'x'] },
    tint: { type: 'color' },
    extra: { type: 'json' },
    author: { type: 'reference', collection: 'people' },
    cover: { type: 'media' },
    attachment: { type: 'file' },
    tags: { type: 'array', items: { type: 'string' } },
    anything: { type: 'array' },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { cell: { type: 'number' } }, required: ['cell'] },
    },
    seo: {
      type: 'object',
      properties: {
        image: { type: 'media' },
        words: { type: 'array', items: { type: 'number' } },
      },
      required: ['image'],
    },
    sections: {
      type: 'blocks',
      blocks: {
        quote: {
          properties: { text: { type: 'markdown' }, by: { type: 'string' } },
          required: ['text'],
        },
        rule: { properties: {} },
      },
    },
    none: { type: 'blocks' },
  },
  required: ['body', 'kind', 'seo', 'tags'],
};
