import {
  encodeJson,
  parseSlug,
  type ContentItem,
  type ContentRepository,
  type Repositories,
} from '../../core/index.ts';
import { equal, ok, rejectsWith } from './assert.ts';
import { oneIsTrue, oneWins, racers, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Replacements and deletions, which depend on the expected version. */
export const contentWritesSuite = suite<RepositoriesSubject>('ContentRepository, later writes', {
  'replace changes all members of that item and no other item': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 2);
    const revised = revision(1, {
      collectionId: collectionId(2),
      title: 'Revised',
      slug: parseSlug('revised'),
      status: 'archived',
      data: encodeJson({ revised: true }),
      origin: { digest: 'digest', version: 2 },
      createdAt: momentOf(50),
      updatedAt: momentOf(60),
    });
    ok(await contents.replace(revised, 1), 'the item was replaced');
    await storesOnly(contents, [revised, sampleContent(2)]);
    equal(await contents.findBySlug(revised.slug), revised, 'by its new slug');

    const back = { ...sampleContent(1), version: 3 };
    ok(await contents.replace(back, 2), 'the item was replaced again');
    await storesOnly(contents, [back, sampleContent(2)]);
  },

  'replace does nothing if the version has changed': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    ok(await contents.replace(revision(1, { title: 'First' }), 1), 'the first write took effect');
    equal(await contents.replace(revision(1, { title: 'Late' }), 1), false, 'a late write');
    equal(await contents.replace(revision(1, { title: 'Early' }), 3), false, 'an early write');
    await storesOnly(contents, [revision(1, { title: 'First' })]);
  },

  'replace does not restore a deleted item': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    ok(await contents.delete(contentId(1), 1), 'the item was there');
    equal(await contents.replace(revision(1), 1), false, 'the write');
    await storesOnly(contents, []);
  },

  'replace rejects the slug of another item': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 2);
    const revised = revision(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', contents.replace(revised, 1));
    await storesOnly(contents, times(2, sampleContent));
  },

  'replace rejects a missing collection': async ({ repositories }) => {
    const { contents, collections } = await withItems(repositories, 1);
    ok(await collections.delete(collectionId(2)), 'the collection was there');
    const revised = revision(1, { collectionId: collectionId(2) });
    await rejectsWith('collection_not_found', contents.replace(revised, 1));
    await storesOnly(contents, [sampleContent(1)]);
  },

  'a slug is free after its item got another one': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    const successor = sampleContent(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', contents.insert(successor));
    ok(await contents.replace(revision(1, { slug: parseSlug('moved') }), 1), 'the item moved');
    equal(await contents.findBySlug(successor.slug), undefined, 'by its old slug');
    equal(await contents.findTakenSlugs([successor.slug]), new Set(), 'taken slugs');
    await contents.insert(successor);
    equal(await contents.findBySlug(successor.slug), successor, 'by the slug');
  },

  'a slug is free after its item was deleted': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    const successor = sampleContent(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', contents.insert(successor));
    ok(await contents.delete(contentId(1), 1), 'the item was there');
    equal(await contents.findTakenSlugs([successor.slug]), new Set(), 'taken slugs');
    await contents.insert(successor);
    equal(await contents.findBySlug(successor.slug), successor, 'by the slug');
  },

  'delete removes the item with that version and no other item': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 3);
    equal(await contents.delete(contentId(2), 2), false, 'a delete of another version');
    await storesOnly(contents, times(3, sampleContent));
    equal(await contents.delete(contentId(2), 1), true, 'a delete of its version');
    await storesOnly(contents, [sampleContent(1), sampleContent(3)]);
    equal(await contents.findById(contentId(2)), undefined, 'by id');
    equal(await contents.findBySlug(parseSlug('item-2')), undefined, 'by slug');
    equal(await contents.delete(contentId(2), 1), false, 'a second delete');
  },

  'of concurrent replacements of one version exactly one succeeds': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    const revisions = times(racers, (n) => revision(1, { title: `Racer ${n}` }));
    const winner = await oneIsTrue(revisions.map((item) => contents.replace(item, 1)));
    await storesOnly(contents, revisions.slice(winner, winner + 1));
  },

  'of concurrent deletions of an item exactly one succeeds': async ({ repositories }) => {
    const { contents } = await withItems(repositories, 1);
    await oneIsTrue(times(racers, () => contents.delete(contentId(1), 1)));
    await storesOnly(contents, []);
  },

  'of a concurrent replacement and deletion of one version exactly one succeeds': async ({
    repositories,
  }) => {
    const { contents } = await withItems(repositories, racers);
    for (const { id } of times(racers, sampleContent)) {
      const revised = { ...sampleContent(1), id, slug: parseSlug(`raced ${id}`), version: 2 };
      const winner = await oneIsTrue([contents.replace(revised, 1), contents.delete(id, 1)]);
      equal(await contents.findById(id), winner === 0 ? revised : undefined, 'the item');
    }
  },

  'of concurrent replacements with one slug exactly one succeeds': async ({ repositories }) => {
    const { contents } = await withItems(repositories, racers);
    const slug = parseSlug('wanted');
    const revisions = times(racers, (n) => revision(n, { slug }));
    const winner = await oneWins(
      'slug_taken',
      revisions.map((item) => contents.replace(item, 1)),
    );
    const expected = times(racers, (n) =>
      n === winner + 1 ? revision(n, { slug }) : sampleContent(n),
    );
    await storesOnly(contents, expected);
  },
});

/** Version 2 of the sample. */
const revision = (n: number, changes: Partial<ContentItem> = {}): ContentItem => ({
  ...sampleContent(n),
  version: 2,
  updatedAt: momentOf(100 + n),
  ...changes,
});

/** Inserts two collections, and items in the first one. */
const withItems = async (repositories: Repositories, count: number): Promise<Repositories> => {
  for (const collection of times(2, sampleCollection)) {
    await repositories.collections.insert(collection);
  }
  await repositories.contents.insertAll(times(count, sampleContent));
  return repositories;
};

/** Compares all stored items, by ascending id. */
const storesOnly = async (
  contents: ContentRepository,
  items: readonly ContentItem[],
): Promise<void> => {
  equal(await contents.listAfter(undefined, 1_000), items, 'stored items');
};
