import {
  meetsFilter,
  inScope,
  type BasedRead,
  type Basis,
  type FormerSlug,
  type FormerSlugFilter,
  type FormerSlugOfItem,
  type RedirectQuery,
  type RedirectRepository,
} from '../../../core/store.ts';
import type { ContentItem, Redirect, Slug } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { readOn } from '../memory-basis.ts';
import { byCodePoints } from '../memory-order.ts';
import { findAnywhere, stampOf } from '../memory-stamps.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemoryRedirectRepository implements RedirectRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>> {
    const { limit, offset } = query;
    return readOn(this.#access, basis, (tables) =>
      sortedSlugs(tables)
        .filter((slug) => {
          const item = itemOfFormerSlug(tables, slug, query);
          return item !== undefined && meetsFilter(query, item);
        })
        .flatMap((slug) => redirectOf(tables, slug) ?? [])
        .slice(offset, offset + limit),
    );
  }

  async find(from: Slug): Promise<Redirect | undefined> {
    return this.#access.read((tables) => redirectOf(tables, from));
  }

  async findItemIds(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, string>> {
    return new Map(
      await this.#access.read(({ formerSlugs }) =>
        [...formerSlugs.values()].flatMap(({ slug, contentId }) =>
          slugs.includes(slug) ? [[slug, contentId] as const] : [],
        ),
      ),
    );
  }

  async remove({ from, contentId, collectionId }: Omit<Redirect, 'to'>): Promise<boolean> {
    return this.#access.write((tables) => {
      const stored = redirectOf(tables, from);
      if (stored?.contentId !== contentId || stored.collectionId !== collectionId) return false;
      return tables.formerSlugs.delete(from);
    });
  }

  async listAfter(slug: Slug | undefined, limit: number): Promise<readonly FormerSlugOfItem[]> {
    return this.#access.read((tables) =>
      sortedSlugs(tables)
        .filter((each) => slug === undefined || byCodePoints(each, slug) > 0)
        .slice(0, limit)
        .flatMap((each) => tables.formerSlugs.get(each) ?? [])
        .map((former) => {
          const item = findAnywhere(tables, former.contentId);
          return { ...former, item: item && stampOf(item) };
        }),
    );
  }

  async add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]> {
    const given = copyOf(formerSlugs);
    return this.#access.write((tables) =>
      given.map((former) => {
        const { slug, contentId } = former;
        const holders = tables.slugs.get(slug) ?? [];
        const isFree = holders.every((id) => id === contentId) && !tables.formerSlugs.has(slug);
        if (!isFree || findAnywhere(tables, contentId) === undefined) return false;
        tables.formerSlugs.set(slug, former);
        return true;
      }),
    );
  }
}

const sortedSlugs = ({ formerSlugs }: MemoryTables): Slug[] =>
  [...formerSlugs.keys()].sort(byCodePoints);

/** The item to which a former slug leads, if that matches the filter. */
export const itemOfFormerSlug = (
  { contents, formerSlugs }: MemoryTables,
  slug: Slug,
  { seenIn }: FormerSlugFilter = {},
): ContentItem | undefined => {
  const former = formerSlugs.get(slug);
  const isKnown =
    seenIn === undefined || former?.seenIn.some((collectionId) => inScope(seenIn, collectionId));
  return former !== undefined && isKnown === true ? contents.get(former.contentId) : undefined;
};

const redirectOf = (tables: MemoryTables, from: Slug): Redirect | undefined => {
  const item = itemOfFormerSlug(tables, from);
  if (item === undefined || item.slug === from) return undefined;
  return { from, to: item.slug, contentId: item.id, collectionId: item.collectionId };
};
