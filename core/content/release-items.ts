import { audienceOf, isVisible } from '../access/visibility.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { clearReferences } from '../collections/data/clear-references.ts';
import { referencesOf } from '../collections/data/references-of.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { DecidedChange } from '../model/content/content-change.ts';
import { encodeData, reviseContentItem, type ContentItem } from '../model/content/content-item.ts';
import { areSameReferences, targetOf, type Reference } from '../model/content/reference.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { BindingReference } from '../ports/repositories/reference-repository.ts';
import { DomainError, issuesOf } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';

export interface ReleaseDependencies extends Pick<
  Dependencies,
  'references' | 'contents' | 'collections' | 'clock' | 'patterns' | 'markdown'
> {
  readonly mediaBaseUrl: string;
}

/** What stands in the way of deleting items together. */
export interface Release {
  /** By the id of an item, the references that prevent its deletion. */
  readonly blocked: ReadonlyMap<string, readonly BindingReference[]>;
  /** The changes that remove the other references. */
  readonly clearings: readonly DecidedChange[];
  /** Whether there are more references than one commit clears. */
  readonly hasMore: boolean;
}

/** How many references one commit clears, and how much data of their items, in characters. */
const releaseMax = { references: 500, data: 32 * 1024 * 1024 } as const;

const itemsPerRead = 20;

/**
 * Finds the references to items that are to be deleted together, and to the groups of which they are the last items. The
 * present schemas decide: references that were stored by an earlier one are brought up to date. A reference whose removal
 * would make a valid item invalid, such as the only value of a required field of published content, prevents the deletion.
 */
export const releaseOf = async (
  dependencies: ReleaseDependencies,
  items: readonly ContentItem[],
): Promise<Release> => {
  const { references, contents, collections } = dependencies;
  const bound = await boundIds(references, items);
  const found = await references.listBinding([...bound.keys()], releaseMax.references);
  const targets = new Set([...bound.keys()].map((id) => targetOf('item', id)));
  const referrerIds = [...new Set(found.map(({ id }) => id))];
  const blocked = new Map<string, BindingReference[]>();
  const clearings: DecidedChange[] = [];
  const schemas = new Map<string, Collection | undefined>();
  const findCollection = async (id: string): Promise<Collection | undefined> => {
    if (!schemas.has(id)) schemas.set(id, await collections.findById(id));
    return schemas.get(id);
  };
  let size = 0;
  let read = 0;
  while (read < referrerIds.length && size < releaseMax.data) {
    const step = referrerIds.slice(read, read + itemsPerRead);
    read += step.length;
    for (const item of await contents.findByIds(step)) {
      const collection = await findCollection(item.collectionId);
      if (collection === undefined) continue;
      const present = referencesOf(
        collection.schema,
        decodeJson(item.data),
        dependencies.mediaBaseUrl,
        dependencies.markdown,
      );
      const binding = present.filter(
        ({ target, onDelete }) => onDelete !== 'ignore' && targets.has(target),
      );
      const stored = found.filter(({ id }) => id === item.id);
      if (!areSameReferences(binding, stored.map(referenceOf))) {
        const { id, version } = item;
        await references.replaceReferences(collection, [{ id, version, references: present }]);
      }
      if (binding.length === 0) continue;
      const cleared = clearIn(dependencies, { item, collection }, binding);
      if (cleared !== undefined) {
        clearings.push({
          kind: 'update',
          before: item,
          item: cleared,
          collection,
          sharing: { isForced: true },
        });
        size += cleared.data.length;
        continue;
      }
      for (const reference of stored) {
        const id = bound.get(reference.targetId) ?? reference.targetId;
        blocked.set(id, [...(blocked.get(id) ?? []), reference]);
      }
    }
  }
  const hasMore = read < referrerIds.length || found.length === releaseMax.references;
  return { blocked, clearings, hasMore };
};

/**
 * The ids that lead nowhere without the items, each with the item whose deletion that is: the ids of the items and, if the last
 * items of a group are deleted, all that lead to the group. A group that keeps an item keeps its references.
 */
const boundIds = async (
  references: ReleaseDependencies['references'],
  items: readonly ContentItem[],
): Promise<ReadonlyMap<string, string>> => {
  const bound = new Map(items.map(({ id }) => [id, id]));
  const localized = items.filter(({ locale }) => locale !== undefined).map(({ id }) => id);
  if (localized.length === 0) return bound;
  const leaving = new Set(localized);
  for (const { items: ids, formerIds } of await references.findGroups(localized)) {
    const stays = ids.find((id) => !leaving.has(id));
    const [last] = ids;
    if (stays !== undefined) for (const id of ids) bound.delete(id);
    else if (last !== undefined) for (const id of formerIds) bound.set(id, last);
  }
  return bound;
};

const referenceOf = ({ field, targetId, onDelete }: BindingReference): Reference => ({
  field,
  target: targetOf('item', targetId),
  onDelete,
});

/** @returns undefined if the references must stay. */
const clearIn = (
  { patterns, clock }: ReleaseDependencies,
  { item, collection }: { readonly item: ContentItem; readonly collection: Collection },
  binding: readonly Reference[],
): ContentItem | undefined => {
  if (binding.some(({ onDelete }) => onDelete === 'refuse')) return undefined;
  const targets = new Set(binding.map(({ target }) => target));
  const before = decodeJson(item.data);
  const data = clearReferences(collection.schema, before, targets);
  const hasIssues = (checked: typeof data): boolean =>
    issuesOf(() => checkItemData(patterns, collection, checked, item.status)).length > 0;
  if (hasIssues(data) && !hasIssues(before)) return undefined;
  return reviseContentItem(item, { data: encodeData(data) }, clock.now());
};

/** How many referrers an error lists. */
const shownMax = 20;

/** The error for a deletion that references prevent. It lists the referrers that the actor can see. */
export const referenced = async (
  { site }: Pick<Dependencies, 'site'>,
  actor: Actor,
  blocking: readonly BindingReference[],
): Promise<DomainError> => {
  const audience = audienceOf(actor, await site.load());
  const shown = blocking.filter((referrer) => isVisible(audience, referrer)).slice(0, shownMax);
  return new DomainError('referenced', 'Other content refers to this content', {
    details: 'Remove the references first, or delete the content that contains them',
    referrers: shown.map(({ id, title, slug, status, collectionId, field }) => ({
      id,
      title,
      slug,
      status,
      collectionId,
      field,
    })),
  });
};
