import type { Store } from '../../../core/store.ts';
import { encodeJson, parseSlug } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { oneIsTrue, racers, times } from '../cases.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleContent,
  sampleUser,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';
import { deleteItem, deletionOf, expecting, reviseItem, updateOf } from './content-changes.ts';
import { copyVersion, sampleCopy, saveCopies } from './copy-samples.ts';
import { revision, storesOnly, withItems } from './stored-items.ts';

/** Working copies of single items, and their end. */
export const workingCopySuite = suite<Store>('WorkingCopyRepository', {
  'a save and a removal store their event, byte for byte': async (store) => {
    const { copies, outbox } = await withItems(store, 2);
    const [first, second, third, fourth] = times(4, (n) => encodeJson({ n, a: awkwardText }));
    const replaced = sampleCopy(1, { version: copyVersion(2) });
    ok(await copies.save(sampleCopy(1), 1, undefined, { event: first }), 'a first copy');
    ok(await copies.save(replaced, 1, sampleCopy(1), { event: second }), 'another one');
    ok(await copies.add(sampleCopy(2), { event: third }), 'an added one');
    ok(await copies.remove(contentId(1), replaced.version, fourth), 'a removal');
    equal(await outbox.list(10), [first, second, third, fourth], 'events');
  },

  'what is not stored has no event': async (store) => {
    const { copies, outbox } = await withItems(store, 1);
    const event = encodeJson({});
    equal(await copies.save(sampleCopy(1), 2, undefined, { event }), false, 'a save');
    equal(await copies.add(sampleCopy(9), { event }), false, 'an added one');
    equal(await copies.remove(contentId(1), copyVersion(1), event), false, 'a removal');
    ok(await copies.save(sampleCopy(1), 1, undefined), 'without an event');
    equal(await outbox.list(10), [], 'events');
  },

  'a copy is found by its item as it was saved, and changes no item': async (store) => {
    const { copies } = await withItems(store, 2);
    const copy = sampleCopy(1, {
      title: awkwardText,
      collectionId: collectionId(2),
      data: encodeJson({ text: awkwardText, number: 1e21, deep: [{ a: null }] }),
      authorId: userId(7),
      base: {
        title: `Base ${awkwardText}`,
        slug: parseSlug('base'),
        collectionId: collectionId(3),
        data: encodeJson({ base: awkwardText }),
        version: 1,
      },
    });
    equal(await copies.find(contentId(1)), undefined, 'before');
    equal(await copies.save(copy, 1, undefined), true, 'the result');
    equal(await copies.find(contentId(1)), copy, 'the copy');
    equal(await copies.find(contentId(2)), undefined, 'of another item');
    await storesOnly(store, times(2, sampleContent));
  },

  'a save replaces the copy with all its members': async (store) => {
    const { copies } = await withItems(store, 2);
    await saveCopies(store, times(2, sampleCopy));
    const next = sampleCopy(1, {
      title: 'Next',
      slug: parseSlug('next'),
      collectionId: collectionId(2),
      data: encodeJson({ next: true }),
      authorId: userId(1),
      version: copyVersion(9),
      createdAt: momentOf(300),
      updatedAt: momentOf(301),
    });
    equal(await copies.save(next, 1, sampleCopy(1)), true, 'the result');
    equal(await copies.find(contentId(1)), next, 'the copy');
    equal(await copies.find(contentId(2)), sampleCopy(2), 'another copy');
  },

  'a save with another base replaces the base': async (store) => {
    const { copies } = await withItems(store, 1);
    await saveCopies(store, [sampleCopy(1)]);
    const {
      title,
      slug,
      collectionId: collection,
      data,
      version,
    } = await reviseItem(store, sampleContent(1), {
      title: 'Revised',
      slug: parseSlug('revised'),
      data: encodeJson({ revised: true }),
    });
    const base = { title, slug, collectionId: collection, data, version };
    const next = sampleCopy(1, { base, version: copyVersion(9) });
    equal(await copies.save(next, 2, sampleCopy(1)), true, 'the result');
    equal(await copies.find(contentId(1)), next, 'the copy');
  },

  'a save in place of another version returns false and stores nothing': async (store) => {
    const { copies } = await withItems(store, 1);
    const next = sampleCopy(1, { title: 'Next', version: copyVersion(8) });
    equal(await copies.save(next, 1, sampleCopy(1)), false, 'in place of none');
    equal(await copies.find(contentId(1)), undefined, 'no copy');
    await saveCopies(store, [sampleCopy(1)]);
    const other = sampleCopy(1, { version: copyVersion(9) });
    equal(await copies.save(next, 1, other), false, 'in place of another one');
    equal(await copies.save(next, 1, undefined), false, 'as the first one');
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
  },

  'a save for another version of the item returns false and stores nothing': async (store) => {
    const { copies } = await withItems(store, 1);
    equal(await copies.save(sampleCopy(1), 2, undefined), false, 'a later version');
    await saveCopies(store, [sampleCopy(1)]);
    await reviseItem(store, sampleContent(1), { title: 'Revised' });
    const next = sampleCopy(1, { title: 'Next', version: copyVersion(9) });
    equal(await copies.save(next, 1, sampleCopy(1)), false, 'an earlier version');
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
    equal(await copies.save(next, 2, sampleCopy(1)), true, 'its version');
  },

  'a save for a deleted item returns false and stores nothing': async (store) => {
    const { copies } = await withItems(store, 1);
    await deleteItem(store, sampleContent(1));
    equal(await copies.save(sampleCopy(1), 1, undefined), false, 'the result');
    equal(await copies.find(contentId(1)), undefined, 'no copy');
  },

  'a removal removes the copy in that version and no other': async (store) => {
    const { copies } = await withItems(store, 2);
    await saveCopies(store, times(2, sampleCopy));
    equal(await copies.remove(contentId(1), copyVersion(9)), false, 'another version');
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
    equal(await copies.remove(contentId(1), copyVersion(1)), true, 'its version');
    equal(await copies.find(contentId(1)), undefined, 'no copy');
    equal(await copies.find(contentId(2)), sampleCopy(2), 'another copy');
    equal(await copies.remove(contentId(1), copyVersion(1)), false, 'a second time');
  },

  'a copy is unaffected by a change of its item': async (store) => {
    const { copies } = await withItems(store, 1);
    await saveCopies(store, [sampleCopy(1)]);
    await reviseItem(store, sampleContent(1), { title: 'Revised', status: 'archived' });
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
  },

  'a copy keeps its author after the account was deleted': async (store) => {
    const { copies, users } = await withItems(store, 1);
    await users.insert(sampleUser(1));
    const copy = sampleCopy(1, { authorId: userId(1) });
    await saveCopies(store, [copy]);
    await users.delete(userId(1));
    equal(await copies.find(contentId(1)), copy, 'the copy');
  },

  'an update that publishes a copy removes it, and no other copy': async (store) => {
    const { copies } = await withItems(store, 2);
    await saveCopies(store, times(2, sampleCopy));
    const change = expecting(updateOf(sampleContent(1), revision(1)), { copy: copyVersion(1) });
    equal(await store.commit([change]), true, 'the result');
    equal(await copies.find(contentId(1)), undefined, 'the copy');
    equal(await copies.find(contentId(2)), sampleCopy(2), 'another copy');
    await storesOnly(store, [revision(1), sampleContent(2)]);
  },

  'an update that publishes another version of the copy returns false and stores nothing': async (
    store,
  ) => {
    const { copies } = await withItems(store, 1);
    const change = expecting(updateOf(sampleContent(1), revision(1)), { copy: copyVersion(9) });
    equal(await store.commit([change]), false, 'without a copy');
    await saveCopies(store, [sampleCopy(1)]);
    equal(await store.commit([change]), false, 'with another copy');
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
    await storesOnly(store, [sampleContent(1)]);
  },

  'an update that publishes a copy to another version of the item leaves the copy': async (
    store,
  ) => {
    const { copies } = await withItems(store, 1);
    await saveCopies(store, [sampleCopy(1)]);
    const revised = await reviseItem(store, sampleContent(1), { title: 'Revised' });
    const change = expecting(updateOf(sampleContent(1), revision(1)), { copy: copyVersion(1) });
    equal(await store.commit([change]), false, 'the result');
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
    await storesOnly(store, [revised]);
  },

  'an update that fails leaves the copy': async (store) => {
    const { copies } = await withItems(store, 2);
    await saveCopies(store, [sampleCopy(1)]);
    const item = revision(1, { slug: parseSlug('item-2') });
    const change = expecting(updateOf(sampleContent(1), item), { copy: copyVersion(1) });
    await store.commit([change]).catch(() => undefined);
    equal(await copies.find(contentId(1)), sampleCopy(1), 'the copy');
    await storesOnly(store, times(2, sampleContent));
  },

  'a deletion removes the copy of the item, and no other copy': async (store) => {
    const { copies } = await withItems(store, 2);
    await saveCopies(store, times(2, sampleCopy));
    await deleteItem(store, sampleContent(1));
    equal(await copies.find(contentId(1)), undefined, 'the copy');
    equal(await copies.find(contentId(2)), sampleCopy(2), 'another copy');
  },

  'of concurrent saves in place of one version exactly one succeeds': async (store) => {
    const { copies } = await withItems(store, 1);
    const racing = (n: number) =>
      sampleCopy(1, { title: `Racer ${n}`, version: copyVersion(100 + n) });
    const firsts = times(racers, racing);
    const first = await oneIsTrue(firsts.map((copy) => copies.save(copy, 1, undefined)));
    const stored = firsts[first] ?? sampleCopy(1);
    equal(await copies.find(contentId(1)), stored, 'the first copy');
    const seconds = times(racers, (n) => racing(100 + n));
    const second = await oneIsTrue(seconds.map((copy) => copies.save(copy, 1, stored)));
    equal(await copies.find(contentId(1)), seconds[second], 'the second copy');
  },

  'of a concurrent save, removal and publication of one version exactly one succeeds': async (
    store,
  ) => {
    const { copies, contents } = await withItems(store, racers);
    for (const n of times(racers, (each) => each)) {
      await saveCopies(store, [sampleCopy(n)]);
      const next = sampleCopy(n, { title: 'Next', version: copyVersion(100 + n) });
      const published = expecting(updateOf(sampleContent(n), revision(n)), {
        copy: copyVersion(n),
      });
      const winner = await oneIsTrue([
        copies.save(next, 1, sampleCopy(n)),
        copies.remove(contentId(n), copyVersion(n)),
        store.commit([published]),
      ]);
      equal(await copies.find(contentId(n)), winner === 0 ? next : undefined, 'the copy');
      const item = winner === 2 ? revision(n) : sampleContent(n);
      equal(await contents.findById(contentId(n)), item, 'the item');
    }
  },

  'a concurrent deletion of the item leaves no copy': async (store) => {
    const { copies } = await withItems(store, racers);
    for (const n of times(racers, (each) => each)) {
      const saved = copies.save(sampleCopy(n), 1, undefined);
      const [, isDeleted] = await Promise.all([
        saved,
        store.commit([deletionOf(sampleContent(n))]),
      ]);
      ok(isDeleted, 'the item was deleted');
      equal(await copies.find(contentId(n)), undefined, 'no copy');
    }
  },
});
