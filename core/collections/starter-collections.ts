import type { Dependencies } from '../dependencies.ts';
import { subjects } from '../freshness/subjects.ts';
import type { Repositories } from '../ports/ports.ts';
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

type StarterDependencies = Pick<Dependencies, 'writes' | 'ids' | 'clock'>;

/** Creates the two collections of a new database. Can run at any time, on any instance. */
export const createStarterCollections =
  (dependencies: StarterDependencies) => async (): Promise<void> =>
    dependencies.writes.runExclusive('settings', [subjects.site], (repositories) =>
      insertStarterCollections(repositories, dependencies),
    );

/** Like {@link createStarterCollections}, in a transaction of the caller with the lock `settings`. */
export const insertStarterCollections = async (
  { collections, site }: Repositories,
  { ids, clock }: StarterDependencies,
): Promise<void> => {
  if (!(await site.claimStarterCollections())) return;
  if ((await collections.list()).length > 0) return;
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
};
