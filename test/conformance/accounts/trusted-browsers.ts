import type { Store } from '../../../core/store.ts';
import { equal } from '../assert.ts';
import { modifyAll } from '../cases.ts';
import { awkwardText, contentId, momentOf, sampleBrowser, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

type Repositories = Store['repositories'];

/** Three browsers of the first account, and one of the second. */
const withBrowsers = async ({ repositories }: Store): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n));
  for (const n of [1, 2, 3]) await repositories.trustedBrowsers.insert(sampleBrowser(n));
  await repositories.trustedBrowsers.insert(sampleBrowser(4, { userId: userId(2) }));
  return repositories;
};

const idsOf = async ({ trustedBrowsers }: Repositories, user: number): Promise<readonly string[]> =>
  (await trustedBrowsers.listByUser(userId(user))).map(({ id }) => id);

export const trustedBrowserRepositorySuite = suite<Store>('TrustedBrowserRepository', {
  'findByDigest returns the browser as it was stored, also an expired one': async (store) => {
    const { trustedBrowsers } = await withBrowsers(store);
    const browser = sampleBrowser(5, { client: awkwardText, expiresAt: 1 });
    await trustedBrowsers.insert(browser);
    for (const each of [browser, sampleBrowser(2), sampleBrowser(3)]) {
      equal(await trustedBrowsers.findByDigest(each.digest), each, each.id);
    }
    equal(await trustedBrowsers.findByDigest(sampleBrowser(9).digest), undefined, 'an unknown one');
    equal(await trustedBrowsers.findByDigest(browser.id), undefined, 'by its id');
  },

  'listByUser returns the browsers of that account, newest first': async (store) => {
    const repositories = await withBrowsers(store);
    const { trustedBrowsers } = repositories;
    await trustedBrowsers.insert(sampleBrowser(5, { createdAt: momentOf(2) }));
    const expected = [
      sampleBrowser(3),
      sampleBrowser(5, { createdAt: momentOf(2) }),
      sampleBrowser(2),
      sampleBrowser(1),
    ];
    equal(await trustedBrowsers.listByUser(userId(1)), expected, 'of the first account');
    equal(await idsOf(repositories, 2), [contentId(4)], 'of the second account');
    equal(await idsOf(repositories, 9), [], 'of no account');
  },

  'delete removes a browser of that account only': async (store) => {
    const repositories = await withBrowsers(store);
    const { trustedBrowsers } = repositories;
    equal(await trustedBrowsers.delete(userId(1), contentId(2)), true, 'an own browser');
    equal(await trustedBrowsers.delete(userId(1), contentId(2)), false, 'a second time');
    equal(await trustedBrowsers.delete(userId(1), contentId(4)), false, 'of another account');
    equal(await idsOf(repositories, 1), [3, 1].map(contentId), 'of the first account');
    equal(await idsOf(repositories, 2), [contentId(4)], 'of the second account');
  },

  'the browsers of an account end by deleteByUser, and with the account': async (store) => {
    const repositories = await withBrowsers(store);
    await repositories.trustedBrowsers.deleteByUser(userId(1));
    equal(await idsOf(repositories, 1), [], 'of the first account');
    equal(await idsOf(repositories, 2), [contentId(4)], 'of the second account');
    await repositories.users.delete(userId(2));
    const { digest } = sampleBrowser(4);
    equal(await repositories.trustedBrowsers.findByDigest(digest), undefined, 'without account');
  },

  'browsers that are stored share no objects with callers': async (store) => {
    const { trustedBrowsers } = await withBrowsers(store);
    const given = sampleBrowser(5);
    await trustedBrowsers.insert(given);
    modifyAll(given);
    modifyAll(await trustedBrowsers.listByUser(userId(1)));
    const { digest } = sampleBrowser(5);
    equal(await trustedBrowsers.findByDigest(digest), sampleBrowser(5), 'the browser');
  },
});
