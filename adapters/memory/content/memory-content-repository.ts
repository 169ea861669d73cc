import {
  isInLocale,
  isVisible,
  type ExactLocale,
  meetsFilter,
  visibleFilter,
  visibleQuery,
  type Alternate,
  type AmongQuery,
  type BasedRead,
  type Basis,
  type ContentPage,
  type ContentQuery,
  type ContentRepository,
  type ListPlace,
  type PageTag,
  type PublishedView,
  type SizedItem,
  type SlugQuery,
  type View,
  type VisibleQuery,
} from '../../../core/store.ts';
import {
  decodeJson,
  differingKeys,
  type ContentItem,
  type JsonObject,
  type LocaleCode,
  type Slug,
} from '../../../core/vocabulary.ts';
import { readOn, numberOf } from '../memory-basis.ts';
import { newestFirst, nextById } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { sizedIfLarge, sizesOf, upToPageBytes } from '../page-bytes.ts';
import { among, itemsOfGroup, show } from './memory-items.ts';
import { shownOfGroup } from './memory-languages.ts';
import { listed } from './memory-list.ts';

export class MemoryContentRepository implements ContentRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: ContentQuery, view: View, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (tables) => {
      const visible = visibleQuery(query, view);
      const items = listed(tables, visible, view.shown);
      const large = sizedIfLarge(items);
      if (large !== undefined || view.shown !== 'published') return large ?? { items };
      return { items, tag: tagOf(tables, visible, items) };
    });
  }

  async tagOf(query: ContentQuery, view: PublishedView, basis: Basis): Promise<BasedRead<PageTag>> {
    return readOn(this.#access, basis, (tables) => {
      const visible = visibleQuery(query, view);
      return tagOf(tables, visible, listed(tables, visible, view.shown));
    });
  }

  async listAmong(
    { ids, ...conditions }: AmongQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    const filter = visibleFilter(conditions, audience);
    return readOn(this.#access, basis, (tables) =>
      among(tables, ids)
        .map((item) => show[shown](tables, item))
        .filter((item) => meetsFilter(filter, item)),
    );
  }

  async sizesAmong(
    query: AmongQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return sizesOf(await this.listAmong(query, view, basis));
  }

  async getById(
    id: string,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    const isSeen = (item: ContentItem): boolean => isVisible(audience, item);
    return readOn(this.#access, basis, (tables) => {
      const stored = tables.contents.get(id);
      if (stored !== undefined && languages !== undefined) {
        return shownOfGroup(tables, stored, languages, shown, isSeen);
      }
      const item = stored && show[shown](tables, stored);
      return item !== undefined && isSeen(item) ? item : undefined;
    });
  }

  async getBySlug(
    query: SlugQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    const visible = visibleQuery({ ...query, limit: 1, offset: 0 }, view);
    return readOn(this.#access, basis, (tables) => listed(tables, visible, view.shown)[0]);
  }

  async listAlternates(
    ids: readonly string[],
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly Alternate[]>> {
    return readOn(this.#access, basis, (tables) => {
      const groups = new Set(among(tables, ids).flatMap(({ group }) => group?.id ?? []));
      return [...groups]
        .flatMap((group) => itemsOfGroup(tables, group))
        .map((item) => show[shown](tables, item))
        .filter((item) => isVisible(audience, item))
        .flatMap(({ id, slug, locale, group }) =>
          locale === undefined || group === undefined
            ? []
            : [{ id, slug, locale, groupId: group.id }],
        );
    });
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    return this.#access.read(({ contents }) => contents.get(id));
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return this.#access.read((tables) => withSlug(tables, slug));
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#access.read((tables) => among(tables, ids));
  }

  async findByGroup(groupId: string): Promise<readonly ContentItem[]> {
    return this.#access.read((tables) => itemsOfGroup(tables, groupId));
  }

  async findUnequalGroups(
    collectionId: string,
    keys: readonly string[],
    max: number,
  ): Promise<readonly string[]> {
    return this.#access.read(({ contents }) => {
      const firsts = new Map<string, JsonObject>();
      const unequal = new Set<string>();
      for (const { collectionId: owner, group, data: text } of contents.values()) {
        if (owner !== collectionId || group === undefined) continue;
        const data = decodeJson(text);
        const first = firsts.get(group.id);
        if (first === undefined) firsts.set(group.id, data);
        else if (differingKeys(keys, first, data).length > 0) unequal.add(group.id);
      }
      return [...unequal].toSorted().slice(0, max);
    });
  }

  async countInLocale(locale: LocaleCode, max: number): Promise<number> {
    return this.#access.read(({ contents, trash }) => {
      const trashed = [...trash.values()].map(({ item }) => item);
      const found = [...contents.values(), ...trashed].filter((item) => item.locale === locale);
      return Math.min(max, found.length);
    });
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    await this.#access.write(({ contents, trash }) => {
      for (const item of contents.values()) {
        if (item.locale === from) contents.set(item.id, { ...item, locale: to });
      }
      for (const [id, each] of trash) {
        if (each.item.locale !== from) continue;
        trash.set(id, { ...each, item: { ...each.item, locale: to } });
      }
    });
  }

  async findTakenSlugs(candidates: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    return new Set(
      await this.#access.read(({ slugs }) => candidates.filter((slug) => slugs.has(slug))),
    );
  }

  async listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      upToPageBytes(
        [...contents.values()]
          .filter((item) => item.collectionId === collectionId)
          .filter((item) => after === undefined || newestFirst(after, item) < 0)
          .sort(newestFirst)
          .slice(0, limit),
        itself,
      ),
    );
  }

  async listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
    locale?: ExactLocale,
  ): Promise<readonly ListPlace[]> {
    return this.#access.read(({ contents }) =>
      [...contents.values()]
        .filter((item) => collectionId === undefined || item.collectionId === collectionId)
        .filter((item) => isInLocale(locale, item))
        .filter((item) => after === undefined || newestFirst(after, item) < 0)
        .sort(newestFirst)
        .slice(0, limit)
        .map(({ id, createdAt }) => ({ id, createdAt })),
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      upToPageBytes(nextById([...contents.values()], id, limit), itself),
    );
  }
}

const withSlug = ({ contents, slugs }: MemoryTables, slug: Slug): ContentItem | undefined => {
  const [id] = slugs.get(slug) ?? [];
  return id === undefined ? undefined : contents.get(id);
};

/** Every write replaces the object of its item, so the numbers of the objects identify the state of the page. */
const tagOf = (
  { store }: MemoryTables,
  query: VisibleQuery,
  items: readonly ContentItem[],
): PageTag => JSON.stringify([store, query, items.map(numberOf)]);

const itself = (item: ContentItem): readonly ContentItem[] => [item];
