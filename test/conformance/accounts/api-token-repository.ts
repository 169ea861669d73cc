import type { Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { oneIsTrue, racers, modifyAll, times } from '../cases.ts';
import { awkwardText, collectionId, momentOf, sampleToken, tokenId } from '../samples.ts';
import { suite } from '../suite.ts';

export const apiTokenRepositorySuite = suite<Store>('ApiTokenRepository', {
  'findByDigest returns a new token unchanged': async ({ repositories: { apiTokens } }) => {
    const token = sampleToken(1, {
      name: awkwardText,
      prefix: 'st_aB-_9',
      digest: '0123456789abcdef'.repeat(4),
      scope: [collectionId(7)],
      kind: 'preview',
      expiresAt: 253_402_300_799_999,
      lastUsedAt: 0,
      createdAt: 0,
    });
    await apiTokens.insert(token);
    await apiTokens.insert(sampleToken(2));
    equal((await apiTokens.findByDigest(token.digest))?.token, token, 'the token');
  },

  'absent members of a token stay absent': async ({ repositories: { apiTokens } }) => {
    await apiTokens.insert(sampleToken(1));
    const found = (await apiTokens.findByDigest(sampleToken(1).digest))?.token;
    ok(found !== undefined, 'the token is stored');
    const { expiresAt, lastUsedAt, kind } = found;
    equal([expiresAt, lastUsedAt, kind], [undefined, undefined, undefined], 'absent members');
  },

  'a scope of all, of no and of some collections are kept apart': async ({
    repositories: { apiTokens },
  }) => {
    const some = [collectionId(1), collectionId(2)];
    const scopes = ['all', [], some] as const;
    for (const [index, scope] of scopes.entries()) {
      await apiTokens.insert(sampleToken(index + 1, { scope }));
    }
    for (const [index, scope] of scopes.entries()) {
      const found = await apiTokens.findByDigest(sampleToken(index + 1).digest);
      const stored = found?.token.scope;
      // Stores may return the ids in any order.
      equal(stored === 'all' ? stored : stored?.toSorted(), scope, 'scope');
    }
  },

  'findByDigest matches the whole digest only': async ({ repositories: { apiTokens } }) => {
    const { digest } = sampleToken(0xab);
    await apiTokens.insert(sampleToken(0xab));
    ok((await apiTokens.findByDigest(digest)) !== undefined, 'the token is stored');
    for (const other of ['', digest.slice(0, 63), digest.toUpperCase(), sampleToken(2).digest]) {
      equal(await apiTokens.findByDigest(other), undefined, `by ${other}`);
    }
  },

  'list is sorted by creation time, then id, both descending': async ({
    repositories: { apiTokens },
  }) => {
    equal(await apiTokens.list(), [], 'tokens of an empty store');
    const tokens = times(12, (n) => sampleToken((n * 5) % 13, { createdAt: momentOf(n % 4) }));
    for (const token of tokens) await apiTokens.insert(token);
    const expected = tokens.toSorted(
      (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1),
    );
    equal(await apiTokens.list(), expected, 'tokens');
  },

  'findById returns the token with this id, and the same stamp': async ({
    repositories: { apiTokens },
  }) => {
    for (const n of [1, 2]) await apiTokens.insert(sampleToken(n, { scope: [collectionId(n)] }));
    for (const n of [1, 2]) {
      const found = await apiTokens.findById(tokenId(n));
      equal(found?.token, sampleToken(n, { scope: [collectionId(n)] }), 'the token');
      equal(found, await apiTokens.findByDigest(sampleToken(n).digest), 'by digest');
    }
    equal(await apiTokens.findById(tokenId(3)), undefined, 'an unknown token');
  },

  'storeUses sets the last uses of these tokens only': async ({ repositories: { apiTokens } }) => {
    for (const n of [1, 2, 3]) await apiTokens.insert(sampleToken(n));
    const uses = new Map([
      [tokenId(1), momentOf(50)],
      [tokenId(3), momentOf(60)],
    ]);
    await apiTokens.storeUses(uses);
    const [first, third] = [
      sampleToken(1, { lastUsedAt: momentOf(50) }),
      sampleToken(3, { lastUsedAt: momentOf(60) }),
    ];
    equal(await apiTokens.list(), [third, sampleToken(2), first], 'tokens');
    equal((await apiTokens.findByDigest(first.digest))?.token, first, 'by digest');
    await apiTokens.storeUses(new Map());
    equal(await apiTokens.list(), [third, sampleToken(2), first], 'tokens after no uses');
  },

  'a stored use is never followed by an earlier one': async ({ repositories: { apiTokens } }) => {
    await apiTokens.insert(sampleToken(1));
    const times = [5, 9, 2, 7].map(momentOf);
    await Promise.all(times.map((time) => apiTokens.storeUses(new Map([[tokenId(1), time]]))));
    equal((await apiTokens.list())[0]?.lastUsedAt, momentOf(9), 'the last use');
  },

  'storeUses ignores unknown tokens': async ({ repositories: { apiTokens } }) => {
    for (const n of [1, 2]) await apiTokens.insert(sampleToken(n));
    ok(await apiTokens.delete(tokenId(1)), 'delete returns true');
    await apiTokens.storeUses(new Map([1, 2, 9].map((n) => [tokenId(n), momentOf(50)])));
    equal(await apiTokens.list(), [sampleToken(2, { lastUsedAt: momentOf(50) })], 'tokens');
  },

  'delete removes that token only': async ({ repositories: { apiTokens } }) => {
    for (const n of [1, 2]) await apiTokens.insert(sampleToken(n));
    ok((await apiTokens.findByDigest(sampleToken(1).digest)) !== undefined, 'the token is stored');
    await oneIsTrue(times(racers, () => apiTokens.delete(tokenId(1))));
    equal(await apiTokens.findByDigest(sampleToken(1).digest), undefined, 'by digest');
    equal(await apiTokens.list(), [sampleToken(2)], 'tokens');
    equal(await apiTokens.delete(tokenId(1)), false, 'result of a second delete');
  },

  'stored records do not share objects with callers': async ({ repositories: { apiTokens } }) => {
    const make = () => sampleToken(1, { scope: [collectionId(1)] });
    const given = make();
    await apiTokens.insert(given);
    modifyAll(given);
    modifyAll(await apiTokens.findByDigest(make().digest));
    modifyAll(await apiTokens.list());
    equal(await apiTokens.list(), [make()], 'tokens');
  },
});
