import {
  hasCode,
  pageBytes,
  noTarget,
  targetOf,
  type ContentChange,
  type ContentFilter,
  type Reference,
  type Referrer,
  type Repositories,
  type Store,
  type View,
} from '../../../core/store.ts';
import {
  encodeJson,
  type ContentItem,
  type DeletionRule,
  type MediaFile,
} from '../../../core/vocabulary.ts';
import { equal, ok, reasonOf, rejectsWith } from '../assert.ts';
import { giveWayTo, times } from '../cases.ts';
import {
  collectionId,
  contentId,
  mediaId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleMedia,
} from '../samples.ts';
import { suite } from '../suite.ts';
import {
  basisOf,
  creationOf,
  deletionOf,
  revisionOf,
  updateOf,
  valueOf,
  withParts,
} from './content-changes.ts';
import { sampleCopy, saveCopies } from './copy-samples.ts';
import { storesOnly, withItems } from './stored-items.ts';
import { unpublishedView, viewOf, wholeView } from './views.ts';

const publishedOnly = { within: 'all', publishedOnly: true } as const;

export const toItem = (
  n: number,
  field = 'author',
  onDelete: DeletionRule = 'ignore',
): Reference => ({
  field,
  target: targetOf('item', contentId(n)),
  onDelete,
});

export const toMedia = (name: string, kind: 'media' | 'file' | 'url' = 'media'): Reference => ({
  field: 'photo',
  target: targetOf(kind, name),
  onDelete: 'ignore',
});

/** The next version of an item, with what it refers to. */
export const refer = (
  item: ContentItem,
  references: readonly Reference[] | undefined,
  changes: Partial<ContentItem> = {},
): ContentChange => withParts(updateOf(item, revisionOf(item, changes)), { references });

/** Makes the sample item `n` refer to something. */
export const referFrom = async (store: Store, n: number, ...references: readonly Reference[]) => {
  ok(await store.commit([refer(sampleContent(n), references)]), `item ${n} refers`);
};

const trash = { deletedAt: momentOf(500), deletedBy: undefined };

const referrerOf = (n: number, field = 'author', changes: Partial<ContentItem> = {}): Referrer => {
  const { id, title, slug, status, collectionId: collection } = sampleContent(n, changes);
  return { id, title, slug, status, collectionId: collection, field };
};

const everything = { within: 'all', limit: 100, offset: 0 } as const;

const referrersOf = async (
  repositories: Pick<Repositories, 'site' | 'references'>,
  ...references: readonly Reference[]
): Promise<readonly Referrer[]> =>
  valueOf(
    await repositories.references.listReferrers(
      { ...everything, targets: references.map(({ target }) => target) },
      await basisOf(repositories),
    ),
  );

const storedOf = async ({ references }: Pick<Repositories, 'references'>, n: number) =>
  [...((await references.findReferences([contentId(n)])).get(contentId(n)) ?? [])].sort(
    (left, right) => (`${left.field} ${left.target}` < `${right.field} ${right.target}` ? -1 : 1),
  );

