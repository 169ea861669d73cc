import type { Ports } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import type { Snapshot } from '../../../core/vocabulary.ts';

/** The last fingerprint of each store. */
const known = new WeakMap<Store, { readonly snapshot: Snapshot; readonly text: string }>();

/**
 * Everything that is stored, as one text, to detect changes. Leaves out the last uses of API tokens and
 * the cache epoch, which can change at any time.
 *
 * Reads it only once in a state: every write changes the snapshot of a store, which its conformance suite checks.
 */
export const fingerprint = async ({ store }: Pick<Ports, 'store'>): Promise<string> => {
  const snapshot = await store.snapshot();
  const last = known.get(store);
  if (snapshot !== undefined && last?.snapshot === snapshot) return last.text;
  const text = await readEverything(store);
  if (snapshot !== undefined) known.set(store, { snapshot, text });
  return text;
};

const readEverything = async (store: Store): Promise<string> => {
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
    schedules.list(all, 'all'),
    apiTokens.list(),
    site.load(),
    trash.list('all', all),
    redirects.listAfter(undefined, all.limit),
  ]);
  const [, , , , , , , tokens, { settings }, ...rest] = stored;
  const apiTokenRows = tokens.map(({ lastUsedAt: _, ...token }) => token);
  return JSON.stringify([...stored.slice(0, 7), apiTokenRows, settings, rest]);
};
