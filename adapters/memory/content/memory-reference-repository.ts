import {
  meetsFilter,
  visibleFilter,
  pageBytes,
  targetOf,
  lacksAlt,
  targetsOfMedia,
  type BasedRead,
  type Basis,
  type BindingReference,
  type ContentFilter,
  type FormerId,
  type FoundTargets,
  type GroupNames,
  type ItemReferences,
  type ProblemStep,
  type Reference,
  type ReferenceIndex,
  type ReferencePlace,
  type ReferenceRepository,
  type Referrer,
  type ReferrerCount,
  type ReferrerQuery,
  type View,
  type WantedTargets,
} from '../../../core/store.ts';
import {
  parseTarget,
  type Collection,
  type ContentItem,
  type MediaFile,
  type MediaProblem,
  type ReferenceProblem,
  type ReferrerWithTarget,
} from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { readOn } from '../memory-basis.ts';
import { ascending } from '../memory-order.ts';
import type { MemoryAccess } from '../memory-tables.ts';
import { findAnywhere } from '../memory-stamps.ts';
import { bytesOf } from '../page-bytes.ts';
import { groupsNamed, itemsNamed } from './memory-former-ids.ts';
import { itemsOfGroup } from './memory-items.ts';
import { shownOfGroup } from './memory-languages.ts';
import {
  byPlace,
  byReferrer,
  placeOf,
  problems,
  putReferences,
  readyFiles,
  referrerOf,
  storedReferences,
  type StoredReference,
} from './memory-references.ts';

