import type { Ports } from '../ports/ports.ts';
import type { Repositories } from '../ports/repositories.ts';
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

type PlantingPorts = Pick<Ports, 'unitOfWork' | 'ids' | 'clock'>;

/** Gives a database without collections its first two. Safe to run at any time, everywhere at once. */
export const plantStarterCollections = (ports: PlantingPorts) => async (): Promise<void> =>
  ports.unitOfWork.run('settings', (inside) => plantInside(inside, ports));

/** The same, in the transaction that `inside` is part of; it must hold the lock `settings`. */
export const plantInside = async (
  { collections, settings }: Repositories,
  { ids, clock }: PlantingPorts,
): Promise<void> => {
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
};
