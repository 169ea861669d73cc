import type { Basis, Store } from '../../../core/store.ts';
import { hour, second } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { rest } from '../cases.ts';
import { forSite, previewId } from './preview-tokens.ts';
import { basesOf, expectCurrent, previewBasis, sessionBasis } from '../transactions/bases.ts';
import {
  passwordHashOf,
  collectionId,
  insertSession,
  momentOf,
  sampleSession,
  sampleToken,
  sampleUser,
  sessionId,
  tokenId,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** Reads of content for callers who are stored. */
export const callerReadsSuite = suite<Store>('Store, reads for callers', {
  'the basis of a session is not current after a change of it or of its account': async (store) => {
    const { session } = await basesOf(store);
    const { sessions, users, collections } = store.repositories;
    const user = sampleUser(1);
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'the role changed': () => users.update({ ...user, role: 'editor' }),
      'the account was deactivated': () => users.update({ ...user, isActive: false }),
      'it was activated': () => users.update(user),
      'the password changed': () =>
        users.replacePasswordHash(user.id, passwordHashOf(user.id), 'changed', momentOf(90)),
      'grants were added': () =>
        users.replaceGrants(user.id, [{ collectionId: collectionId(3), role: 'editor' }]),
      'a grant changed': () =>
        users.replaceGrants(user.id, [{ collectionId: collectionId(3), role: 'viewer' }]),
      'the collection of a grant was deleted': () => collections.delete(collectionId(3)),
      'the session was deleted': () => sessions.delete(sessionId(1)),
    };
    let basis: Basis = session;
    for (const [name, change] of Object.entries(changes)) {
      await expectCurrent(store, basis, true, `before ${name}`);
      await change();
      await expectCurrent(store, basis, false, name);
      basis = await sessionBasis(store);
    }
  },

  'the basis of a session is not current after the settings were saved, whatever the site is':
    async (store) => {
      const { session } = await basesOf(store);
      const { site } = store.repositories;
      await site.saveSettings({ plugins: {}, requireSecondFactor: ['admin'] });
      const later = { ...session, site: (await site.load()).stamp };
      await expectCurrent(store, later, false, 'with the site as it is now');
      await expectCurrent(store, await sessionBasis(store), true, 'with both as they are now');
    },

  'the basis of a session is not current after all sessions or the account were deleted': async (
    store,
  ) => {
    const { session } = await basesOf(store);
    const { sessions, users } = store.repositories;
    await sessions.deleteByUser(userId(1), undefined);
    await expectCurrent(store, session, false, 'after the sessions were deleted');
    await insertSession(sessions, sampleSession(1));
    const again = await sessionBasis(store);
    await expectCurrent(store, again, true, 'with a new session');
    ok(await users.delete(userId(1)), 'the account was there');
    await expectCurrent(store, again, false, 'after the account was deleted');
  },

  'the basis of a session stays current after another session of the account was deleted': async (
    store,
  ) => {
    const { session } = await basesOf(store);
    const { sessions } = store.repositories;
    await insertSession(sessions, sampleSession(3));
    await expectCurrent(store, session, true, 'with another session');
    await sessions.deleteByUser(userId(1), sessionId(1));
    equal(await sessions.find(sessionId(3)), undefined, 'the other session');
    await expectCurrent(store, session, true, 'without it');
  },

  'the basis of a session stays current when the session is seen': async (store) => {
    const { session } = await basesOf(store);
    const { sessions } = store.repositories;
    const { lastSeenAt } = (await sessions.find(sessionId(1)))?.session ?? sampleSession(1);
    await sessions.storeSeen(sessionId(1), lastSeenAt, lastSeenAt + hour);
    await expectCurrent(store, session, true, 'after it was seen');
  },

  'the basis of a session is not current with another session of its id': async (store) => {
    const { session } = await basesOf(store);
    const { sessions } = store.repositories;
    await sessions.delete(sessionId(1));
    await insertSession(sessions, sampleSession(1, { publicId: previewId(7) }));
    await expectCurrent(store, session, false, 'with another session');
  },

  'the basis of a token is not current after the token was deleted': async (store) => {
    const { token } = await basesOf(store);
    const { apiTokens } = store.repositories;
    ok(await apiTokens.delete(tokenId(1)), 'the token was there');
    await expectCurrent(store, token, false, 'without the token');
    await apiTokens.insert(sampleToken(1, { scope: [collectionId(2)] }));
    await expectCurrent(store, token, false, 'with another token of this id');
  },

  'the basis of a preview is not current after a change of its token or its account': async (
    store,
  ) => {
    await basesOf(store);
    const { users, previewTokens } = store.repositories;
    const user = sampleUser(1);
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'the role changed': () => users.update({ ...user, role: 'editor' }),
      'grants were added': () =>
        users.replaceGrants(user.id, [{ collectionId: collectionId(3), role: 'editor' }]),
      'the account was deactivated': () => users.update({ ...user, isActive: false }),
      'it was activated, and the token was deleted': async () => {
        await users.update(user);
        await previewTokens.deleteForSite(user.id);
      },
      'another token has its id': async () => previewTokens.insert(forSite(1), hour),
    };
    for (const [name, change] of Object.entries(changes)) {
      const basis = await previewBasis(store);
      await change();
      await expectCurrent(store, basis, false, name);
    }
    await expectCurrent(store, await previewBasis(store), true, 'a new basis');
    await users.delete(user.id);
    await expectCurrent(store, await previewBasis(store), false, 'without the account');
  },

  'the basis of a preview is not current after its time': async (store) => {
    await basesOf(store);
    const { previewTokens } = store.repositories;
    await previewTokens.insert(forSite(3), second);
    const found = await previewTokens.findById(previewId(3));
    ok(found !== undefined, 'the token has time left');
    const caller = { kind: 'preview', id: previewId(3), stamp: found.stamp } as const;
    const basis = { ...(await previewBasis(store)), caller };
    while ((await previewTokens.findById(previewId(3))) !== undefined) {
      await rest(() => store.repositories.site.load());
    }
    await expectCurrent(store, basis, false, 'after its time');
  },
});
