import type { Ports } from '../../../core/index.ts';

/**
 * Everything that is stored, as one text, to detect changes. Leaves out the last uses of API tokens and
 * the cache epoch, which can change at any time.
 */
export const fingerprint = async ({ store }: Pick<Ports, 'store'>): Promise<string> => {
  const all = { limit: 1_000_000, offset: 0 };
  const { collections, contents, trash, copies, schedules, redirects, media, ...others } =
    store.repositories;
  const { users, apiTokens, site } = others;
  const ids = (await collections.list()).map(({ id }) => id);
  const stored = await Promise.all([
    collections.list(),
    contents.listAfter(undefined, all.limit),
    media.listAfter(undefined, all.limit),
    media.listUnfinished(Number.MAX_SAFE_INTEGER, all.limit),
    users.list(all),
    copies.list({ ...all, all: ids, own: [], ownerId: undefined }),
    schedules.list(all),
    apiTokens.list(),
    site.load(),
    trash.list('all', all),
    redirects.listAfter(undefined, all.limit),
  ]);
  const [, , , , , , , tokens, { settings }, ...rest] = stored;
  const known = tokens.map(({ lastUsedAt: _, ...token }) => token);
  return JSON.stringify([...stored.slice(0, 7), known, settings, rest]);
};
