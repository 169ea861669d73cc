import type { Ports } from '../../core/index.ts';

/**
 * Everything that is stored, as one text, to detect changes. Leaves out the last uses of API tokens and
 * the cache epoch, which can change at any time.
 */
export const fingerprint = async (ports: Ports): Promise<string> => {
  const all = { limit: 1_000_000, offset: 0 };
  const [collections, page, files, unfinished, users, tokens, { settings }] = await Promise.all([
    ports.collections.list(),
    ports.contents.list({ ...all, within: 'all' }),
    ports.media.listAfter(undefined, all.limit),
    ports.media.listUnfinished(Number.MAX_SAFE_INTEGER, all.limit),
    ports.users.list(all),
    ports.apiTokens.list(),
    ports.site.load(),
  ]);
  const known = tokens.map(({ lastUsedAt: _, ...token }) => token);
  return JSON.stringify([collections, page, files, unfinished, users, known, settings]);
};
