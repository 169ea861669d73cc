import { findFreeSlug, slugTaken, type SlugLookup } from '../content/free-slug.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Slug } from '../model/content/slug.ts';
import { groupOf } from '../model/content/translation.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
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
  /** The locale of the item, if it has one: its translations may have the slug, too. */
  readonly locale?: string | undefined;
  /** The id of the group of its translations. Defaults to its own id. */
  readonly group?: string | undefined;
}

export interface SlugRules {
  readonly onSlugClash: OnSlugClash;
  readonly overwrite: boolean;
}

/** The slugs that the items of a batch get, record by record. */
export interface SlugPlan {
  /**
   * The slug for the item of a record, which has its id and its place among translations: its own if it is free, otherwise the record's alternative or,
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

/** An item that has a slug. */
type Holder = Pick<ContentItem, 'id' | 'locale'> & { readonly group: string };

const holderOf = (item: ContentItem): Holder => ({
  id: item.id,
  locale: item.locale,
  group: groupOf(item).id,
});

/** Whether the item may have the slug of the holder: it is the holder, or a translation of it. */
const isSame = (holder: Holder, item: ContentItem): boolean =>
  holder.id === item.id || (item.locale !== undefined && holder.group === groupOf(item).id);

export const planSlugs = (
  contents: SlugLookup & Pick<ContentRepository, 'findBySlug'>,
  records: readonly ParsedContentRecord[],
  planned: readonly PlannedSlug[],
  { onSlugClash, overwrite }: SlugRules,
): SlugPlan => {
  /** Who has these slugs after the changes planned so far; undefined for a free slug. */
  const holders = new Map<Slug, Holder | undefined>();
  for (const { slug: name, id, locale, group } of planned) {
    const slug = name as Slug;
    // A translation that has given the slug up leaves it to the others.
    if (id !== undefined) holders.set(slug, { id, locale, group: group ?? id });
    else if (holders.get(slug)?.locale === locale) holders.set(slug, undefined);
  }
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
        if (holders.has(slug)) return holder === undefined || isSame(holder, item);
        if (slug === before?.slug || !(await isStored(slug))) return true;
        const stored = item.locale === undefined ? undefined : await contents.findBySlug(slug);
        return stored !== undefined && isSame(holderOf(stored), item);
      };
      if (await isFree(item.slug)) return ok(item.slug);
      if (stored !== undefined) return ok(stored);
      if (alternativeSlug !== undefined && (await isFree(alternativeSlug))) {
        return ok(alternativeSlug);
      }
      const free = onSlugClash === 'suffix' ? await findFreeSlug(lookup, item.slug) : undefined;
      return free === undefined ? { ok: false, error: await clash(record) } : ok(free);
    },

    add: (item, before) => {
      if (before !== undefined && before.slug !== item.slug) {
        const other = holders.get(before.slug);
        if (other === undefined || other.id === item.id) holders.set(before.slug, undefined);
      }
      holders.set(item.slug, holderOf(item));
    },
  };
};

const ok = (value: Slug): Result<Slug> => ({ ok: true, value });
