import {
  isVisible,
  type BasedRead,
  type Basis,
  type GroupMember,
  type StoredSource,
  type TranslationRepository,
  type TranslationSource,
  type View,
  type WorkQuery,
} from '../../../core/store.ts';
import { groupOf, type ContentItem, type TranslationWork } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { readOn } from '../memory-basis.ts';
import { ascending } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables, StoredRecord } from '../memory-tables.ts';
import { itemsOfGroup, show } from './memory-items.ts';
import { comparedRecord } from './parts/source-part.ts';

export class MemoryTranslationRepository implements TranslationRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async listGroup(
    id: string,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly GroupMember[]>> {
    return readOn(this.#access, basis, (tables) => {
      const group = tables.contents.get(id)?.group;
      const all = group === undefined ? [] : itemsOfGroup(tables, group.id);
      return all
        .map((item) => show[shown](tables, item))
        .filter((item) => isVisible(audience, item))
        .map((item) => memberOf(tables, item));
    });
  }

  async listWork(
    { locale, state, collectionIds, locales, limit, offset }: WorkQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly TranslationWork[]>> {
    return readOn(this.#access, basis, (tables) => {
      const items = [...tables.contents.values()].filter(
        (item) => item.locale !== undefined && collectionIds.includes(item.collectionId),
      );
      return [...Map.groupBy(items, (item) => groupOf(item).id).values()]
        .toSorted(([left], [right]) => byGroup(left, right))
        .flatMap((group) => workOf(tables, group, locale, locales) ?? [])
        .filter((work) => (state ?? work.state) === work.state)
        .slice(offset, offset + limit);
    });
  }

  async findSources(ids: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#find(({ contentId }) => ids.includes(contentId));
  }

  async findMadeFrom(sourceIds: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#find(({ sourceId }) => sourceIds.includes(sourceId));
  }

  async record(given: TranslationSource, source: StoredSource | undefined): Promise<boolean> {
    const record = copyOf(given);
    return this.#access.write(({ contents, trash, sources }) => {
      const stored = contents.get(record.sourceId);
      const isStored = contents.has(record.contentId) || trash.has(record.contentId);
      if (!isStored || stored?.version !== source?.version) return false;
      sources.set(
        record.contentId,
        source === undefined ? { ...record, changed: [] } : comparedRecord(record, source),
      );
      return true;
    });
  }

  async share(collectionId: string, paths: readonly string[]): Promise<void> {
    await this.#access.write(({ contents, trash, sources }) => {
      for (const record of sources.values()) {
        const { contentId, changed } = record;
        const item = contents.get(contentId) ?? trash.get(contentId)?.item;
        if (item?.collectionId !== collectionId) continue;
        sources.set(contentId, {
          ...record,
          changed: changed.filter((path) => !paths.includes(path)),
        });
      }
    });
  }

  async #find(matches: (record: StoredRecord) => boolean): Promise<readonly TranslationSource[]> {
    return this.#access.read(({ sources }) =>
      [...sources.values()].filter(matches).map(({ changed: _, ...record }) => record),
    );
  }
}

const memberOf = (tables: MemoryTables, item: ContentItem): GroupMember => {
  const { id, title, slug, status, updatedAt, locale = '' } = item;
  const source = sourceOf(tables, item);
  return {
    id,
    title,
    slug,
    status,
    updatedAt,
    locale,
    groupId: groupOf(item).id,
    ...(source && {
      source: { id: source.sourceId, version: source.version, changed: source.changed },
    }),
  };
};

/** The record of an item, if it counts. */
const sourceOf = (
  { contents, sources }: MemoryTables,
  { id, group }: ContentItem,
): StoredRecord | undefined => {
  const record = sources.get(id);
  const source = record && contents.get(record.sourceId);
  return source?.group !== undefined && source.group.id === group?.id ? record : undefined;
};

const byGroup = (left: ContentItem | undefined, right: ContentItem | undefined): number => {
  if (left === undefined || right === undefined) return 0;
  const [one, other] = [groupOf(left), groupOf(right)];
  return other.since - one.since || ascending(other.id, one.id);
};

/** @param group its items. */
const workOf = (
  tables: MemoryTables,
  group: readonly ContentItem[],
  locale: string,
  locales: readonly string[],
): TranslationWork | undefined => {
  const own = group.find((item) => item.locale === locale);
  const record = own && sourceOf(tables, own);
  if (own !== undefined) {
    if (record === undefined || record.changed.length === 0) return undefined;
    const { id, title, collectionId } = own;
    const source = { id: record.sourceId, version: record.version };
    return { groupId: groupOf(own).id, locale, state: 'outdated', collectionId, id, title, source };
  }
  const placeOf = (item: ContentItem): number => {
    const place = locales.indexOf(item.locale ?? '');
    return (place === -1 ? locales.length : place) + (sourceOf(tables, item) ? 1_000 : 0);
  };
  const [first] = group.toSorted((left, right) => placeOf(left) - placeOf(right));
  if (first === undefined) return undefined;
  const { id, version, title, collectionId } = first;
  const source = { id, version };
  return { groupId: groupOf(first).id, locale, state: 'missing', collectionId, title, source };
};
