import { findFreeSlug, slugTaken, type SlugLookup } from '../content/free-slug.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Slug } from '../model/content/slug.ts';
import type { DomainError, Result } from '../primitives/errors.ts';
import { sourceSlugOf } from './content-record.ts';
import type { ParsedContentRecord } from './parse-content-record.ts';

/** What an import does if another item has the slug of a record. */
export type OnSlugClash = 'skip' | 'suffix';

/** A slug that another request of the same dry run would have changed. */
export interface PlannedSlug {
  readonly slug: string;
  /** The item that would have the slug; undefined if the slug would be free. */
  readonly id?: string | undefined;
  /** The name of the item's collection. */
  readonly collection?: string | undefined;
}

export interface SlugRules {
  readonly onSlugClash: OnSlugClash;
  readonly overwrite: boolean;
}

/** The slugs that the items of a batch get, record by record. */
export interface SlugPlan {
  /**
   * The slug for the item of a record: its own if it is free, otherwise the record's alternative or,
   * with `suffix`, a free one. An item that was stored under another slug keeps it.
   *
   * @returns the error of {@link SlugPlan.clash} if there is none.
   */
  readonly slugFor: (
    record: ParsedContentRecord,
    before: ContentItem | undefined,
  ) => Promise<Result<Slug>>;
  /** The error `slug_taken` for a record. It names a free slug. */
  readonly clash: (record: ParsedContentRecord) => Promise<DomainError>;
  /** Plans a change: later records see its slug as taken, and the slug that it replaces as free. */
  readonly add: (item: ContentItem, before: ContentItem | undefined) => void;
}

export const planSlugs = (
  contents: SlugLookup,
  records: readonly ParsedContentRecord[],
  planned: readonly PlannedSlug[],
  { onSlugClash, overwrite }: SlugRules,
): SlugPlan => {
  /** The items that have these slugs after the changes planned so far; undefined for a free slug. */
  const holders = new Map<Slug, string | undefined>(
    planned.map(({ slug, id }) => [slug as Slug, id]),
  );
  const wanted = records.flatMap(({ item, alternativeSlug = item.slug }) => [
    item.slug,
    alternativeSlug,
  ]);
  // One lookup for the whole batch, when the first record needs it.
  let storedSlugs: Promise<ReadonlySet<Slug>> | undefined;
  const isStored = async (slug: Slug): Promise<boolean> => {
    storedSlugs ??= contents.findTakenSlugs([...new Set(wanted)]);
    return (await storedSlugs).has(slug);
  };
  const lookup: SlugLookup = {
    findTakenSlugs: async (slugs) => {
      const taken = await contents.findTakenSlugs(slugs.filter((slug) => !holders.has(slug)));
      return new Set(slugs.filter((slug) => taken.has(slug) || holders.get(slug) !== undefined));
    },
  };
  const clash: SlugPlan['clash'] = ({ item }) => slugTaken(lookup, item.slug);
  return {
    clash,

    slugFor: async (record, before) => {
      const { item, alternativeSlug } = record;
      if (before?.slug === item.slug) return ok(item.slug);
      const stored =
        before !== undefined && sourceSlugOf(before) === item.slug ? before.slug : undefined;
      if (stored !== undefined && !overwrite) return ok(stored);
      const isFree = async (slug: Slug): Promise<boolean> => {
        const holder = holders.get(slug);
        if (holders.has(slug)) return holder === undefined || holder === item.id;
        return slug === before?.slug || !(await isStored(slug));
      };
      if (await isFree(item.slug)) return ok(item.slug);
      if (stored !== undefined) return ok(stored);
      if (alternativeSlug !== undefined && (await isFree(alternativeSlug))) {
        return ok(alternativeSlug);
      }
      const free = onSlugClash === 'suffix' ? await findFreeSlug(lookup, item.slug) : undefined;
      return free === undefined ? { ok: false, error: await clash(record) } : ok(free);
    },

    add: ({ id, slug }, before) => {
      if (before !== undefined && before.slug !== slug) holders.set(before.slug, undefined);
      holders.set(slug, id);
    },
  };
};

const ok = (value: Slug): Result<Slug> => ({ ok: true, value });
