import {
  previewTokensMax,
  type PreviewToken,
  type Repositories,
  type Store,
} from '../../../core/store.ts';
import { hour, minute } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, racers, times } from '../cases.ts';
import { deletionOf, deleteItem, reviseItem } from '../content/content-changes.ts';
import { withItems } from '../content/stored-items.ts';
import { collectionId, contentId, sampleContent, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';
import { trashingOf } from '../trash/trashed-items.ts';

/** The secrets of previews, and their end. */
export const previewTokenSuite = suite<Store>('PreviewTokenRepository', {
  'a token is found by its digest and by its id, with its account': async (store) => {
    const { previewTokens, users } = await prepared(store);
    const grants = [{ collectionId: collectionId(1), role: 'editor' }] as const;
    await users.replaceGrants(userId(1), grants);
    for (const token of [forItem(1), forSite(2)]) {
      await previewTokens.insert(token, hour);
      const found = await previewTokens.findByDigest(token.digest);
      equal(found?.token, token, 'the token');
      equal(found?.user, sampleUser(1, { grants }), 'the account');
      equal(await previewTokens.findById(token.id), found, 'by its id');
    }
    equal(await previewTokens.findById(previewId(9)), undefined, 'an unknown id');
  },

  'it is found by the whole digest only': async (store) => {
    const { previewTokens } = await prepared(store);
    await previewTokens.insert(forSite(0xab), hour);
    const { digest } = forSite(0xab);
    for (const other of ['', digest.slice(0, 63), digest.toUpperCase(), forSite(2).digest]) {
      equal(await previewTokens.findByDigest(other), undefined, `by ${other}`);
    }
    ok((await previewTokens.findByDigest(digest)) !== undefined, 'by the digest');
  },

  'insert returns when it expires, and from then on it is not found': async (store) => {
    const { previewTokens } = await prepared(store);
    const now = await previewTokens.insert(forSite(1), 0);
    const later = await previewTokens.insert(forSite(2), hour);
    ok(now !== undefined && later !== undefined, 'both were stored');
    const difference = later - now;
    ok(difference >= hour && difference < hour + minute, 'it expires after its lifetime');
    equal(await previewTokens.findByDigest(forSite(1).digest), undefined, 'by digest');
    equal(await previewTokens.findById(previewId(1)), undefined, 'by id');
    ok((await previewTokens.findById(previewId(2))) !== undefined, 'one that has not expired');
  },

  'a token of an item that does not exist is not stored': async (store) => {
    const { previewTokens } = await prepared(store);
    equal(await previewTokens.insert(forItem(9), hour), undefined, 'an unknown item');
    await deleteItem(store, sampleContent(1));
    equal(await previewTokens.insert(forItem(1), hour), undefined, 'a deleted item');
    equal(await previewTokens.deleteByContent(contentId(1)), 0, 'stored tokens');
  },

  'a token of an account that is inactive or unknown is not stored, and not found': async (
    store,
  ) => {
    const { previewTokens, users } = await prepared(store);
    equal(await previewTokens.insert(forSite(1, 9), hour), undefined, 'an unknown account');
    await previewTokens.insert(forSite(2), hour);
    await users.update(sampleUser(1, { isActive: false }));
    equal(await previewTokens.insert(forSite(3), hour), undefined, 'an inactive account');
    equal(await previewTokens.findByDigest(forSite(2).digest), undefined, 'by digest');
    equal(await previewTokens.findById(previewId(2)), undefined, 'by id');
  },

  'deleteByContent deletes the tokens of this item, of all accounts': async (store) => {
    const { previewTokens } = await prepared(store);
    const kept = [forItem(3, 1, 2), forSite(4)];
    for (const token of [forItem(1), forItem(2, 2, 1), ...kept]) {
      await previewTokens.insert(token, hour);
    }
    equal(await previewTokens.deleteByContent(contentId(1)), 2, 'the number');
    equal(await found(store, 4), [3, 4], 'the others');
    equal(await previewTokens.deleteByContent(contentId(1)), 0, 'a second time');
  },

  'deleteForSite deletes the tokens of this account for the site': async (store) => {
    const { previewTokens } = await prepared(store);
    for (const token of [forSite(1), forSite(2), forSite(3, 2), forItem(4, 1, 1)]) {
      await previewTokens.insert(token, hour);
    }
    equal(await previewTokens.deleteForSite(userId(1)), 2, 'the number');
    equal(await found(store, 4), [3, 4], 'the others');
  },

  'deleteByUser deletes all tokens of this account': async (store) => {
    const { previewTokens } = await prepared(store);
    for (const token of [forSite(1), forItem(2, 1, 1), forSite(3, 2), forItem(4, 2, 1)]) {
      await previewTokens.insert(token, hour);
    }
    await previewTokens.deleteByUser(userId(1));
    equal(await found(store, 4), [3, 4], 'the others');
  },

  'deleting an account deletes its tokens only': async (store) => {
    const { previewTokens, users } = await prepared(store);
    for (const token of [forSite(1), forItem(2, 1, 1), forSite(3, 2)]) {
      await previewTokens.insert(token, hour);
    }
    ok(await users.delete(userId(1)), 'the change returns true');
    await users.insert(sampleUser(1));
    equal(await found(store, 3), [3], 'tokens, after an account with the same id was created');
  },

  'the oldest tokens of a user for the same item, or for the site, end': async (store) => {
    const { previewTokens } = await prepared(store);
    const others = [forSite(101, 2), forItem(102, 2, 1), forItem(103, 1, 2)];
    for (const token of others) await previewTokens.insert(token, hour);
    const [expired, last] = [forSite(104), previewTokensMax + 2];
    await previewTokens.insert(expired, 0);
    for (const n of times(last, (each) => each)) {
      await previewTokens.insert(forSite(n), hour);
      await previewTokens.insert(forItem(n + 50, 1, 1), hour);
    }
    const expected = times(last, (n) => n).slice(-previewTokensMax);
    const items = expected.map((n) => n + 50);
    equal(await found(store, 103), [...expected, ...items, 101, 102, 103], 'the valid tokens');
  },

  'a sweep removes tokens that have expired': async (store) => {
    const { previewTokens } = await prepared(store);
    await previewTokens.insert(forSite(1), 0);
    await previewTokens.insert(forSite(2), hour);
    await previewTokens.sweep();
    equal(await found(store, 2), [2], 'the other');
    equal(await previewTokens.deleteForSite(userId(1)), 1, 'stored tokens');
  },

  'a commit that deletes an item deletes its tokens only, with and without the trash': async (
    store,
  ) => {
    const { previewTokens } = await prepared(store);
    for (const [n, item] of [1, 2, 3].entries()) {
      await previewTokens.insert(forItem(n + 1, 1, item), hour);
    }
    await previewTokens.insert(forSite(4), hour);
    await reviseItem(store, sampleContent(3), { title: 'Revised' });
    equal(await found(store, 4), [1, 2, 3, 4], 'tokens before');
    await deleteItem(store, sampleContent(1));
    ok(await store.commit([trashingOf(sampleContent(2))]), 'a move to the trash');
    equal(await found(store, 4), [3, 4], 'tokens of others');
    equal(await previewTokens.deleteByContent(contentId(2)), 0, 'of the trash');
  },

  'a concurrent deletion of the item leaves no token': async (store) => {
    const { previewTokens } = await prepared(store, racers);
    for (const n of times(racers, (each) => each)) {
      const inserted = previewTokens.insert(forItem(n, 1, n), hour);
      const deleted = store.commit([deletionOf(sampleContent(n))]);
      await Promise.all([inserted, deleted]);
      equal(await previewTokens.findById(previewId(n)), undefined, 'a token');
      equal(await previewTokens.deleteByContent(contentId(n)), 0, 'stored tokens');
    }
  },

  'a concurrent deactivation leaves no token': async (store) => {
    const { previewTokens } = await prepared(store);
    for (const n of times(racers, (each) => each)) {
      const inserted = previewTokens.insert(forSite(n), hour);
      const deactivated = store.exclusively('accounts', async (inside) => {
        await inside.users.update(sampleUser(1, { isActive: false }));
        await inside.previewTokens.deleteByUser(userId(1));
      });
      await Promise.all([inserted, deactivated]);
      equal(await previewTokens.deleteForSite(userId(1)), 0, 'stored tokens');
      await store.repositories.users.update(sampleUser(1));
    }
  },

  'stored records do not share objects with callers': async (store) => {
    const { previewTokens } = await prepared(store);
    const given = forItem(1);
    await previewTokens.insert(given, hour);
    modifyAll(given);
    modifyAll(await previewTokens.findById(previewId(1)));
    equal((await previewTokens.findById(previewId(1)))?.token, forItem(1), 'the token');
  },
});

/** Unlike all other ids. */
export const previewId = (n: number): string =>
  `80000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const digestOf = (n: number): string => n.toString(16).padStart(64, '0');

export const forSite = (n: number, user = 1): PreviewToken => ({
  id: previewId(n),
  digest: digestOf(n),
  userId: userId(user),
  contentId: undefined,
});

export const forItem = (n: number, user = 1, item = n): PreviewToken => ({
  ...forSite(n, user),
  contentId: contentId(item),
});

/** Two accounts, and items. */
const prepared = async (store: Store, items = 3): Promise<Repositories> => {
  for (const n of [1, 2]) await store.repositories.users.insert(sampleUser(n));
  return withItems(store, items);
};

/** Which of the first `count` tokens are found. */
const found = async ({ repositories }: Store, count: number): Promise<readonly number[]> => {
  const all = times(count, (n) => n);
  const tokens = await Promise.all(
    all.map((n) => repositories.previewTokens.findById(previewId(n))),
  );
  return all.filter((_, index) => tokens[index] !== undefined);
};
