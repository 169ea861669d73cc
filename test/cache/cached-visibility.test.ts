import { describe, expect, test } from 'vitest';
import { anonymous, isDomainError, operator, type Actor, type Cms } from '../../core/index.ts';
import { contentStatuses, noId, type CollectionScope } from '../../core/vocabulary.ts';
import { cachedWorld, get, list, sourceOf, uncached } from '../support/cache/cached-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';

const token = (scope: CollectionScope, tokenId = noId): Actor => ({
  kind: 'token',
  tokenId,
  scope,
});

/** A service with an item of every status in two active collections and an inactive one. */
const library = async () => {
  const world = await cachedWorld();
  const { cms, posts, pages, person, write } = world;
  const hidden = await cms.collections.create(operator, { name: 'hidden' });
  const author = await person('author');
  const ids: string[] = [];
  for (const { id: collectionId } of [posts, pages, hidden]) {
    for (const status of contentStatuses) {
      ids.push((await write(author, { collectionId, status })).id);
    }
  }
  await cms.collections.update(operator, hidden.name, { isActive: false });
  const truth = uncached(world);
  const queries = ['', posts.name, pages.name, hidden.name].flatMap((collection) =>
    [undefined, ...contentStatuses].map((status) => ({
      ...(collection !== '' && { collection }),
      ...(status !== undefined && { status }),
    })),
  );
  /** Every result that the actor gets, including errors. */
  const answers = (instance: Cms, actor: Actor): Promise<readonly string[]> => {
    const reads = [
      ...queries.map((query) => list(instance, actor, query)),
      ...ids.map((id) => get(instance, actor, id)),
    ];
    return Promise.all(
      reads.map((read) =>
        read.then(
          ({ text }) => `found\n${text}`,
          (error: unknown) => (isDomainError(error) ? `${error.code} ${error.message}` : 'bug'),
        ),
      ),
    );
  };
  const actors: readonly (readonly [string, Actor])[] = [
    ['a stranger', anonymous],
    ['an unscoped token', token('all')],
    ['a token for posts', token([posts.id])],
    ['a token for pages', token([pages.id])],
    ['a token for both', token([posts.id, pages.id])],
    ['a token for the hidden collection', token([hidden.id])],
    ['a token whose collections are gone', token([noId])],
    ['a token for nothing', token([])],
    ['a viewer', await person('viewer')],
    ['an administrator', await person('admin')],
    ['the operator', operator],
  ];
  return { ...world, truth, answers, actors, ids };
};

describe('a cache filled by other callers returns exactly what each caller can see (strapi#25326, GHSA-c2xx-cjmh-9q8f, CVE-2024-45596)', () => {
  for (const publicContent of ['all', 'published'] as const) {
    test(`with public content ${publicContent}`, async () => {
      const { cms, truth, answers, actors } = await library();
      await cms.settings.update(operator, { publicContent });
      const expected = new Map<string, readonly string[]>();
      for (const [name, actor] of actors) expected.set(name, await answers(truth, actor));
      expect(new Set([...expected.values()].map(String)).size).toBeGreaterThan(6);
      for (const [warmedBy, warmer] of actors) {
        await cms.plugins.purgeCache(operator);
        expect(await answers(cms, warmer)).toEqual(expected.get(warmedBy));
        for (const [name, actor] of actors) {
          const after = `${name} after ${warmedBy}`;
          expect(await answers(cms, actor), after).toEqual(expected.get(name));
        }
      }
    });
  }
});

test('a setting that hides drafts invalidates cached drafts immediately', async () => {
  const { cms, another, answers, truth } = await library();
  const other = another();
  const open = await answers(other, anonymous);
  await cms.settings.update(operator, { publicContent: 'published' });
  const closed = await answers(truth, anonymous);
  expect(closed).not.toEqual(open);
  expect(await answers(other, anonymous)).toEqual(closed);
  await cms.settings.update(operator, { publicContent: 'all' });
  expect(await answers(other, anonymous)).toEqual(open);
});

test('callers who see the same share entries', async () => {
  const { cms, posts, pages } = await library();
  const ids = [posts.id, pages.id];
  expect(await sourceOf(list(cms, token(ids, 'one')))).toBe('database');
  expect(await sourceOf(list(cms, token(ids, 'two')))).toBe('memory');
  expect(await sourceOf(list(cms, token([posts.id], 'three')))).toBe('database');
});

test('a token is rejected for a collection out of its scope, even if the page is cached', async () => {
  const { cms, posts, pages, person, write } = await cachedWorld();
  const item = await write(await person('author'), { status: 'published' });
  await list(cms, anonymous, { collection: posts.name });
  await get(cms, anonymous, item.id);
  const stranger = token([pages.id]);
  const named = await rejectsWith('token_scope', list(cms, stranger, { collection: posts.name }));
  const sentence = `Access denied: token is not authorized for collection '${posts.name}'`;
  expect(named.message).toBe(sentence);
  expect((await rejectsWith('token_scope', get(cms, stranger, item.id))).message).toBe(sentence);
  const unknown = await rejectsWith('token_scope', list(cms, stranger, { collection: 'nothing' }));
  expect(unknown.message).toBe(sentence.replace(posts.name, 'nothing'));
});
