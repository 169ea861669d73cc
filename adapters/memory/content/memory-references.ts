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
import { groupsNamed, itemsNamed } from './memory-former-ids.ts';

export const putReferences = (
  { references }: MemoryTables,
  contentId: string,
  found: readonly Reference[],
): void => {
  if (found.length === 0) references.delete(contentId);
  else references.set(contentId, found);
};

/**
 * Whether a reference of another item prevents the deletion: not while its group has items that stay.
 *
 * @param leaving what is deleted together.
 */
export const isBound = (
  tables: MemoryTables,
  id: string,
  leaving: ReadonlySet<string>,
): boolean => {
  const [group] = groupsNamed(tables, [id]);
  if (group?.items.some((other) => other !== id && !leaving.has(other)) === true) return false;
  const targets = [id, ...(group?.formerIds ?? [])].map((each) => targetOf('item', each));
  return [...tables.references].some(
    ([contentId, found]) =>
      contentId !== id &&
      !leaving.has(contentId) &&
      found.some(({ target, onDelete }) => onDelete !== 'ignore' && targets.includes(target)),
  );
};

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
    const named = kind === 'item' ? shownItems(tables, name, filter) : [];
    const isPublished = named.some(({ status }) => status === 'published');
    return item.status === 'published' && named.length > 0 && !isPublished;
  },
};

const shownItems = (
  tables: MemoryTables,
  id: string,
  filter: ContentFilter,
): readonly ContentItem[] => itemsNamed(tables, id).filter((item) => meetsFilter(filter, item));

const existsTarget = (
  tables: MemoryTables,
  target: ReferenceTarget,
  filter: ContentFilter,
): boolean => {
  const { kind, name } = parseTarget(target);
  switch (kind) {
    case 'item':
      return shownItems(tables, name, filter).length > 0;
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
