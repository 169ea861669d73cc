import type { Repositories, Store } from '../../../core/store.ts';
import { parseSlug } from '../../../core/vocabulary.ts';
import { equal, failsWith, ok, reasonOf, rejectsWith } from '../assert.ts';
import { racers, times } from '../cases.ts';
import { insertItems } from '../content/content-changes.ts';
import {
  passwordHashOf,
  collectionId,
  mediaId,
  insertSession,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleMedia,
  sampleSession,
  sampleToken,
  sampleUser,
  sessionId,
  tokenId,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** A failed run of `exclusively` changes nothing. */
export const failedWorkSuite = suite<Store>('Store, failed work', {
  'a run throws the error of its work': async (store) => {
    const failure = new Error('given up');
    const run = store.exclusively('settings', () => Promise.reject(failure));
    await failsWith(failure, run);
  },

  'a failed run adds nothing': async (store) => {
    const before = await everythingIn(store.repositories);
    const failure = new Error('given up');
    const run = store.exclusively('settings', async (inside) => {
      await fill(inside);
      equal((await everythingIn(inside)).tokens, [sampleToken(1)], 'tokens inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(store.repositories), before, 'stored data');
    await fill(store.repositories);
  },

  'a failed run changes nothing': async (store) => {
    await fill(store.repositories);
    const before = await everythingIn(store.repositories);
    const failure = new Error('given up');
    const run = store.exclusively('accounts', async (inside) => {
      await changeAll(inside);
      const { accounts, settings } = await everythingIn(inside);
      equal([accounts[0]?.username, settings.siteName], ['Changed', 'Changed'], 'data inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(store.repositories), before, 'stored data');
  },

  'a failed run removes nothing': async (store) => {
    await fill(store.repositories);
    const item = sampleContent(1, { authorId: userId(1) });
    await insertItems(store, [item]);
    const before = await everythingIn(store.repositories);
    const failure = new Error('given up');
    const run = store.exclusively('settings', async (inside) => {
      await removeAll(inside);
      const { accounts, items } = await everythingIn(inside);
      equal([accounts, items], [[], [sampleContent(1)]], 'accounts and items inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(store.repositories), before, 'stored data');
  },

  'a rejected write fails the run, which stores nothing': async (store) => {
    await fill(store.repositories);
    const before = await everythingIn(store.repositories);
    const run = store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(3));
      await collections.insert(sampleCollection(4, { name: 'collection-1' }));
    });
    await rejectsWith('collection_name_taken', run);
    equal(await everythingIn(store.repositories), before, 'stored data');
  },

  'a rejected write fails the run even if its work catches the error': async (store) => {
    await fill(store.repositories);
    const before = await everythingIn(store.repositories);
    // Repeated, because a driver may notice late that its transaction has failed.
    for (const n of times(racers, (round) => round + 2)) {
      const run = store.exclusively('settings', async ({ collections }) => {
        await collections.insert(sampleCollection(n));
        const rejected = collections.insert(sampleCollection(100, { name: 'collection-1' }));
        await rejectsWith('collection_name_taken', rejected);
      });
      await reasonOf(run);
    }
    equal(await everythingIn(store.repositories), before, 'stored data');
  },

  'the store can be written after a failed run': async (store) => {
    await fill(store.repositories);
    const third = sampleCollection(3, { name: 'collection-1' });
    const run = store.exclusively('settings', ({ collections }) => collections.insert(third));
    await rejectsWith('collection_name_taken', run);
    await store.exclusively('settings', ({ collections }) =>
      collections.insert(sampleCollection(3)),
    );
    await store.repositories.collections.insert(sampleCollection(4));
    await insertItems(store, [sampleContent(1)]);
    const { groups, items } = await everythingIn(store.repositories);
    equal(
      groups.map(({ id }) => id),
      [1, 2, 3, 4].map(collectionId),
      'collections',
    );
    equal(items, [sampleContent(1)], 'items');
  },
});

const fill = async (repositories: Repositories): Promise<void> => {
  const { collections, media, users, sessions, apiTokens, site } = repositories;
  await collections.insert(sampleCollection(1));
  await collections.insert(sampleCollection(2));
  await users.insert(
    sampleUser(1, { grants: [{ collectionId: collectionId(2), role: 'author' }] }),
  );
  await media.insert(sampleMedia(1, { uploadedBy: userId(1) }));
  await insertSession(sessions, sampleSession(1));
  await apiTokens.insert(sampleToken(1));
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Filled' });
};

const changeAll = async (repositories: Repositories): Promise<void> => {
  const { collections, media, users, apiTokens, site } = repositories;
  ok(await collections.update(sampleCollection(1, { name: 'changed' })), 'a collection');
  const described = await media.updateDetails(mediaId(1), { alt: 'Changed' }, momentOf(50));
  ok(described !== undefined, 'the texts of a file');
  ok(await media.update(sampleMedia(1, { state: 'deleting' }), 'ready'), 'a file');
  ok(await users.update(sampleUser(1, { username: 'Changed' })), 'an account');
  await users.replaceGrants(userId(1), [{ collectionId: collectionId(1), role: 'admin' }]);
  await users.replacePasswordHash(userId(1), passwordHashOf(userId(1)), 'changed', momentOf(50));
  await apiTokens.storeUses(new Map([[tokenId(1), momentOf(50)]]));
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' });
};

const removeAll = async (repositories: Repositories): Promise<void> => {
  const { collections, media, users, sessions, apiTokens } = repositories;
  ok(await collections.delete(collectionId(2)), 'a collection');
  await sessions.delete(sessionId(1));
  ok(await users.delete(userId(1)), 'an account');
  ok(await media.delete(mediaId(1)), 'a file');
  ok(await apiTokens.delete(tokenId(1)), 'a token');
};

/** Everything that the repositories return. */
const everythingIn = async (repositories: Repositories) => {
  const { collections, contents, media, users, sessions, apiTokens, site } = repositories;
  const live = await sessions.find(sessionId(1));
  return {
    groups: await collections.list(),
    items: await contents.listAfter(undefined, 100),
    slugs: await contents.findTakenSlugs(['item-1', 'changed'].map(parseSlug)),
    file: await media.findById(mediaId(1)),
    accounts: await users.list({ limit: 100, offset: 0 }),
    session: live && [live.session, live.user],
    tokens: await apiTokens.list(),
    settings: (await site.load()).settings,
  };
};
