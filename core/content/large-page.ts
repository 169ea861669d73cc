import type { PerspectiveRequest } from '../access/perspective.ts';
import { gate, type Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import { dataLimits, type ContentItem } from '../model/content/content-item.ts';
import type { ContentConditions, SizedItem } from '../ports/repositories/content-repository.ts';
import type { Timer } from '../ports/time.ts';
import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';
import { contentsOf, readOnBasis, type BasisDependencies } from './read-on-basis.ts';

/** The maximum size of a portion, in bytes of `data`. One item always fits. */
const portionBytes = dataLimits.bytes;

/** Limits how many portions are read at the same time. */
export const createLargePageGate = (timer: Timer): Gate =>
  gate({
    slots: 8,
    maxWaiting: 200,
    waitTimeout: { ms: 10 * second, timer },
    reject: () =>
      new DomainError('overloaded', 'Too many large lists are being read', {
        details: 'Try again later, or request fewer items per page',
        retryAfterMs: 5 * second,
      }),
  });

export interface LargePage {
  readonly filter: ContentConditions;
  readonly items: readonly SizedItem[];
  /** The perspective in which the page was read. */
  readonly viewpoint?: PerspectiveRequest;
}

/**
 * Reads the items of a large page in portions, each with its own statement and only when the caller
 * requests it, so that a slow reader holds nothing but its portion. A portion contains the items that the
 * actor can see at that time; items that no longer match the list are omitted.
 *
 * @throws DomainError `overloaded`; what {@link readOnBasis} throws.
 */
export async function* readPortions(
  dependencies: BasisDependencies & { readonly largePageGate: Gate },
  actor: Actor,
  { filter, items, viewpoint = {} }: LargePage,
): AsyncGenerator<readonly ContentItem[]> {
  for (const ids of portionsOf(items)) {
    const { value: found } = await dependencies.largePageGate.run(() =>
      readOnBasis(dependencies, actor, viewpoint, (decided) =>
        contentsOf(decided).listAmong({ ...filter, ids }, decided.view, decided.basis),
      ),
    );
    const byId = new Map(found.map((item) => [item.id, item]));
    yield ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
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
