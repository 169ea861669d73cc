import type { Repositories, Revision, Store } from '../../../../core/store.ts';
import { encodeJson, minute, parseSlug } from '../../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../../cases.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleContent,
  sampleUser,
  userId,
} from '../../samples.ts';
import { suite } from '../../suite.ts';
import { creationOf, deletionOf, insertItems, revisionOf, updateOf } from '../content-changes.ts';
import {
  createRecorded,
  factsOf,
  firstPage,
  letTimePass,
  recorded,
  versionsOf,
  writeRecorded,
  writeVersions,
} from './recorded-changes.ts';
import { revision, withItems } from '../stored-items.ts';

/** What commits store of the history, and reads of it. See also `pruningSuite`. */
export const revisionRepositorySuite = suite<Store>('RevisionRepository', {
  'a change stores its revision, with everything that it consists of': async (store) => {
    const { revisions } = await withAuthor(store);
    const item = sampleContent(1, {
      title: awkwardText,
      slug: parseSlug('Grüße 日本語 привет'),
      collectionId: collectionId(2),
      data: encodeJson({ z: 1, a: awkwardText, [awkwardText]: 0.1 }),
      updatedAt: 253_402_300_799_999,
    });
    const facts = {
      authorId: userId(1),
      changed: ['title', `data.${awkwardText}`],
      note: awkwardText,
      isAutosave: true,
    };
    await createRecorded(store, item, facts);
    const { id, title, slug, status, data, version } = item;
    const first = { contentId: id, title, slug, status, data, version, ...facts };
    const expected = { ...first, collectionId: collectionId(2), createdAt: item.updatedAt };
    equal(await revisions.find(id, 1), expected, 'the revision of a creation');
    const changes = { status: 'draft', updatedAt: momentOf(9) } as const;
    await writeRecorded(store, item, { changed: [] }, changes);
    const second = { ...expected, version: 2, ...factsOf({ changed: [] }) };
    const isRevision: Revision = {
      ...second,
      status: 'draft',
      createdAt: momentOf(9),
      note: undefined,
    };
    equal(await revisions.find(id, 2), isRevision, 'the revision of an update');
    equal(await revisions.find(id, 1), expected, 'the first revision, after the update');
  },

  'a change without a revision stores none': async (store) => {
    const { revisions } = await withItems(store, 2);
    ok(await store.commit([updateOf(sampleContent(1), revision(1))]), 'the update was stored');
    equal(await versionsOf(revisions, contentId(1)), [], 'versions');
  },

  'find returns nothing for another version or item': async (store) => {
    const { revisions } = await withItems(store, 0);
    await createRecorded(store, sampleContent(1));
    equal(await revisions.find(contentId(1), 2), undefined, 'another version');
    equal(await revisions.find(contentId(1), 2 ** 31 - 1), undefined, 'the highest version');
    equal(await revisions.find(contentId(2), 1), undefined, 'another item');
  },

  'list returns the revisions of the item, newest first, page by page': async (store) => {
    const { revisions } = await withItems(store, 0);
    // Text would order 10 before 9.
    await writeVersions(
      store,
      sampleContent(2),
      times(11, () => ({})),
    );
    await createRecorded(store, sampleContent(1));
    await createRecorded(store, sampleContent(3));
    equal(
      await versionsOf(revisions, contentId(2)),
      times(12, (n) => 13 - n),
      'all versions',
    );
    equal(await versionsOf(revisions, contentId(4)), [], 'versions of no item');
    const pages = [
      [{ limit: 3, offset: 0 }, [12, 11, 10]],
      [{ limit: 3, offset: 10 }, [2, 1]],
      [{ limit: 3, offset: 12 }, []],
      [{ limit: 1_000, offset: 2 ** 31 - 1 }, []],
    ] as const;
    for (const [page, expected] of pages) {
      const found = await revisions.list(contentId(2), page);
      equal(
        found.map(({ version }) => version),
        expected,
        `versions from ${page.offset}`,
      );
    }
  },

  'list names the author, while the account exists': async (store) => {
    const { revisions, users } = await withAuthor(store);
    await users.insert(sampleUser(2, { firstName: 'Ada', lastName: 'Byron' }));
    const facts = [1, 2, 3].map((n) => ({ authorId: userId(n) }));
    await writeVersions(store, sampleContent(1), [...facts, { note: 'A note', isAutosave: true }]);
    const [newest, ...others] = await revisions.list(contentId(1), firstPage);
    const { authorId, author, note, isAutosave, changed, title, status, createdAt } = newest ?? {};
    equal(
      { authorId, author, note, isAutosave, changed, title, status, createdAt },
      {
        ...factsOf({ note: 'A note', isAutosave: true }),
        author: undefined,
        title: 'Item 1',
        status: 'published',
        createdAt: momentOf(1),
      },
      'the entry of a write without author',
    );
    const authors = others.map((entry) => [entry.authorId, entry.author?.id, entry.author?.name]);
    const expected = [
      [userId(3), undefined, undefined],
      [userId(2), userId(2), 'Ada Byron'],
      [userId(1), userId(1), 'User 1'],
      [undefined, undefined, undefined],
    ];
    equal(authors, expected, 'authors');
    await users.update(sampleUser(1, { username: 'Renamed' }));
    equal((await revisions.list(contentId(1), firstPage))[3]?.author?.name, 'Renamed', 'new name');
  },

  'a revision that replaces another one removes it, and no other': async (store) => {
    const { revisions } = await withItems(store, 0);
    const item = await writeVersions(store, sampleContent(1), [{}, {}]);
    await createRecorded(store, sampleContent(2, { version: 3 }));
    await writeRecorded(store, item, { replaces: 3 });
    equal(await versionsOf(revisions, contentId(1)), [4, 2, 1], 'versions of the item');
    equal(await versionsOf(revisions, contentId(2)), [3], 'versions of another item');
    const changes = [
      recorded(updateOf({ ...item, version: 4 }, { ...item, version: 5 }), { replaces: 4 }),
      recorded(creationOf(sampleContent(3))),
    ];
    ok(await store.commit(changes), 'both changes were stored');
    equal(
      await versionsOf(revisions, contentId(1)),
      [5, 2, 1],
      'after a commit of several changes',
    );
  },

  'a revision of a version that the history has already takes its place': async (store) => {
    const { revisions } = await withItems(store, 0);
    await createRecorded(store, sampleContent(1), { note: 'Old' });
    const again = { ...sampleContent(1), version: 0 };
    const { contents } = store.repositories;
    const stored = await contents.findById(contentId(1));
    ok(stored !== undefined, 'the item is there');
    ok(
      await store.commit([
        recorded(updateOf(stored, { ...again, title: 'Again', version: 1 }), { note: 'New' }),
      ]),
      'the update was stored',
    );
    const found = await revisions.list(contentId(1), firstPage);
    equal(
      found.map(({ title, note }) => [title, note]),
      [['Again', 'New']],
      'revisions',
    );
  },

  'findAutosave returns the newest revision, if it is an autosave of this time': async (store) => {
    const { revisions } = await withAuthor(store);
    const autosave = { isAutosave: true, authorId: userId(1) };
    let item = await createRecorded(store, sampleContent(1));
    await createRecorded(store, sampleContent(2), autosave);
    equal(await revisions.findAutosave(item.id, minute), undefined, 'a save');
    item = await writeRecorded(store, item, autosave);
    item = await writeRecorded(store, item, { ...autosave, note: 'Newest' });
    const [newest] = await revisions.list(item.id, firstPage);
    ok(newest?.note === 'Newest', 'the newest revision is the last one');
    equal(await revisions.findAutosave(item.id, minute), newest, 'an autosave');
    await letTimePass(() => revisions.list(item.id, firstPage));
    equal(await revisions.findAutosave(item.id, 1), undefined, 'an autosave of earlier');
    equal(await revisions.findAutosave(item.id, minute), newest, 'an autosave of this minute');
    await writeRecorded(store, item);
    equal(await revisions.findAutosave(item.id, minute), undefined, 'an autosave before a save');
    equal(await revisions.findAutosave(contentId(9), minute), undefined, 'no history');
  },

  'many creations each store their own revision, if they have one': async (store) => {
    const { revisions } = await withAuthor(store);
    const changes = times(50, (n) => {
      const creation = creationOf(sampleContent(n, { data: encodeJson({ [`key ${n}`]: n }) }));
      if (n % 3 === 0) return creation;
      const note = n % 2 === 0 ? `Note ${n}` : undefined;
      return recorded(creation, {
        note,
        authorId: userId(1),
        changed: [`data.key ${n}`],
        isAutosave: n % 2 === 1,
      });
    });
    ok(await store.commit(changes.toReversed()), 'all were stored');
    for (const [index, { item }] of changes.entries()) {
      const n = index + 1;
      const found = await revisions.find(item.id, 1);
      if (n % 3 === 0) equal(found, undefined, `revision of ${n}`);
      else {
        const { note, changed, isAutosave, data, authorId, createdAt } = found ?? {};
        equal(
          { note, changed, isAutosave, data, authorId, createdAt },
          {
            note: n % 2 === 0 ? `Note ${n}` : undefined,
            changed: [`data.key ${n}`],
            isAutosave: n % 2 === 1,
            data: item.data,
            authorId: userId(1),
            createdAt: item.updatedAt,
          },
          `revision of ${n}`,
        );
      }
    }
  },

  'a change that is not stored stores no revision': async (store) => {
    const { revisions } = await withItems(store, 2);
    const outdated = { ...sampleContent(2), version: 2 };
    equal(
      await store.commit([recorded(updateOf(outdated, revisionOf(outdated, {})))]),
      false,
      'another version',
    );
    const third = sampleContent(3);
    equal(
      await store.commit([recorded(creationOf(third, 7))]),
      false,
      'another collection version',
    );
    const taken = sampleContent(4, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', store.commit([recorded(creationOf(taken))]));
    await rejectsWith(
      'slug_taken',
      store.commit([recorded(creationOf(sampleContent(3))), recorded(creationOf(taken))]),
    );
    const fine = recorded(updateOf(sampleContent(1), revision(1)));
    equal(await store.commit([fine, recorded(deletionOf(outdated))]), false, 'several changes');
    for (const n of [1, 2, 3, 4]) equal(await versionsOf(revisions, contentId(n)), [], `item ${n}`);
  },

  'of concurrent updates of one version, only the stored one has a revision': async (store) => {
    const { revisions } = await withItems(store, 0);
    const item = await createRecorded(store, sampleContent(1));
    const winner = await oneIsTrue(
      times(racers, (n) =>
        store.commit([
          recorded(updateOf(item, revisionOf(item, { title: `${n}` })), { note: `${n}` }),
        ]),
      ),
    );
    const found = await revisions.list(item.id, firstPage);
    equal(
      found.map(({ title, note }) => [title, note]),
      [
        [`${winner + 1}`, `${winner + 1}`],
        ['Item 1', undefined],
      ],
      'revisions',
    );
  },

  'a deletion removes the history of that item': async (store) => {
    const { revisions } = await withItems(store, 0);
    const item = await writeVersions(store, sampleContent(1), [{}, {}]);
    await createRecorded(store, sampleContent(2));
    equal(await store.commit([deletionOf({ ...item, version: 9 })]), false, 'of another version');
    equal(await versionsOf(revisions, item.id), [3, 2, 1], 'versions before the deletion');
    ok(await store.commit([deletionOf(item)]), 'the item was deleted');
    equal(await versionsOf(revisions, item.id), [], 'versions of the item');
    equal(await versionsOf(revisions, contentId(2)), [1], 'versions of another item');
    await insertItems(store, [sampleContent(1)]);
    equal(await versionsOf(revisions, item.id), [], 'versions of a new item with the id');
  },

  'modifying an object that was stored or returned does not change the history': async (store) => {
    const { revisions } = await withItems(store, 0);
    const changed = ['title', 'slug'];
    await createRecorded(store, sampleContent(1), { changed });
    const before = await revisions.find(contentId(1), 1);
    modifyAll(changed);
    modifyAll(await revisions.find(contentId(1), 1));
    modifyAll(await revisions.list(contentId(1), firstPage));
    equal(before?.changed, ['title', 'slug'], 'the stored members');
    equal(await revisions.find(contentId(1), 1), before, 'the revision');
  },
});

const withAuthor = async (store: Store): Promise<Repositories> => {
  const repositories = await withItems(store, 0);
  await repositories.users.insert(sampleUser(1));
  return repositories;
};
