import type { Basis, Repositories, Store } from '../../../core/store.ts';
import { minute, type Snapshot } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { rest, times } from '../cases.ts';
import {
  basisOf,
  creationOf,
  deletionOf,
  insertItems,
  revisionOf,
  updateOf,
} from '../content/content-changes.ts';
import { recorded } from '../content/history/recorded-changes.ts';
import { contentReads, type ContentRead } from '../content/content-reads.ts';
import {
  passwordHashOf,
  collectionId,
  insertSession,
  mediaId,
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
import { onlyIf, suite } from '../suite.ts';
import { sweptKinds } from '../sweeps.ts';

/** Equal snapshots mean that nothing was committed in between. */
const promises = suite<Store>('Store, snapshots', {
  'snapshots are equal without writes': async (store) => {
    await repeatedly(async () => {
      const first = await knownSnapshot(store);
      return first === (await knownSnapshot(store));
    }, 'two equal snapshots');
  },

  'reads do not change the snapshot': async (store) => {
    await filled(store);
    const basis = await basisOf(store.repositories);
    await repeatedly(async () => {
      const first = await knownSnapshot(store);
      await readAll(store, basis);
      return first === (await knownSnapshot(store));
    }, 'equal snapshots before and after reads');
  },

  'removals of old records that find none do not change the snapshot': async (store) => {
    const { repositories } = store;
    await filled(store);
    ok(await store.commit([recorded(creationOf(sampleContent(1)))]), 'an item with a revision');
    await insertSession(repositories.sessions, sampleSession(1));
    for (const [name, remove] of removals) {
      await repeatedly(async () => {
        const first = await knownSnapshot(store);
        await remove(repositories);
        return first === (await knownSnapshot(store));
      }, `equal snapshots before and after ${name}`);
    }
  },

  'every commit changes the snapshot': async (store) => {
    await filled(store);
    const [one, two] = [sampleContent(1), sampleContent(2)];
    const revised = revisionOf(one, { title: 'Changed' });
    const commits = {
      'a creation': [creationOf(one)],
      'an update': [updateOf(one, revised)],
      'an update and a creation': [
        updateOf(revised, revisionOf(revised, { title: 'Again' })),
        creationOf(two),
      ],
      'two creations': [3, 4].map((n) => creationOf(sampleContent(n))),
      'a deletion': [deletionOf(two)],
    };
    await expectAllToChange(
      store,
      Object.entries(commits).map(([name, changes]) => [
        name,
        async () => {
          ok(await store.commit(changes), name);
        },
      ]),
    );
  },

  'every write of a repository changes the snapshot': async (store) => {
    await filled(store);
    await expectAllToChange(
      store,
      writes.map(([name, write]) => [name, () => write(store.repositories)]),
    );
  },

  'every write of an exclusive run changes the snapshot': async (store) => {
    await filled(store);
    await expectAllToChange(
      store,
      writes.map(([name, write]) => [name, () => store.exclusively('settings', write)]),
    );
  },

  'a read of content tells the snapshot of its state': async (store) => {
    await filled(store);
    await insertItems(store, [sampleContent(1)]);
    const basis = await basisOf(store.repositories);
    for (const [name, read] of Object.entries(contentReads)) {
      await repeatedly(async () => {
        const before = await knownSnapshot(store);
        const result = await read(store.repositories, basis);
        return result.isCurrent && result.snapshot === before;
      }, `the snapshot of a read: ${name}`);
      const result = await read(store.repositories, basis);
      ok(await store.repositories.collections.update(sampleCollection(1)), 'a collection');
      ok(
        !result.isCurrent || result.snapshot !== (await knownSnapshot(store)),
        `the snapshot of a read before a write differs: ${name}`,
      );
    }
  },

  'reads with equal snapshots have equal values': async (store) => {
    await filled(store);
    const basis = await basisOf(store.repositories);
    const seen = new Map<string, string>();
    let isOver = false;
    const check = async ([name, read]: readonly [string, ContentRead]): Promise<void> => {
      const result = await read(store.repositories, basis);
      if (!result.isCurrent || result.snapshot === undefined) return;
      const key = `${name}: ${result.snapshot}`;
      const value = JSON.stringify(result.value ?? null);
      equal(value, seen.get(key) ?? value, `the value of ${key}`);
      seen.set(key, value);
    };
    const read = async (): Promise<void> => {
      while (!isOver) await Promise.all(Object.entries(contentReads).map(check));
    };
    const write = async (n: number): Promise<void> => {
      for (const round of times(20, (each) => each)) {
        const item = sampleContent(10 * round + n);
        await rest(() => store.snapshot());
        await insertItems(store, [item]);
        if (n === 1) ok(await store.commit([deletionOf(item)]), 'the item was deleted');
      }
    };
    const readers = times(3, read);
    const writers = Promise.all(times(3, write)).finally(() => {
      isOver = true;
    });
    await Promise.all([writers, ...readers]);
    ok(seen.size > 0, 'snapshots were seen');
  },
});

/** How often a case tries what others can prevent: one server has one snapshot for all of its databases. */
const attempts = 200;

const repeatedly = async (attempt: () => Promise<boolean>, what: string): Promise<void> => {
  for (let n = 0; n < attempts; n += 1) if (await attempt()) return;
  throw new Error(`${what}: never seen`);
};

/** A store may not be able to tell a snapshot in time. */
const knownSnapshot = async (store: Store): Promise<Snapshot> => {
  for (let n = 0; n < attempts; n += 1) {
    const snapshot = await store.snapshot();
    if (snapshot !== undefined) return snapshot;
  }
  throw new Error('a snapshot: never told');
};

const expectAllToChange = async (
  store: Store,
  all: readonly (readonly [name: string, write: () => Promise<unknown>])[],
): Promise<void> => {
  const seen = new Set([await knownSnapshot(store)]);
  for (const [name, write] of all) {
    await write();
    const after = await knownSnapshot(store);
    ok(!seen.has(after), `another snapshot after ${name}`);
    seen.add(after);
  }
};

/** One call of every method that writes, each of which changes something. */
const writes: readonly (readonly [
  name: string,
  write: (repositories: Repositories) => Promise<unknown>,
])[] = [
  ['collections.insert', ({ collections }) => collections.insert(sampleCollection(2))],
  [
    'collections.update',
    ({ collections }) => collections.update(sampleCollection(2, { version: 2 })),
  ],
  ['collections.delete', ({ collections }) => collections.delete(collectionId(2))],
  ['media.insert', ({ media }) => media.insert(sampleMedia(1))],
  [
    'media.updateDetails',
    ({ media }) => media.updateDetails(mediaId(1), { alt: 'x' }, momentOf(9)),
  ],
  ['media.update', ({ media }) => media.update(sampleMedia(1, { state: 'deleting' }), 'ready')],
  ['media.delete', ({ media }) => media.delete(mediaId(1))],
  ['users.insert', ({ users }) => users.insert(sampleUser(2))],
  ['users.update', ({ users }) => users.update(sampleUser(2, { role: 'admin' }))],
  [
    'users.replaceGrants',
    ({ users }) =>
      users.replaceGrants(userId(2), [{ collectionId: collectionId(1), role: 'editor' }]),
  ],
  ['sessions.insert', ({ sessions }) => insertSession(sessions, sampleSession(1))],
  ['sessions.delete', ({ sessions }) => sessions.delete(sessionId(1))],
  ['sessions.insert again', ({ sessions }) => insertSession(sessions, sampleSession(2))],
  ['sessions.deleteByUser', ({ sessions }) => sessions.deleteByUser(userId(1), undefined)],
  ['sessions.insert at last', ({ sessions }) => insertSession(sessions, sampleSession(3))],
  ['sessions.sweep', ({ sessions }) => sessions.sweep(momentOf(100_000))],
  [
    'users.replacePasswordHash',
    ({ users }) =>
      users.replacePasswordHash(userId(2), passwordHashOf(userId(2)), 'changed', momentOf(9)),
  ],
  ['users.delete', ({ users }) => users.delete(userId(2))],
  ['apiTokens.insert', ({ apiTokens }) => apiTokens.insert(sampleToken(1))],
  [
    'apiTokens.storeUses',
    ({ apiTokens }) => apiTokens.storeUses(new Map([[tokenId(1), momentOf(9)]])),
  ],
  ['apiTokens.delete', ({ apiTokens }) => apiTokens.delete(tokenId(1))],
  ['site.claimStarterCollections', ({ site }) => site.claimStarterCollections()],
  [
    'site.saveSettings',
    async ({ site }) => site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' }),
  ],
];

/** What is done periodically, when nothing is old. */
const removals: typeof writes = [
  ['revisions.prune', ({ revisions }) => revisions.prune({ maxPerItem: 1, maxDays: 1 })],
  [
    'revisions.prune of recent ones',
    ({ revisions }) => revisions.prune({ maxPerItem: 1, maxDays: 1 }, { recentMs: minute }),
  ],
  ['outbox.advance', ({ outbox }) => outbox.advance()],
  ...Object.entries(sweptKinds).map(([kind, { within }]) => [`${kind}.sweep`, within] as const),
];

const filled = async ({ repositories: { collections, users } }: Store): Promise<void> => {
  await collections.insert(sampleCollection(1));
  await users.insert(sampleUser(1));
};

/** Tested only if the store supports snapshots. */
export const snapshotSuite = onlyIf<Store>(({ supports }) => supports.snapshots, promises);

/** The negative: tested only if the store does not support snapshots. */
export const noSnapshotSuite = onlyIf<Store>(
  ({ supports }) => !supports.snapshots,
  suite<Store>('Store, without snapshots', {
    'without snapshots, neither the store nor a read tells one': async (store) => {
      await filled(store);
      const basis = await basisOf(store.repositories);
      equal(await store.snapshot(), undefined, 'snapshot');
      for (const [name, read] of Object.entries(contentReads)) {
        const found = await read(store.repositories, basis);
        equal(found.isCurrent && found.snapshot, undefined, `snapshot of ${name}`);
      }
    },
  }),
);

const readAll = async (store: Store, basis: Basis): Promise<void> => {
  const { repositories } = store;
  const { collections, contents, media, users, sessions, apiTokens, site } = repositories;
  for (const read of Object.values(contentReads)) await read(repositories, basis);
  await contents.listAfter(undefined, 10);
  await collections.list();
  await media.list({ limit: 10, offset: 0 });
  await users.list({ limit: 10, offset: 0 });
  await sessions.find(sessionId(1));
  await apiTokens.list();
  await site.load('collection-1');
  await store.consistently((inside) => inside.collections.list());
};
