import type { Basis, Repositories, Stamp, StampedCaller, Store } from '../../../core/store.ts';
import { hour } from '../../../core/vocabulary.ts';
import { forSite, previewId } from '../accounts/preview-tokens.ts';
import { equal } from '../assert.ts';
import { times } from '../cases.ts';
import { basisOf, insertItems } from '../content/content-changes.ts';
import { contentReads } from '../content/content-reads.ts';
import {
  insertSession,
  sampleCollection,
  sampleContent,
  sampleSession,
  sampleToken,
  sampleUser,
  sessionId,
  tokenId,
  userId,
} from '../samples.ts';

export const expectCurrent = async (
  { repositories }: Store,
  basis: Basis,
  isCurrent: boolean,
  about: string,
): Promise<void> => {
  const reads = await Promise.all(
    Object.entries(contentReads).map(
      async ([name, read]) => [name, await read(repositories, basis)] as const,
    ),
  );
  for (const [name, read] of reads) {
    equal(read.isCurrent, isCurrent, `whether it is current: ${name}, ${about}`);
  }
};

/** Two sessions of different accounts, two tokens and two previews of one account, three collections. @returns all kinds of bases. */
export const basesOf = async (store: Store) => {
  const { collections, users, sessions, apiTokens, previewTokens } = store.repositories;
  for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n));
  for (const n of [1, 2]) {
    await users.insert(sampleUser(n));
    await insertSession(sessions, sampleSession(n, { userId: userId(n) }));
    await apiTokens.insert(sampleToken(n));
    await previewTokens.insert(forSite(n), hour);
  }
  await insertItems(store, times(2, sampleContent));
  return {
    nobody: await basisOf(store.repositories),
    'nobody who asks for a collection': await basisOf(store.repositories, 'collection-1'),
    'nobody who asks for an unknown collection': await basisOf(store.repositories, 'unknown'),
    session: await sessionBasis(store),
    token: await tokenBasis(store),
    preview: await previewBasis(store),
    'a session that asks for a collection': {
      ...(await sessionBasis(store)),
      ...(await basisOf(store.repositories, 'collection-2')),
    },
  } satisfies Readonly<Record<string, Basis>>;
};

export const sessionBasis = async ({ repositories }: Store): Promise<Basis> => ({
  ...(await basisOf(repositories)),
  caller: await sessionCaller(repositories),
});

export const sessionCaller = async ({ sessions }: Repositories): Promise<StampedCaller> => ({
  kind: 'session',
  id: sessionId(1),
  stamp: stampOf(await sessions.find(sessionId(1))),
});

const tokenBasis = async ({ repositories }: Store): Promise<Basis> => {
  const stamp = stampOf(await repositories.apiTokens.findById(tokenId(1)));
  return { ...(await basisOf(repositories)), caller: { kind: 'token', id: tokenId(1), stamp } };
};

export const previewBasis = async ({ repositories }: Store): Promise<Basis> => {
  const stamp = stampOf(await repositories.previewTokens.findById(previewId(1)));
  return { ...(await basisOf(repositories)), caller: { kind: 'preview', id: previewId(1), stamp } };
};

/** What was deleted has no stamp. */
const stampOf = (found: { readonly stamp: Stamp } | undefined): Stamp => found?.stamp ?? 'none';
