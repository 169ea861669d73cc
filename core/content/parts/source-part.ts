import type { ChangeParts, DecidedChange } from '../../model/content/content-change.ts';
import type { Digest } from '../../ports/hashing.ts';
import { printsOf, sourceStateOf } from '../../collections/source-state.ts';
import { setsAny } from './sets-any.ts';

/**
 * What a new translation was made from, and with what the translations of an item are compared. Nothing for a deletion, for an
 * item without a locale, and if neither title nor data nor collection changes.
 */
export const sourceParts = async (
  digest: Digest,
  change: DecidedChange,
): Promise<Pick<ChangeParts, 'source' | 'state'>> => {
  if (change.kind === 'delete' || change.item.locale === undefined) return {};
  if (change.kind === 'create') {
    const { source } = change;
    if (source === undefined) return {};
    const { item, versions } = source;
    const { id, version } = item;
    return { source: { id, version, versions, prints: await printsOf(digest, item) } };
  }
  return setsAny(change, ['title', 'data', 'collectionId'])
    ? { state: await sourceStateOf(digest, change.collection, change.item) }
    : {};
};
