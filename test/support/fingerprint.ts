import { everything, type Ports } from '../../core/index.ts';

/**
 * Everything that is stored, as a text that differs when any of it does; last uses are left out, and
 * the epoch of the cache, which may change at any time.
 */
export const fingerprint = async (ports: Ports): Promise<string> => {
  const page = { limit: 1_000_000, offset: 0 };
  const [collections, items, files, unfinished, users, tokens, settings] = await Promise.all([
    ports.collections.list(),
    ports.contents.list({ ...page, visibility: everything }),
    ports.media.listAfter(undefined, page.limit),
    ports.media.listUnfinished(Number.MAX_SAFE_INTEGER, page.limit),
    ports.users.list(page),
    ports.apiTokens.list(),
    ports.settings.load(),
  ]);
  const known = tokens.map(({ lastUsedAt: _, ...token }) => token);
  const set = { ...settings, cacheEpoch: '' };
  return JSON.stringify([collections, items.items, files, unfinished, users, known, set]);
};
