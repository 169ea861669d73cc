import { operator, type Cms } from '../../../core/index.ts';
import { markup } from './admin-content.ts';

const schema = {
  type: 'object',
  properties: {
    category: { type: 'select', title: 'Category', enum: ['boots', 'hats, caps'], indexed: true },
    price: { type: 'number', title: 'Price', indexed: true },
    stock: { type: 'number', title: 'Stock' },
    released: { type: 'date', title: 'Released', indexed: true },
    sold: { type: 'datetime', title: 'Sold' },
    featured: { type: 'boolean', title: 'Featured' },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' }, indexed: true },
    maker: { type: 'reference', title: 'Maker', collection: 'pages' },
    photo: { type: 'media', title: 'Photo' },
    size: {
      type: 'object',
      title: 'Size',
      properties: { width: { type: 'number', title: markup } },
    },
    note: { type: 'textarea', title: 'Note' },
  },
};

/** Creates a collection `products` with indexed and other fields, and these items, the first one first. */
export const createProducts = async (
  cms: Cms,
  items: readonly (readonly [title: string, data: Record<string, unknown>])[],
): Promise<void> => {
  await cms.collections.create(operator, { name: 'products', displayName: 'Products', schema });
  for (const [title, data] of items) {
    await cms.content.create(operator, { collection: 'products', title, data: data as never });
  }
};
