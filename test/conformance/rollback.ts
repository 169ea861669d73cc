import { parseSlug, type Repositories } from '../../core/index.ts';
import { equal, failsWith, ok, reasonOf, rejectsWith } from './assert.ts';
import { racers, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import {
  collectionId,
  contentId,
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
} from './samples.ts';
import { suite } from './suite.ts';
import { harmless } from './permit.ts';

/** A failed unit of work changes nothing. */
export const rollbackSuite = suite<RepositoriesSubject>('UnitOfWork, failures', {
  'a run throws the error of its work': async ({ unitOfWork }) => {
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'settings', () => Promise.reject(failure));
    await failsWith(failure, run);
  },

  'a failed run adds nothing': async ({ repositories, unitOfWork }) => {
    const before = await everythingIn(repositories);
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'settings', async (inside) => {
      await fill(inside);
      equal((await everythingIn(inside)).items, [sampleContent(1)], 'items inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(repositories), before, 'stored data');
    await fill(repositories);
  },

  'a failed run changes nothing': async ({ repositories, unitOfWork }) => {
    await fill(repositories);
    const before = await everythingIn(repositories);
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'accounts', async (inside) => {
      await changeAll(inside);
      const { items, settings } = await everythingIn(inside);
      equal([items[0]?.version, settings.siteName], [2, 'Changed'], 'data inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(repositories), before, 'stored data');
  },

  'a failed run removes nothing': async ({ repositories, unitOfWork }) => {
    await fill(repositories);
    const before = await everythingIn(repositories);
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'settings', async (inside) => {
      await removeAll(inside);
      equal((await everythingIn(inside)).accounts, [], 'accounts inside');
      throw failure;
    });
    await failsWith(failure, run);
    equal(await everythingIn(repositories), before, 'stored data');
  },

  'a rejected write fails the run, which stores nothing': async ({ repositories, unitOfWork }) => {
    await fill(repositories);
    const run = unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      await contents.insert(sampleContent(3, { slug: parseSlug('item-1') }));
    });
    await rejectsWith('slug_taken', run);
    equal((await everythingIn(repositories)).items, [sampleContent(1)], 'items');
  },

  'a rejected write fails the run even if its work catches the error': async ({
    repositories,
    unitOfWork,
  }) => {
    await fill(repositories);
    // Repeated, because a driver may notice late that its transaction has failed.
    for (const n of times(racers, (round) => round + 1)) {
      const run = unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
        await contents.insert(sampleContent(n));
        const rejected = contents.insert(sampleContent(100, { slug: parseSlug('item-1') }));
        await rejectsWith('slug_taken', rejected);
      });
      await reasonOf(run);
    }
    equal((await everythingIn(repositories)).items, [sampleContent(1)], 'items');
  },

  'the store can be written after a failed run': async ({ repositories, unitOfWork }) => {
    await fill(repositories);
    const second = sampleContent(2, { slug: parseSlug('item-1') });
    await rejectsWith(
      'slug_taken',
      unitOfWork.runExclusive(harmless, 'settings', ({ contents }) => contents.insert(second)),
    );
    await unitOfWork.runExclusive(harmless, 'settings', ({ contents }) =>
      contents.insert(sampleContent(2)),
    );
    await repositories.contents.insert(sampleContent(3));
    const { items } = await everythingIn(repositories);
    equal(
      items,
      [1, 2, 3].map((n) => sampleContent(n)),
      'items',
    );
  },
});

const fill = async (repositories: Repositories): Promise<void> => {
  const { collections, contents, media, users, sessions, apiTokens, site } = repositories;
  await collections.insert(sampleCollection(1));
  await collections.insert(sampleCollection(2));
  await users.insert(
    sampleUser(1, { grants: [{ collectionId: collectionId(2), role: 'author' }] }),
  );
  await contents.insert(sampleContent(1));
  await media.insert(sampleMedia(1, { uploadedBy: userId(1) }));
  await insertSession(sessions, sampleSession(1));
  await apiTokens.insert(sampleToken(1));
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Filled' });
};

const changeAll = async (repositories: Repositories): Promise<void> => {
  const { collections, contents, media, users, apiTokens, site } = repositories;
  ok(await collections.update(sampleCollection(1, { name: 'changed' })), 'a collection');
  const item = { ...sampleContent(1), slug: parseSlug('changed'), version: 2 };
  ok(await contents.replace(item, 1), 'an item');
  const described = await media.updateTexts(mediaId(1), { alt: 'Changed' }, momentOf(50));
  ok(described !== undefined, 'the texts of a file');
  ok(await media.update(sampleMedia(1, { state: 'deleting' }), 'ready'), 'a file');
  ok(await users.update(sampleUser(1, { username: 'Changed' })), 'an account');
  await users.replaceGrants(userId(1), [{ collectionId: collectionId(1), role: 'admin' }]);
  await users.replacePasswordHash(userId(1), sampleUser(1).passwordHash, 'changed', momentOf(50));
  await apiTokens.touch(tokenId(1), momentOf(50));
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' });
};

const removeAll = async (repositories: Repositories): Promise<void> => {
  const { collections, contents, media, users, sessions, apiTokens } = repositories;
  ok(await contents.delete(contentId(1), 1), 'an item');
  for (const n of [1, 2]) ok(await collections.delete(collectionId(n)), 'a collection');
  await sessions.delete(sessionId(1));
  ok(await users.delete(userId(1)), 'an account');
  ok(await media.delete(mediaId(1)), 'a file');
  ok(await apiTokens.delete(tokenId(1)), 'a token');
};

/** Everything that the repositories return. */
const everythingIn = async (repositories: Repositories) => {
  const { collections, contents, media, users, sessions, apiTokens, site } = repositories;
  return {
    groups: await collections.list(),
    items: await contents.listAfter(undefined, 100),
    slugs: await contents.findTakenSlugs(['item-1', 'changed'].map(parseSlug)),
    file: await media.findById(mediaId(1)),
    accounts: await users.list({ limit: 100, offset: 0 }),
    session: await sessions.find(sessionId(1)),
    tokens: await apiTokens.list(),
    settings: (await site.load()).settings,
  };
};
