import {
  meetsFilter,
  targetOf,
  type ContentFilter,
  type Reference,
  type ReferencePlace,
  type Referrer,
} from '../../../core/store.ts';
import {
  parseTarget,
  type ContentItem,
  type MediaFile,
  type ReferenceProblem,
  type ReferenceTarget,
} from '../../../core/vocabulary.ts';
import { ascending } from '../memory-order.ts';
import type { MemoryTables } from '../memory-tables.ts';

export const putReferences = (
  { references }: MemoryTables,
  contentId: string,
  found: readonly Reference[],
): void => {
  if (found.length === 0) references.delete(contentId);
  else references.set(contentId, found);
};

/** Whether a reference of another item prevents the deletion. @param leaving what is deleted together. */
export const isBound = (
  { references }: MemoryTables,
  id: string,
  leaving: ReadonlySet<string>,
): boolean =>
  [...references].some(
    ([contentId, found]) =>
      contentId !== id &&
      !leaving.has(contentId) &&
      found.some(
        ({ target, onDelete }) => onDelete !== 'ignore' && target === targetOf('item', id),
      ),
  );

export interface StoredReference extends Reference {
  readonly item: ContentItem;
}

export const storedReferences = ({
  references,
  contents,
}: MemoryTables): readonly StoredReference[] =>
  [...references].flatMap(([contentId, found]) => {
    const item = contents.get(contentId);
    return item === undefined ? [] : found.map((each) => ({ ...each, item }));
  });

export const referrerOf = ({
  item: { id, title, slug, status, collectionId },
  field,
}: StoredReference): Referrer => ({ id, title, slug, status, collectionId, field });

export const byReferrer = (
  left: Pick<Referrer, 'id' | 'field'>,
  right: Pick<Referrer, 'id' | 'field'>,
): number => ascending(right.id, left.id) || ascending(right.field, left.field);

export const placeOf = ({ item, field, target }: StoredReference): ReferencePlace => ({
  contentId: item.id,
  field,
  target,
});

/** Descending. */
export const byPlace = (left: ReferencePlace, right: ReferencePlace): number =>
  ascending(right.contentId, left.contentId) ||
  ascending(right.field, left.field) ||
  ascending(right.target, left.target);

export const readyFiles = ({ media }: Pick<MemoryTables, 'media'>): readonly MediaFile[] =>
  [...media.values()].filter(({ state }) => state === 'ready');

/** An item that the filter does not show does not exist. */
export const problems: Readonly<
  Record<
    ReferenceProblem,
    (tables: MemoryTables, reference: StoredReference, filter: ContentFilter) => boolean
  >
> = {
  broken: (tables, { target }, filter) => !existsTarget(tables, target, filter),
  unpublished: (tables, { item, target }, filter) => {
    const { kind, name } = parseTarget(target);
    const named = kind === 'item' ? shownItem(tables, name, filter) : undefined;
    return item.status === 'published' && named !== undefined && named.status !== 'published';
  },
};

const shownItem = (
  { contents }: MemoryTables,
  id: string,
  filter: ContentFilter,
): ContentItem | undefined => {
  const item = contents.get(id);
  return item !== undefined && meetsFilter(filter, item) ? item : undefined;
};

const existsTarget = (
  tables: MemoryTables,
  target: ReferenceTarget,
  filter: ContentFilter,
): boolean => {
  const { kind, name } = parseTarget(target);
  switch (kind) {
    case 'item':
      return shownItem(tables, name, filter) !== undefined;
    case 'media':
      return tables.media.get(name)?.state === 'ready';
    case 'file':
      return readyFiles(tables).some(({ key }) => key === name);
    case 'url':
      return true;
    case 'none':
      return false;
  }
};
