import type { Actor } from '../access/actor.ts';
import { visibilityFor, visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import { gate, type Gate } from '../concurrency/gate.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import type { SizedItem } from '../ports/content-repository.ts';
import { second } from '../time.ts';
import { dataLimits, type ContentItem } from './content-item.ts';

/** The maximum size of a portion, in bytes of `data`. One item always fits. */
const portionBytes = dataLimits.bytes;

/** Limits how many large pages are read at the same time. Each holds one portion in memory. */
export const createLargePageGate = (): Gate =>
  gate({
    slots: 8,
    maxWaiting: 0,
    reject: () =>
      new DomainError('overloaded', 'Too many large lists are being read', {
        details: 'Try again later, or request fewer items per page',
        retryAfterMs: 5 * second,
      }),
  });

/**
 * Reads the items of a large page in portions, each with its own statement and only when the caller
 * requests it, so that a slow reader holds no database connection. A portion contains the items that the
 * actor can see at that time; items that no longer match the list are omitted.
 *
 * @throws DomainError `overloaded`, before the first portion.
 */
export async function* readPortions(
  { contents, site, largePageGate }: Pick<Dependencies, 'contents' | 'site' | 'largePageGate'>,
  actor: Actor,
  filter: RequestedFilter,
  page: readonly SizedItem[],
): AsyncGenerator<readonly ContentItem[]> {
  const leave = await largePageGate.enter();
  try {
    for (const ids of portionsOf(page)) {
      const { settings, activeCollections } = await site.load();
      const visible = visibleFilter(filter, visibilityFor(actor, settings), activeCollections);
      const found = await contents.listAmong(ids, visible);
      const byId = new Map(found.map((item) => [item.id, item]));
      yield ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
    }
  } finally {
    leave();
  }
}

/** Splits a page into portions of at least one item and at most {@link portionBytes}. */
const portionsOf = (page: readonly SizedItem[]): readonly (readonly string[])[] => {
  const portions: string[][] = [];
  let left = 0;
  for (const { id, bytes } of page) {
    if (portions.length === 0 || bytes > left) {
      portions.push([]);
      left = portionBytes;
    }
    portions.at(-1)?.push(id);
    left -= bytes;
  }
  return portions;
};