export class MemoryReferenceRepository implements ReferenceRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async listReferrers(
    { targets, limit, offset, ...filter }: ReferrerQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly Referrer[]>> {
    return readOn(this.#access, basis, (tables) => {
      const found = storedReferences(tables)
        .filter(({ item, target }) => targets.includes(target) && meetsFilter(filter, item))
        .map(referrerOf);
      const unique = new Map(found.map((each) => [`${each.id} ${each.field}`, each]));
      return [...unique.values()].sort(byReferrer).slice(offset, offset + limit);
    });
  }

  async listBinding(
    itemIds: readonly string[],
    limit: number,
  ): Promise<readonly BindingReference[]> {
    return this.#access.read((tables) => {
      const targets = new Map(itemIds.map((id) => [targetOf('item', id), id]));
      return storedReferences(tables)
        .filter(({ item }) => !itemIds.includes(item.id))
        .flatMap((stored): BindingReference[] => {
          const { target, onDelete } = stored;
          const targetId = targets.get(target);
          return targetId === undefined || onDelete === 'ignore'
            ? []
            : [{ ...referrerOf(stored), targetId, onDelete }];
        })
        .sort(
          (left, right) =>
            ascending(right.onDelete, left.onDelete) ||
            byReferrer(left, right) ||
            ascending(right.targetId, left.targetId),
        )
        .slice(0, limit);
    });
  }

  async countReferrers(
    collectionId: string,
    from: readonly string[],
    max: number,
  ): Promise<ReferrerCount> {
    return this.#access.read((tables) => {
      const isCounted = ({ item, target }: StoredReference): boolean => {
        const { kind, name } = parseTarget(target);
        const leadsThere =
          kind === 'item' &&
          itemsNamed(tables, name).some((target) => target.collectionId === collectionId);
        return leadsThere && from.includes(item.collectionId);
      };
      const ids = storedReferences(tables)
        .filter(isCounted)
        .map(({ item }) => item.id);
      return { count: Math.min(new Set(ids).size, max), isComplete: true };
    });
  }

  async findGroups(ids: readonly string[]): Promise<readonly GroupNames[]> {
    return this.#access.read((tables) => groupsNamed(tables, ids));
  }

  async addFormerIds(added: readonly FormerId[]): Promise<void> {
    await this.#access.write((tables) => {
      for (const { id, groupId } of added) {
        if (findAnywhere(tables, id) !== undefined) continue;
        if (itemsOfGroup(tables, groupId).length > 0) tables.formerIds.set(id, groupId);
      }
    });
  }

  async findTargets(
    { items: itemIds, mediaIds, mediaKeys, maxItems }: WantedTargets,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<FoundTargets>> {
    const filter = visibleFilter({}, audience);
    const passes = (item: ContentItem): boolean => meetsFilter(filter, item);
    return readOn(this.#access, basis, (tables) => {
      const find = (id: string): ContentItem | undefined => {
        const [item] = languages === undefined ? [tables.contents.get(id)] : itemsNamed(tables, id);
        return item && shownOfGroup(tables, item, languages, shown, passes);
      };
      const visible = itemIds.flatMap((id) => {
        const item = find(id);
        return item === undefined ? [] : [{ id, item }];
      });
      let bytes = 0;
      const found = visible.slice(0, maxItems).filter(({ item }, index) => {
        bytes += bytesOf(item);
        return index === 0 || bytes <= pageBytes;
      });
      return {
        items: found.map(({ item }) => item),
        ids: found.map(({ id }) => id),
        hasMore: found.length < visible.length,
        media: readyFiles(tables).filter(
          ({ id, key }) => mediaIds.includes(id) || mediaKeys.includes(key),
        ),
      };
    });
  }

  async listProblems(
    problem: ReferenceProblem,
    after: ReferencePlace | undefined,
    limit: number,
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<ProblemStep<ReferrerWithTarget, ReferencePlace>>> {
    return readOn(this.#access, basis, (tables) => {
      const hasProblem = problems[problem];
      const found = storedReferences(tables)
        .map((stored) => ({ stored, place: placeOf(stored) }))
        .filter(({ place }) => after === undefined || byPlace(place, after) > 0)
        .filter(
          ({ stored }) => meetsFilter(filter, stored.item) && hasProblem(tables, stored, filter),
        )
        .sort((left, right) => byPlace(left.place, right.place))
        .slice(0, limit);
      const last = found.length === limit ? found.at(-1) : undefined;
      return {
        found: found.map(({ stored }) => ({ ...referrerOf(stored), target: stored.target })),
        next: last?.place,
      };
    });
  }

  async listMediaProblems(
    problem: MediaProblem,
    after: string | undefined,
    limit: number,
    locales: readonly string[] = [],
  ): Promise<ProblemStep<MediaFile, string>> {
    return this.#access.read((tables) => {
      const used = new Set(storedReferences(tables).map(({ target }) => target));
      const hasProblem = (file: MediaFile): boolean =>
        problem === 'no_alt'
          ? lacksAlt(file, locales)
          : !targetsOfMedia(file).some((target) => used.has(target));
      const found = readyFiles(tables)
        .filter((file) => (after === undefined || file.id < after) && hasProblem(file))
        .sort((left, right) => ascending(right.id, left.id))
        .slice(0, limit);
      return { found, next: found.length === limit ? found.at(-1)?.id : undefined };
    });
  }

  async findReferences(
    contentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Reference[]>> {
    return new Map(
      await this.#access.read(({ references }) =>
        [...references].filter(([contentId]) => contentIds.includes(contentId)),
      ),
    );
  }

  async replaceReferences(
    { id, version }: Pick<Collection, 'id' | 'version'>,
    items: readonly ItemReferences[],
  ): Promise<boolean> {
    const replaced = copyOf(items);
    return this.#access.write((tables) => {
      if (tables.collections.get(id)?.version !== version) return false;
      for (const item of replaced) {
        if (tables.contents.get(item.id)?.version !== item.version) continue;
        putReferences(tables, item.id, item.references);
      }
      return true;
    });
  }

  async findIndexes(): Promise<readonly ReferenceIndex[]> {
    return this.#access.read(({ referenceIndexes }) => [...referenceIndexes.values()]);
  }

  async saveIndex(index: ReferenceIndex): Promise<void> {
    const saved = copyOf(index);
    await this.#access.write(({ referenceIndexes, collections }) => {
      if (collections.has(saved.collectionId)) referenceIndexes.set(saved.collectionId, saved);
    });
  }
}
