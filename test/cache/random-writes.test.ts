import { expect, test } from 'vitest';
import fc from 'fast-check';
import { isDomainError, operator } from '../../core/index.ts';
import { contentStatuses, type ContentItem } from '../../core/vocabulary.ts';
import { cachedWorld, uncached } from '../support/cache/cached-world.ts';
import { everyRead } from '../support/cache/every-read.ts';
import { randomRuns } from '../support/seeded-random.ts';

test('a cached result equals the stored state after any sequence of writes and reads', async () => {
  const status = fc.constantFrom(...contentStatuses);
  const changes = ['create', 'update', 'rename', 'move', 'delete', 'hide', 'purge'] as const;
  const kinds = ['read', 'read', 'read', ...changes] as const;
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    instance: fc.nat(2),
    item: fc.nat(3),
    status,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = await cachedWorld();
      const { cms, another, posts, pages } = world;
      const instances = [cms, another(), another()];
      const truth = uncached(world);
      const items: ContentItem[] = [];
      for (const [n, { kind, instance, item: index, status: to }] of steps.entries()) {
        const { content, settings, plugins } = instances[instance]!;
        const item = items[index];
        if (kind === 'create') {
          const collectionId = n % 2 === 0 ? posts.id : pages.id;
          items.push(await content.create(operator, { collectionId, title: `T${n}`, status: to }));
        } else if (kind === 'hide') {
          const publicContent = n % 2 === 0 ? 'all' : 'published';
          await settings.update(operator, { publicContent });
        } else if (kind === 'purge') {
          await plugins.purgeCache(operator);
        } else if (item !== undefined && kind !== 'read') {
          const collectionId = n % 2 === 0 ? posts.id : pages.id;
          const change = {
            update: { title: `T${n}`, status: to },
            // Only one item can have it: the others keep their slugs.
            rename: { slug: n % 2 === 0 ? 'new' : item.slug },
            move: { collectionId },
            delete: undefined,
          }[kind];
          const write =
            change === undefined
              ? content.delete(operator, item.id)
              : content.update(operator, item.id, change);
          await write.catch((error: unknown) => expect(isDomainError(error)).toBe(true));
        }
        const shown = item ?? ({ id: 'none', slug: 'none' } as ContentItem);
        const answers = await everyRead(instances[instance]!, shown);
        expect(answers).toEqual(await everyRead(truth, shown));
      }
    }),
    { numRuns: randomRuns(30) },
  );
});