export const referenceSuite = suite<Store>('Store, references', {
  'a change stores what the item refers to, in place of what was stored': async (store) => {
    const repositories = await withItems(store, 2);
    const first = [toItem(1, 'author'), toItem(8, 'author'), toMedia('k/a.png', 'file')];
    const created = withParts(creationOf(sampleContent(3)), { references: first });
    ok(await store.commit([created]), 'created');
    equal(await storedOf(repositories, 3), first, 'after the creation');
    const second = [toItem(1, 'author', 'clear'), toItem(2, 'editor', 'refuse')];
    ok(await store.commit([refer(sampleContent(3), second)]), 'updated');
    equal(await storedOf(repositories, 3), second, 'after the update');
    ok(await store.commit([refer(revisionOf(sampleContent(3), {}), undefined)]), 'left');
    equal(await storedOf(repositories, 3), second, 'after an update that leaves them');
    ok(await store.commit([refer(sampleContent(3, { version: 3 }), [])]), 'removed');
    equal(await storedOf(repositories, 3), [], 'after an update without any');
  },

  'many creations store their references': async (store) => {
    const repositories = await withItems(store, 0);
    const changes = times(3, (n) =>
      withParts(creationOf(sampleContent(n)), {
        references: n === 2 ? [] : [toItem(n + 1, 'next', 'refuse'), toItem(9)],
      }),
    );
    ok(await store.commit(changes), 'created');
    equal(
      await storedOf(repositories, 1),
      [toItem(9), toItem(2, 'next', 'refuse')],
      'of the first',
    );
    equal(await storedOf(repositories, 2), [], 'of the second');
    equal(
      await referrersOf(repositories, toItem(9)),
      [referrerOf(3), referrerOf(1)],
      'the referrers of an item that does not exist',
    );
  },

  'a change that is not stored leaves the references': async (store) => {
    const repositories = await withItems(store, 2);
    await referFrom(store, 1, toItem(2));
    equal(await store.commit([refer(sampleContent(1), [toItem(7)])]), false, 'an old version');
    const taken = { slug: sampleContent(2).slug };
    const change = refer(revisionOf(sampleContent(1), {}), [toItem(7)], taken);
    await rejectsWith('slug_taken', store.commit([change]));
    equal(await storedOf(repositories, 1), [toItem(2)], 'the references');
  },

  'an item in the trash refers to nothing, and a restored one to what its change says': async (
    store,
  ) => {
    const repositories = await withItems(store, 2);
    await referFrom(store, 1, toItem(2));
    const before = revisionOf(sampleContent(1), {});
    ok(await store.commit([{ kind: 'delete', item: before, trash, parts: {} }]), 'deleted');
    equal(await referrersOf(repositories, toItem(2)), [], 'the referrers of its target');
    const item = revisionOf(before, {});
    const recovery = {
      kind: 'recover',
      before,
      item,
      expected: { collectionVersion: 1 },
      parts: { references: [toItem(2, 'editor', 'refuse')] },
    } as const;
    ok(await store.commit([recovery]), 'back');
    equal(await storedOf(repositories, 1), [toItem(2, 'editor', 'refuse')], 'after its return');
    ok(await store.commit([deletionOf(item)]), 'deleted permanently');
    equal(await referrersOf(repositories, toItem(2)), [], 'after its permanent deletion');
  },

  'referrers come by descending item and field, each pair once, in pages': async (store) => {
    const repositories = await withItems(store, 5);
    const file = sampleMedia(1);
    const all = [
      toMedia(file.id),
      toMedia(file.key, 'file'),
      { ...toMedia(file.key, 'url'), field: 'body' },
    ];
    for (const n of [1, 3, 4]) await referFrom(store, n, ...all, toItem(2));
    const expected = [4, 3, 1].flatMap((n) => [referrerOf(n, 'photo'), referrerOf(n, 'body')]);
    equal(await referrersOf(repositories, ...all), expected, 'all');
    const targets = all.map(({ target }) => target);
    const basis = await basisOf(repositories);
    for (const [offset, limit] of [
      [0, 1],
      [1, 2],
      [4, 10],
      [6, 10],
    ] as const) {
      const query = { ...everything, targets, limit, offset };
      const page = valueOf(await repositories.references.listReferrers(query, basis));
      equal(page, expected.slice(offset, offset + limit), `${limit} after ${offset}`);
    }
  },

  'referrers match the filter': async (store) => {
    const repositories = await withItems(store, 3);
    for (const n of [1, 2, 3]) {
      const changes = [{}, { status: 'draft' } as const, { collectionId: collectionId(2) }][n - 1]!;
      ok(await store.commit([refer(sampleContent(n), [toItem(9)], changes)]), 'refers');
    }
    const basis = await basisOf(repositories);
    const idsWith = async (filter: object) => {
      const query = { ...everything, ...filter, targets: [toItem(9).target] };
      const found = valueOf(await repositories.references.listReferrers(query, basis));
      return found.map(({ id }) => id);
    };
    equal(await idsWith({}), [3, 2, 1].map(contentId), 'all');
    equal(await idsWith({ status: 'published' }), [3, 1].map(contentId), 'with a status');
    equal(await idsWith({ within: [collectionId(1)] }), [2, 1].map(contentId), 'in collections');
    equal(await idsWith({ collectionId: collectionId(2) }), [contentId(3)], 'in a collection');
    equal(await idsWith({ within: [] }), [], 'in no collection');
  },

  'a referrer is found in the collection that it is in now, however it came there': async (
    store,
  ) => {
    const repositories = await withItems(store, 4);
    const { references } = repositories;
    const reference = toItem(9);
    const there = { collectionId: collectionId(2) };
    const commit = async (...changes: readonly ContentChange[]) =>
      ok(await store.commit(changes), 'stored');
    for (const n of [1, 2, 3]) await referFrom(store, n, reference);
    const [first, second, third] = [1, 2, 3].map((n) => revisionOf(sampleContent(n), {}));
    await commit(refer(first!, undefined, there));
    await commit(refer(second!, [reference, toItem(9, 'editor')], there));
    await commit({ kind: 'delete', item: third!, trash, parts: {} });
    await commit({
      kind: 'recover',
      before: third!,
      item: revisionOf(third!, there),
      expected: { collectionVersion: 1 },
      parts: { references: [reference] },
    });
    await commit(refer(sampleContent(4), [], there));
    const rebuilt = [{ id: contentId(4), version: 2, references: [reference] }];
    ok(await references.replaceReferences({ id: collectionId(2), version: 1 }, rebuilt), 'rebuilt');
    await commit(
      ...[5, 6].map((n) =>
        withParts(creationOf(sampleContent(n, there)), { references: [reference] }),
      ),
    );
    const found = async (filter: Partial<ContentFilter>) => {
      const query = { ...everything, ...filter, targets: [reference.target] };
      const read = await references.listReferrers(query, await basisOf(repositories));
      return valueOf(read).map(({ id, field }) => `${id} ${field}`);
    };
    const authors = [6, 5, 4, 3, 2, 1].map((n) => `${contentId(n)} author`);
    const moved = [...authors.slice(0, 4), `${contentId(2)} editor`, ...authors.slice(4)];
    equal(await found({ within: [collectionId(1)] }), [], 'in the first collection');
    equal(await found({ within: [collectionId(2)] }), moved, 'in the second collection');
    equal(await found({ within: [1, 2].map(collectionId) }), moved, 'in both');
    equal(await found(there), moved, 'in the collection that was asked for');
    await commit(refer(revisionOf(first!, there), undefined, { collectionId: collectionId(1) }));
    equal(await found({ within: [collectionId(1)] }), authors.slice(5), 'after a return');
    equal(await found(there), moved.slice(0, 6), 'without what has returned');
  },

  'items that refer to a collection are counted, each once, up to a limit': async (store) => {
    const { references, collections } = await withItems(store, 6);
    await collections.insert(sampleCollection(3));
    const there = { collectionId: collectionId(2) };
    for (const n of [1, 2]) ok(await store.commit([refer(sampleContent(n), [], there)]), 'moved');
    await referFrom(store, 3, toItem(1), toItem(2), toItem(2, 'editor'));
    await referFrom(store, 4, toItem(2), toItem(5));
    await referFrom(store, 5, toItem(4), toMedia(contentId(1)));
    const elsewhere = { collectionId: collectionId(3), status: 'draft' } as const;
    ok(await store.commit([refer(sampleContent(6), [toItem(1)], elsewhere)]), 'of another one');
    const count = (from: readonly number[], max = 10) =>
      references.countReferrers(collectionId(2), from.map(collectionId), max);
    equal(await count([1]), { count: 2, isComplete: true }, 'in one collection');
    equal(await count([1, 3]), { count: 3, isComplete: true }, 'in two');
    equal((await count([1, 3], 2)).count, 2, 'up to a limit');
    equal(await count([2]), { count: 0, isComplete: true }, 'in a collection without any');
    equal(await count([]), { count: 0, isComplete: true }, 'in none');
    const others = await references.countReferrers(collectionId(3), [collectionId(1)], 10);
    equal(others, { count: 0, isComplete: true }, 'of another collection');
  },

  'an item to which a binding reference refers cannot be deleted': async (store) => {
    await withItems(store, 6);
    await referFrom(store, 1, toItem(2, 'author', 'refuse'));
    await referFrom(store, 3, toItem(4, 'author', 'clear'));
    await referFrom(store, 5, toItem(6), toItem(5, 'self', 'refuse'));
    for (const n of [2, 4]) {
      await rejectsWith('referenced', store.commit([deletionOf(sampleContent(n))]));
      const change = { ...deletionOf(sampleContent(n)), trash };
      await rejectsWith('referenced', store.commit([change]));
    }
    ok(await store.commit([deletionOf(sampleContent(6))]), 'with a reference that is ignored');
    ok(
      await store.commit([deletionOf(revisionOf(sampleContent(5), {}))]),
      'with its own reference',
    );
    equal(await store.commit([deletionOf(sampleContent(2, { version: 3 }))]), false, 'old version');
    ok(await store.commit([deletionOf(revisionOf(sampleContent(1), {}))]), 'the referring item');
    ok(await store.commit([deletionOf(sampleContent(2))]), 'after that');
  },

  'a commit can delete an item with what refers to it': async (store) => {
    await withItems(store, 4);
    await referFrom(store, 1, toItem(2, 'next', 'refuse'));
    await referFrom(store, 3, toItem(2, 'next', 'clear'));
    const first = revisionOf(sampleContent(1), {});
    const third = revisionOf(sampleContent(3), {});
    const cleared = refer(third, []);
    const together = [deletionOf(first), deletionOf(sampleContent(2))];
    await rejectsWith('referenced', store.commit(together));
    await storesOnly(store, [first, sampleContent(2), third, sampleContent(4)]);
    ok(await store.commit([cleared, ...together]), 'all of them');
    await storesOnly(store, [revisionOf(third, {}), sampleContent(4)]);
  },

  'a deletion waits for a reference that is being stored': async (store) => {
    await withItems(store, 3);
    const outcomes: Promise<unknown>[] = [];
    await store.atomically(async (inside) => {
      const created = withParts(creationOf(sampleContent(4)), {
        references: [toItem(1, 'a', 'refuse')],
      });
      ok(await inside.commit([created]), 'created');
      const updated = refer(sampleContent(2), [toItem(3, 'a', 'clear')]);
      ok(await inside.commit([updated]), 'updated');
      outcomes.push(...[1, 3].map((n) => reasonOf(store.commit([deletionOf(sampleContent(n))]))));
      await giveWayTo(Promise.all(outcomes), () => inside.repositories.collections.list());
    });
    for (const outcome of outcomes) {
      ok(hasCode(await outcome, 'referenced'), 'the deletion was rejected');
    }
  },

  'binding references are listed, those that prevent a deletion first': async (store) => {
    const { references } = await withItems(store, 6);
    await referFrom(store, 1, toItem(5, 'a', 'refuse'), toItem(5, 'b'));
    await referFrom(store, 2, toItem(5, 'a', 'clear'), toItem(6, 'a', 'clear'));
    await referFrom(store, 3, toItem(5, 'a', 'refuse'));
    await referFrom(store, 6, toItem(5, 'a', 'refuse'));
    const of = (n: number, target: number, onDelete: DeletionRule) => ({
      ...referrerOf(n, 'a'),
      targetId: contentId(target),
      onDelete,
    });
    const ids = [5, 6].map(contentId);
    const expected = [of(3, 5, 'refuse'), of(1, 5, 'refuse'), of(2, 6, 'clear'), of(2, 5, 'clear')];
    equal(await references.listBinding(ids, 10), expected, 'all');
    equal(await references.listBinding(ids, 2), expected.slice(0, 2), 'the first two');
    equal(await references.listBinding([contentId(1)], 2), [], 'of an item without');
  },

  'targets are found in their order, up to a limit, with the media files': async (store) => {
    const repositories = await withItems(store, 4);
    const { media, references } = repositories;
    for (const n of [1, 2, 3]) await media.insert(sampleMedia(n));
    await media.insert(sampleMedia(4, { state: 'pending' }));
    const basis = await basisOf(repositories);
    const wanted = {
      items: [4, 9, 2, 1, 3].map(contentId),
      mediaIds: [1, 4].map(mediaId),
      mediaKeys: [sampleMedia(3).key, 'unknown/key.png'],
      maxItems: 3,
    };
    const found = valueOf(await references.findTargets(wanted, wholeView, basis));
    equal(
      byId(found.items),
      [1, 2, 4].map((n) => sampleContent(n)),
      'items',
    );
    equal(found.hasMore, true, 'whether there are more');
    equal(byId(found.media), [sampleMedia(1), sampleMedia(3)], 'media files');
    const other = viewOf({ within: [collectionId(2)] });
    const hidden = valueOf(await references.findTargets(wanted, other, basis));
    equal(hidden.items, [], 'of another collection');
    equal(hidden.hasMore, false, 'whether there are more');
    const few = { ...wanted, items: [contentId(2)], mediaIds: [], mediaKeys: [] };
    equal(
      valueOf(await references.findTargets(few, viewOf(publishedOnly), basis)),
      { items: [sampleContent(2)], ids: [contentId(2)], hasMore: false, media: [] },
      'one item',
    );
  },

  'in what is unpublished, working copies take the place of published targets': async (store) => {
    const repositories = await withItems(store, 4);
    const copies = [
      sampleCopy(1, { collectionId: collectionId(2) }),
      sampleCopy(2),
      sampleCopy(3, { collectionId: collectionId(2) }),
    ];
    await saveCopies(store, copies);
    ok(await store.commit([refer(sampleContent(3), [], { status: 'draft' })]), 'a draft');
    const { media, references, contents } = repositories;
    await media.insert(sampleMedia(1));
    const basis = await basisOf(repositories);
    const find = async (view: View, maxItems = 10) =>
      valueOf(
        await references.findTargets(
          {
            items: [9, 4, 3, 2, 1].map(contentId),
            mediaIds: [mediaId(1)],
            mediaKeys: [],
            maxItems,
          },
          view,
          basis,
        ),
      );
    const ids = [1, 2, 3, 4].map(contentId);
    const stored = valueOf(await contents.listAmong({ ids }, wholeView, basis));
    const shown = byId(stored).map((item, index) => {
      const copy = item.status === 'published' ? copies[index] : undefined;
      if (copy === undefined) return item;
      const { title, slug, collectionId: collection, data, updatedAt } = copy;
      return { ...item, title, slug, collectionId: collection, data, updatedAt };
    });
    const [moved, changed, draft, plain] = shown;
    const all = await find(unpublishedView);
    equal(byId(all.items), shown, 'items');
    equal(all.media, [sampleMedia(1)], 'media files');
    const here = await find(viewOf({ within: [collectionId(1)] }, 'unpublished'));
    equal(byId(here.items), [changed, draft, plain], 'in the collection of the items');
    const there = await find(viewOf({ within: [collectionId(2)] }, 'unpublished'));
    equal(there.items, [moved], 'in the collection of a copy');
    const published = await find(viewOf(publishedOnly, 'unpublished'));
    equal(byId(published.items), [moved, changed, plain], 'published ones');
    const few = await find(unpublishedView, 2);
    equal([byId(few.items), few.hasMore], [[draft, plain], true], 'the first ones');
    const asStored = await find(wholeView);
    equal(byId(asStored.items), byId(stored), 'published content');
  },

  'in what is unpublished, the data of working copies counts for the limit': async (store) => {
    const repositories = await withItems(store, 3);
    const large = encodeJson({ text: 'x'.repeat(pageBytes / 2) });
    await saveCopies(
      store,
      [1, 2].map((n) => sampleCopy(n, { data: large })),
    );
    const basis = await basisOf(repositories);
    const wanted = { items: [3, 1, 2].map(contentId), mediaIds: [], mediaKeys: [], maxItems: 10 };
    const { references } = repositories;
    const shown = valueOf(await references.findTargets(wanted, unpublishedView, basis));
    const ids = byId(shown.items).map(({ id }) => id);
    equal([ids, shown.hasMore], [[1, 3].map(contentId), true], 'with the copies');
    const stored = valueOf(await references.findTargets(wanted, wholeView, basis));
    equal([stored.items.length, stored.hasMore], [3, false], 'without');
  },

  'broken references are listed in steps': async (store) => {
    const repositories = await withItems(store, 4);
    const { media, references } = repositories;
    await media.insert(sampleMedia(1));
    await media.insert(sampleMedia(2, { state: 'deleting' }));
    await referFrom(store, 1, toItem(9), toItem(2), toMedia(mediaId(1)));
    await referFrom(store, 3, toMedia(mediaId(2)), toMedia(sampleMedia(1).key, 'file'));
    await referFrom(store, 4, toMedia(sampleMedia(2).key, 'file'), toMedia('x/y.png', 'url'));
    const nameless = noTarget('item', 'a text, not an id: \u{1F30A}');
    await referFrom(store, 2, { field: 'page', target: nameless, onDelete: 'ignore' });
    const expected = [
      { ...referrerOf(4, 'photo'), target: targetOf('file', sampleMedia(2).key) },
      { ...referrerOf(3, 'photo'), target: targetOf('media', mediaId(2)) },
      { ...referrerOf(2, 'page'), target: nameless },
      { ...referrerOf(1), target: toItem(9).target },
    ];
    const basis = await basisOf(repositories);
    const step = async (after: Parameters<typeof references.listProblems>[1], limit: number) =>
      valueOf(await references.listProblems('broken', after, limit, { within: 'all' }, basis));
    equal(await step(undefined, 10), { found: expected, next: undefined }, 'all');
    const first = await step(undefined, 3);
    equal(first.found, expected.slice(0, 3), 'the first step');
    equal(await step(first.next, 3), { found: expected.slice(3), next: undefined }, 'the second');
    const filter = { within: [collectionId(2)] };
    const hidden = await references.listProblems('broken', undefined, 10, filter, basis);
    equal(valueOf(hidden).found, [], 'of hidden items');
  },

  'references of published items to others are listed': async (store) => {
    const repositories = await withItems(store, 4);
    ok(await store.commit([refer(sampleContent(2), [], { status: 'draft' })]), 'a draft');
    ok(await store.commit([refer(sampleContent(3), [], { status: 'archived' })]), 'archived');
    await referFrom(store, 1, toItem(2), toItem(3), toItem(4), toItem(9));
    const draft = sampleContent(2, { version: 2, status: 'draft' });
    ok(await store.commit([refer(draft, [toItem(3)])]), 'the draft refers');
    const found = await repositories.references.listProblems(
      'unpublished',
      undefined,
      10,
      { within: 'all' },
      await basisOf(repositories),
    );
    equal(
      valueOf(found).found,
      [3, 2].map((n) => ({ ...referrerOf(1), target: toItem(n).target })),
      'what is found',
    );
  },

  'a reference to an item that is not shown is broken, whatever the status of the item': async (
    store,
  ) => {
    const repositories = await withItems(store, 3);
    const other = { collectionId: collectionId(2), status: 'draft' } as const;
    ok(await store.commit([refer(sampleContent(2), [], other)]), 'a draft of another collection');
    await referFrom(store, 1, toItem(2), toItem(3));
    const basis = await basisOf(repositories);
    const found = async (problem: 'broken' | 'unpublished', within: ContentFilter['within']) =>
      valueOf(
        await repositories.references.listProblems(problem, undefined, 10, { within }, basis),
      ).found.map(({ target }) => target);
    const hidden = toItem(2).target;
    equal(await found('unpublished', 'all'), [hidden], 'unpublished, of all');
    equal(await found('broken', 'all'), [], 'broken, of all');
    equal(await found('unpublished', [collectionId(1)]), [], 'unpublished, of one collection');
    equal(await found('broken', [collectionId(1)]), [hidden], 'broken, of one collection');
  },

  'images without alternative text and unused files are listed in steps': async (store) => {
    const { media, references } = await withItems(store, 2);
    const image = (n: number, alt = '') => sampleMedia(n, { kind: 'image', alt });
    const files = [image(1), image(2, 'A text'), image(3), sampleMedia(4), image(5), image(6)];
    for (const file of files) await media.insert(file);
    await media.insert(sampleMedia(7, { kind: 'image', state: 'pending' }));
    await referFrom(store, 1, toMedia(mediaId(1)), toMedia(sampleMedia(2).key, 'file'));
    await referFrom(store, 2, toMedia(sampleMedia(4).key, 'url'), toItem(9));
    for (const [problem, expected] of [
      ['no_alt', [image(6), image(5), image(3), image(1)]],
      ['unused', [image(6), image(5), image(3)]],
    ] as const) {
      const all = await references.listMediaProblems(problem, undefined, 10);
      equal(all, { found: expected, next: undefined }, problem);
      const first = await references.listMediaProblems(problem, undefined, 2);
      equal(first.found, expected.slice(0, 2), `${problem}, the first step`);
      const second = await references.listMediaProblems(problem, first.next, 10);
      equal(second.found, expected.slice(2), `${problem}, the second step`);
    }
  },

  'with locales, an image without an own text lacks it unless each of them has one': async (
    store,
  ) => {
    const { media, references } = store.repositories;
    const image = (n: number, texts: MediaFile['texts'], alt = '') =>
      sampleMedia(n, { kind: 'image', alt, ...(texts && { texts }) });
    const [de, en] = [{ de: { alt: 'Ein Text' } }, { en: { alt: 'A text' } }];
    const files = [
      image(1, undefined),
      image(2, de),
      image(3, { ...de, ...en }),
      image(4, { ...de, en: { caption: 'A caption' } }),
      image(5, { ...de, ...en, fr: { alt: 'Un texte' } }),
      image(6, undefined, 'A text'),
    ];
    for (const file of files) await media.insert(file);
    const lacking = async (locales: readonly string[], after?: string) =>
      (await references.listMediaProblems('no_alt', after, 10, locales)).found.map(({ id }) => id);
    const ids = (...numbers: readonly number[]) => numbers.map((n) => mediaId(n));
    equal(await lacking(['en', 'de']), ids(4, 2, 1), 'in two locales');
    equal(await lacking(['de']), ids(1), 'in one');
    equal(await lacking(['en', 'de'], mediaId(4)), ids(2, 1), 'after one of them');
    equal(await lacking(['en', 'de', 'fr', 'it']), ids(5, 4, 3, 2, 1), 'in one that none has');
    equal(await lacking([]), ids(5, 4, 3, 2, 1), 'without locales');
  },

  'references are replaced only for items that have their version': async (store) => {
    const repositories = await withItems(store, 3);
    await referFrom(store, 1, toItem(2));
    await referFrom(store, 2, toItem(3));
    const rebuilt = [
      { id: contentId(1), version: 2, references: [toItem(3, 'editor', 'clear')] },
      { id: contentId(2), version: 1, references: [toItem(1)] },
      { id: contentId(9), version: 1, references: [toItem(1)] },
    ];
    const { references } = repositories;
    const collection = { id: collectionId(1), version: 1 };
    equal(await references.replaceReferences({ ...collection, version: 2 }, rebuilt), false, 'old');
    equal(await storedOf(repositories, 1), [toItem(2)], 'with another version of the collection');
    equal(await references.replaceReferences(collection, rebuilt), true, 'the result');
    equal(await storedOf(repositories, 1), [toItem(3, 'editor', 'clear')], 'an item');
    equal(await storedOf(repositories, 2), [toItem(3)], 'an item with another version');
    equal(await storedOf(repositories, 9), [], 'an item that does not exist');
  },

  'a write that waits for a replacement stores its own references only': async (store) => {
    const repositories = await withItems(store, 3);
    const writes: Promise<boolean>[] = [];
    await store.atomically(async (inside) => {
      const replaced = [{ id: contentId(1), version: 1, references: [toItem(2), toItem(3)] }];
      const collection = { id: collectionId(1), version: 1 };
      ok(await inside.repositories.references.replaceReferences(collection, replaced), 'replaced');
      writes.push(store.commit([refer(sampleContent(1), [toItem(9, 'editor')])]));
      await giveWayTo(Promise.all(writes), () => inside.repositories.collections.list());
    });
    equal(await Promise.all(writes), [true], 'the write');
    equal(await storedOf(repositories, 1), [toItem(9, 'editor')], 'the references');
  },

  'the state of an index is stored for each collection that exists': async (store) => {
    const { references, collections } = await withItems(store, 0);
    equal(await references.findIndexes(), [], 'at first');
    const first = {
      collectionId: collectionId(1),
      form: '[1]',
      after: { createdAt: momentOf(1), id: contentId(1) },
      endedAt: undefined,
    };
    const second = { ...first, collectionId: collectionId(2), after: undefined, endedAt: 5 };
    for (const index of [first, second, { ...first, collectionId: collectionId(9) }]) {
      await references.saveIndex(index);
    }
    const sorted = async () =>
      [...(await references.findIndexes())].sort((left, right) =>
        left.collectionId < right.collectionId ? -1 : 1,
      );
    equal(await sorted(), [first, second], 'both');
    await references.saveIndex({ ...first, form: '[2]', after: undefined, endedAt: 7 });
    equal((await sorted())[0], { ...first, form: '[2]', after: undefined, endedAt: 7 }, 'revised');
    ok(await collections.delete(collectionId(1)), 'a collection was deleted');
    equal(await sorted(), [second], 'after its deletion');
  },
});

const byId = <T extends { readonly id: string }>(entries: readonly T[]): readonly T[] =>
  [...entries].sort((left, right) => (left.id < right.id ? -1 : 1));
