import type { CollectionSchema } from '../model/field.ts';
import type { Dependencies } from '../ports/ports.ts';

const articleSchema: CollectionSchema = {
  type: 'object',
  properties: {
    excerpt: { type: 'textarea', title: 'Excerpt' },
    content: { type: 'markdown', title: 'Content' },
    featuredImage: { type: 'media', title: 'Featured image' },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
  },
  required: [],
};

const starters = [
  { name: 'pages', displayName: 'Pages', description: 'Pages of the site' },
  { name: 'blog-posts', displayName: 'Blog posts', description: 'Posts of the blog' },
] as const;

export const createStarterCollections =
  ({ store, ids, clock }: Pick<Dependencies, 'store' | 'ids' | 'clock'>) =>
  async (): Promise<void> =>
    store.exclusively('settings', async ({ collections, site }) => {
      if (!(await site.claimStarterCollections())) return;
      if ((await collections.list()).length > 0) return;
      for (const starter of starters) {
        const now = clock.now();
        await collections.insert({
          id: ids.next(),
          ...starter,
          schema: articleSchema,
          isActive: true,
          version: 1,
          createdAt: now,
          updatedAt: now,
        });
      }
    });
