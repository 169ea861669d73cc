import type { Repositories, Store } from '../../../core/store.ts';
import type { Collection } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { basesOf, expectCurrent, sessionCaller } from './bases.ts';
import { giveWayTo, itemsOf, rest, times } from '../cases.ts';
import { basisOf, deleteItem, insertItems, reviseItem } from '../content/content-changes.ts';
import { contentReads } from '../content/content-reads.ts';
import { wholeView } from '../content/views.ts';
import {
  collectionId,
  mediaId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleMedia,
  sampleUser,
  sessionId,
  tokenId,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** Every read of content confirms its basis. See also `callerReadsSuite`. */
export const basedReadsSuite = suite<Store>('Store, based reads', {
  'a read on what was just loaded is current, for every caller': async (store) => {
    const bases = await basesOf(store);
    for (const [name, basis] of Object.entries(bases)) {
      await expectCurrent(store, basis, true, name);
    }
  },

  'a basis stays current while other things are written': async (store) => {
    const bases = await basesOf(store);
    const { collections, media, users, sessions, apiTokens } = store.repositories;
    await insertItems(store, [sampleContent(3)]);
    await reviseItem(store, sampleContent(1), { title: 'Item 1, changed' });
    await deleteItem(store, sampleContent(2));
    await apiTokens.storeUses(new Map([1, 2].map((n) => [tokenId(n), momentOf(90)])));
    ok(await apiTokens.delete(tokenId(2)), 'another token');
    await sessions.delete(sessionId(2));
    await users.update(sampleUser(2, { role: 'admin' }));
    await users.replaceGrants(userId(2), []);
    ok(await users.delete(userId(2)), 'another account');
    await media.insert(sampleMedia(1));
    ok(await media.delete(mediaId(1)), 'a file');
    await collections.update(sampleCollection(1, { description: 'Changed', version: 2 }));
    for (const [name, basis] of Object.entries(bases)) {
      await expectCurrent(store, basis, true, name);
    }
  },

  'no basis is current after settings were saved': async (store) => {
    const bases = await basesOf(store);
    const { site } = store.repositories;
    const { settings } = await site.load();
    await site.saveSettings({ ...settings, publicContent: 'published' });
    for (const [name, basis] of Object.entries(bases)) {
      await expectCurrent(store, basis, false, name);
    }
    await expectCurrent(store, await basisOf(store.repositories), true, 'a new basis');
  },

  'a basis is not current after another set of collections is active': async (store) => {
    const { collections } = store.repositories;
    await basesOf(store);
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'one was deactivated': () => setActive(store, 2, false),
      'another one was deactivated instead': () =>
        store.exclusively('settings', async (inside) => {
          await inside.collections.update(sampleCollection(1, { isActive: false }));
          await inside.collections.update(sampleCollection(2, { isActive: true }));
        }),
      'an active one was created while another is inactive': () =>
        collections.insert(sampleCollection(4)),
      'an active one was deleted while another is inactive': () =>
        collections.delete(collectionId(4)),
      'all are active again': () => setActive(store, 1, true),
    };
    for (const [name, change] of Object.entries(changes)) {
      const basis = await basisOf(store.repositories);
      await expectCurrent(store, basis, true, `before ${name}`);
      await change();
      await expectCurrent(store, basis, false, name);
    }
  },

  'a basis is not current after a collection has another base locale': async (store) => {
    const { collections } = store.repositories;
    await basesOf(store);
    for (const baseLocale of ['de', 'pt-BR', undefined]) {
      const basis = await basisOf(store.repositories);
      ok(await collections.update(sampleCollection(2, { baseLocale })), `it is ${baseLocale} now`);
      await expectCurrent(store, basis, false, `after it was ${baseLocale}`);
    }
  },

  'a basis that asked for a collection is not current after the name means something else': async (
    store,
  ) => {
    const { collections } = store.repositories;
    await basesOf(store);
    // With an inactive one, so that the set of active collections is part of every basis.
    await collections.insert(sampleCollection(5, { isActive: false }));
    const wanted = (n: number, changes: Partial<Collection> = {}) =>
      sampleCollection(n, { name: 'wanted', ...changes });
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'an inactive one was created': () => collections.insert(wanted(4, { isActive: false })),
      'it was activated': () => collections.update(wanted(4)),
      'it was deactivated': () => collections.update(wanted(4, { isActive: false })),
      'it was renamed': () => collections.update(wanted(4, { name: 'other', isActive: false })),
      'another one got the name': () => collections.update(wanted(5, { isActive: false })),
      'it was deleted': () => collections.delete(collectionId(5)),
    };
    for (const [name, change] of Object.entries(changes)) {
      const basis = await basisOf(store.repositories, 'wanted');
      await expectCurrent(store, basis, true, `before ${name}`);
      await change();
      await expectCurrent(store, basis, false, name);
    }
  },

  'a basis that asked for an active collection is not current after it was exchanged': async (
    store,
  ) => {
    await basesOf(store);
    const basis = await basisOf(store.repositories, 'collection-1');
    await store.exclusively('settings', async ({ collections }) => {
      await collections.update(sampleCollection(1, { name: 'moved' }));
      await collections.update(sampleCollection(2, { name: 'collection-1' }));
      await collections.update(sampleCollection(1, { name: 'collection-2' }));
    });
    await expectCurrent(store, basis, false, 'after two collections exchanged their names');
  },

  'a value is of a state in which its basis was current': async (store) => {
    await basesOf(store);
    const { contents, site } = store.repositories;
    const { settings } = await site.load();
    const secret = sampleContent(9, { status: 'draft' });
    let isOver = false;
    const write = async (): Promise<void> => {
      for (const _ of times(25, (n) => n)) {
        await site.saveSettings({ ...settings, publicContent: 'published' });
        await insertItems(store, [secret]);
        await deleteItem(store, secret);
        await site.saveSettings({ ...settings, publicContent: 'all' });
        await rest(() => site.load());
      }
    };
    const read = async (): Promise<void> => {
      while (!isOver) {
        const state = await site.load();
        const basis = { site: state.stamp };
        const page = await contents.list({ limit: 10, offset: 0 }, wholeView, basis);
        if (!page.isCurrent || state.settings.publicContent !== 'all') continue;
        const ids = itemsOf(page.value).map(({ id }) => id);
        ok(
          !ids.includes(secret.id),
          'an item is not shown that was only there while it was hidden',
        );
      }
    };
    const readers = times(5, read);
    const writer = write().finally(() => {
      isOver = true;
    });
    await Promise.all([writer, ...readers]);
  },

  'inside of consistent reads, a basis that was loaded there stays current': async (store) => {
    await basesOf(store);
    const outside: Promise<unknown>[] = [];
    await store.consistently(async (inside) => {
      const basis = { ...(await basisOf(inside)), caller: await sessionCaller(inside) };
      outside.push(changeSite(store.repositories));
      await giveWayTo(Promise.all(outside), () => inside.site.load());
      for (const [name, read] of Object.entries(contentReads)) {
        equal((await read(inside, basis)).isCurrent, true, `whether it is current: ${name}`);
      }
    });
    await Promise.all(outside);
  },
});

const setActive = ({ repositories }: Store, n: number, isActive: boolean): Promise<boolean> =>
  repositories.collections.update(sampleCollection(n, { isActive }));

const changeSite = async ({ site, sessions }: Repositories): Promise<void> => {
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' });
  await sessions.delete(sessionId(1));
};
