import type { Ports } from '../ports/ports.ts';
import type { CollectionSchema } from './field.ts';

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

/** Gives a database without collections its first two. Safe to run on every start, everywhere at once. */
export const plantStarterCollections =
  ({ unitOfWork, ids, clock }: Pick<Ports, 'unitOfWork' | 'ids' | 'clock'>) =>
  async (): Promise<void> => {
    await unitOfWork.run('settings', async ({ collections, settings }) => {
      const current = await settings.load();
      if (current.planted) return;
      if ((await collections.list()).length === 0) {
        for (const starter of starters) {
          const now = clock.now();
          await collections.insert({
            id: ids.next(),
            ...starter,
            schema: articleSchema,
            isActive: true,
            createdAt: now,
            updatedAt: now,
          });
        }
      }
      await settings.save({ ...current, planted: true });
    });
  };
