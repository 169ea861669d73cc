import { decodeJson, type ContentItem, type ContentStatus } from '../../../core/vocabulary.ts';

/** All items of a service outside the trash, as they are stored and as they are shown with their working copies. */
export interface ModelState {
  readonly published: readonly ContentItem[];
  readonly unpublished: readonly ContentItem[];
}

/** What somebody may see. */
export interface Sight {
  readonly perspective: 'published' | 'drafts';
  readonly statuses: readonly ContentStatus[];
  /** The ids of the collections. */
  readonly collections: ReadonlySet<string>;
}

/** What a request asks for. */
export interface Asked {
  /** The locale, and those that are read instead; undefined for all translations. */
  readonly chain?: readonly string[] | undefined;
  readonly status?: ContentStatus | undefined;
  readonly collectionId?: string | undefined;
}

export interface ModelAlternate {
  readonly locale: string;
  readonly id: string;
  readonly slug: string;
}

/**
 * What somebody sees of groups of translations, computed from all items in the plainest way. Items of collections that are
 * not localised are groups of their own, which are in every locale.
 */
export interface GroupModel {
  readonly list: (asked: Asked) => readonly ContentItem[];
  /** What an id leads to. */
  readonly byId: (id: string, asked: Asked) => ContentItem | undefined;
  /** What a slug that somebody sees leads to. */
  readonly bySlug: (slug: string, asked: Asked) => ContentItem | undefined;
  /** The number of groups that show a slug. */
  readonly groupsOfSlug: (slug: string, collectionId: string) => number;
  /** An item and its translations. */
  readonly alternatesOf: (item: ContentItem) => readonly ModelAlternate[];
}

/** @param locales of the service, in their order. */
export const groupModel = (
  state: ModelState,
  sight: Sight,
  locales: readonly string[],
): GroupModel => {
  const shown = sight.perspective === 'drafts' ? state.unpublished : state.published;
  const visible = shown.filter(
    ({ status, collectionId }) =>
      sight.statuses.includes(status) && sight.collections.has(collectionId),
  );
  const ofGroup = (id: string): readonly ContentItem[] =>
    visible.filter((item) => groupIdOf(item) === id);

  /** The first item of a group in a chain, with the status that was asked for. */
  const chosen = (id: string, { chain, status }: Asked): ContentItem | undefined => {
    const members = ofGroup(id).filter((item) => status === undefined || item.status === status);
    const [first] = members;
    if (first?.locale === undefined) return first;
    return chain?.flatMap((code) => members.filter(({ locale }) => locale === code))[0];
  };

  const named = (slug: string, collectionId: string | undefined): readonly ContentItem[] =>
    visible.filter((item) => item.slug === slug && item.collectionId === collectionId);

  const list: GroupModel['list'] = (asked) => {
    const { chain, status, collectionId } = asked;
    const meets = (item: ContentItem): boolean =>
      (status === undefined || item.status === status) &&
      (collectionId === undefined || item.collectionId === collectionId);
    if (chain === undefined) return visible.filter(meets).toSorted(newestFirst);
    const groups = new Set(visible.map(groupIdOf));
    const items = [...groups].flatMap((id) => chosen(id, asked) ?? []);
    return items.filter(meets).toSorted(oldestGroupLast);
  };

  return {
    list,
    byId: (id, asked) => {
      if (asked.chain === undefined) return visible.find((item) => item.id === id);
      const named = shown.find((item) => item.id === id);
      return named && chosen(groupIdOf(named), asked);
    },
    groupsOfSlug: (slug, collectionId) => new Set(named(slug, collectionId).map(groupIdOf)).size,
    bySlug: (slug, asked) => {
      const [first] = named(slug, asked.collectionId).toSorted(
        (left, right) => locales.indexOf(left.locale ?? '') - locales.indexOf(right.locale ?? ''),
      );
      return asked.chain === undefined || first === undefined
        ? first
        : chosen(groupIdOf(first), asked);
    },
    alternatesOf: (item) =>
      locales.flatMap((code) =>
        ofGroup(groupIdOf(item)).flatMap(({ locale, id, slug }) =>
          locale === code ? [{ locale, id, slug }] : [],
        ),
      ),
  };
};

const groupIdOf = ({ id, group }: ContentItem): string => group?.id ?? id;

const newestFirst = (left: ContentItem, right: ContentItem): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

const oldestGroupLast = (left: ContentItem, right: ContentItem): number => {
  const since = (item: ContentItem): number => item.group?.since ?? item.createdAt;
  return since(right) - since(left) || (groupIdOf(left) < groupIdOf(right) ? 1 : -1);
};

/** The value of the shared field, as text. */
const sharedOf = ({ data }: ContentItem): string => {
  const { price } = decodeJson(data) as { readonly price?: unknown };
  return JSON.stringify(price ?? null);
};

/** What is wrong with the groups of the items, whoever looks: nothing, at every moment. */
export const brokenGroups = ({ published }: ModelState): readonly string[] => {
  const faults: string[] = [];
  const taken = new Map<string, ContentItem>();
  const slugs = new Map<string, ContentItem>();
  const shares = new Map<string, string>();
  for (const item of published) {
    if (item.locale !== undefined) {
      const place = `${groupIdOf(item)} ${item.locale}`;
      if (taken.has(place)) faults.push(`${item.id}: its group has its locale twice`);
      taken.set(place, item);
      const collections = published
        .filter((other) => groupIdOf(other) === groupIdOf(item))
        .map(({ collectionId }) => collectionId);
      if (new Set(collections).size > 1) faults.push(`${item.id}: its group is in two collections`);
      const shared = shares.get(groupIdOf(item)) ?? sharedOf(item);
      shares.set(groupIdOf(item), shared);
      if (sharedOf(item) !== shared) faults.push(`${item.id}: its shared field is another one`);
    }
    const holder = slugs.get(item.slug);
    if (holder !== undefined && groupIdOf(holder) !== groupIdOf(item)) {
      faults.push(`${item.id}: its slug ${item.slug} names another group`);
    }
    slugs.set(item.slug, item);
  }
  return faults;
};
