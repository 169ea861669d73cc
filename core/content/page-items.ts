import type { PerspectiveRequest } from '../access/perspective.ts';
import { gate, type Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import { dataLimits, type ContentItem } from '../model/content/content-item.ts';
import type { ExactConditions, SizedItem } from '../ports/repositories/content-repository.ts';
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

/** The items of a page. */
export type PageItems =
  | { readonly kind: 'items'; readonly items: readonly ContentItem[] }
  /**
   * A page that is too large to hold in memory at once. The portions come in the order of the page, and each is read when
   * it is requested. Requesting the first one can throw `overloaded`.
   */
  | { readonly kind: 'portions'; readonly portions: AsyncIterable<readonly ContentItem[]> };

/** A page as the store returned it: large ones without their data. */
export interface StoredPage {
  readonly page:
    | { readonly items: readonly ContentItem[] }
    | { readonly large: readonly SizedItem[] };
  /** The conditions that the page was read with. */
  readonly filter: ExactConditions;
}

export type PageDependencies = BasisDependencies & { readonly largePageGate: Gate };

/** @param viewpoint in which the page was read. */
export const pageItems = (
  dependencies: PageDependencies,
  actor: Actor,
  viewpoint: PerspectiveRequest,
  { page, filter }: StoredPage,
): PageItems & { readonly count: number } => {
  if ('items' in page) return { kind: 'items', count: page.items.length, items: page.items };
  const { large } = page;
  const portions = readPortions(dependencies, actor, viewpoint, { large, filter });
  return { kind: 'portions', count: large.length, portions };
};

/**
 * Reads the items of a large page in portions, each with its own statement and only when the caller
 * requests it, so that a slow reader holds nothing but its portion. A portion contains the items that the
 * actor can see at that time; items that no longer meet the conditions are omitted.
 *
 * @throws DomainError `overloaded`; what {@link readOnBasis} throws.
 */
async function* readPortions(
  dependencies: PageDependencies,
  actor: Actor,
  { perspective, preview }: PerspectiveRequest,
  { large, filter }: Pick<StoredPage, 'filter'> & { readonly large: readonly SizedItem[] },
): AsyncGenerator<readonly ContentItem[]> {
  for (const ids of portionsOf(large)) {
    const { value: found } = await dependencies.largePageGate.run(() =>
      readOnBasis(dependencies, actor, { perspective, preview }, (decided) =>
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
