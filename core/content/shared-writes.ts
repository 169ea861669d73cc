import { sharedKeysOf } from '../model/collection.ts';
import { authorize } from '../access/policy.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import {
  changedKeys,
  sharedField,
  siblingsFailed,
  withValuesOf,
} from '../collections/shared-fields.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import type { DecidedChange, GroupState } from '../model/content/content-change.ts';
import {
  followOrigin,
  reviseContentItem,
  type ContentItem,
} from '../model/content/content-item.ts';
import { dataPath } from '../model/content/revision.ts';
import { groupOf } from '../model/content/translation.ts';
import { draftOutdated } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { resultOf, type ItemFailure } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import { askAbout } from './ask-about.ts';
import { assertJoinable } from './joined-size.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import { resourceOf } from './stored-item.ts';

/** A change that leaves an item. */
type ItemChange = Exclude<DecidedChange, { readonly kind: 'delete' }>;

/** Whether the items of the collection have fields in common with their translations. */
export const sharesFields = (change: DecidedChange): change is ItemChange =>
  change.kind !== 'delete' && sharedKeysOf(change.collection).length > 0;

/** The changes of one commit, with those of the translations that have shared fields in common with them. */
export interface SharedWrites {
  /**
   * Asks the hooks about a change, and decides which other items it changes. They get its shared fields, and the hooks are
   * asked about each of them. What hooks replace in the shared fields of these counts for nothing.
   *
   * @returns the change and those of the translations, in place of the earlier ones of the same items. Undefined if the
   *   change was decided by other translations: decide anew.
   * @throws DomainError `shared_field`, `siblings_failed`, `forbidden`, `bulk_too_large`, `blocked_by_hook`; `draft_outdated`
   *   for a working copy that changes what an earlier change has changed.
   */
  readonly decide: (
    actor: Actor,
    change: DecidedChange,
    remarks?: WriteRemarks,
  ) => Promise<readonly DecidedChange[] | undefined>;
  /** The groups that decided the changes. The commit must find them so. */
  readonly groups: () => readonly GroupState[];
}

type SharedDependencies = Pick<Dependencies, 'contents' | 'clock' | 'patterns'> & {
  readonly askHooks: AskHooks;
};

export const sharedWrites = (dependencies: SharedDependencies): SharedWrites => {
  const { contents, clock, patterns, askHooks } = dependencies;
  /** By the id of the group, its items as they are stored. */
  const stored = new Map<string, readonly ContentItem[]>();
  /** By the id of the item. */
  const planned = new Map<string, DecidedChange>();

  const membersOf = async (groupId: string): Promise<readonly ContentItem[]> => {
    const found = stored.get(groupId) ?? (await contents.findByGroup(groupId));
    stored.set(groupId, found);
    return found;
  };

  /** The other items of the group of an item, after the changes so far. */
  const othersOf = async (item: ContentItem): Promise<readonly ContentItem[]> => {
    const groupId = groupOf(item).id;
    const others = new Map((await membersOf(groupId)).map((each) => [each.id, each]));
    for (const [id, change] of planned) {
      if (change.kind === 'delete' || groupOf(change.item).id !== groupId) others.delete(id);
      else others.set(id, change.item);
    }
    others.delete(item.id);
    return [...others.values()];
  };

  /** Whether the items that decided a change are still in its group, in these versions. */
  const isCurrent = ({ item, sharing }: ItemChange): boolean => {
    const members = stored.get(groupOf(item).id) ?? [];
    return (sharing?.decidedBy ?? []).every(({ id, version }) =>
      members.some((member) => member.id === id && member.version === version),
    );
  };

  /** The change of a translation that gets the shared fields of an item. */
  const changeOf = async (
    actor: Actor,
    sibling: ContentItem,
    { item: { data: source }, collection, sharing }: ItemChange,
    keys: readonly string[],
  ): Promise<ItemChange> => {
    const data = withValuesOf(keys, sibling.data, source);
    checkItemData(patterns, collection, decodeJson(data), sibling.status);
    const earlier = planned.get(sibling.id);
    if (earlier !== undefined && earlier.kind !== 'delete') {
      return withShared(
        await ask(actor, { ...earlier, item: { ...earlier.item, data } }),
        keys,
        source,
      );
    }
    const revised = reviseContentItem(sibling, { data }, clock.now());
    const origin =
      sharing?.keepsOrigin === true && sibling.origin !== undefined
        ? followOrigin(sibling.origin, sibling)
        : sibling.origin;
    const change = {
      kind: 'update',
      before: sibling,
      item: { ...revised, origin },
      collection,
    } as const;
    return withShared(await ask(actor, change), keys, source);
  };

  const ask = (actor: Actor, change: ItemChange): Promise<ItemChange> =>
    askAbout(askHooks, actor, change);

  /** @returns the changes of all translations of a changed item. */
  const spread = async (
    actor: Actor,
    change: ItemChange,
    changed: readonly string[],
    others: readonly ContentItem[],
  ): Promise<readonly ItemChange[]> => {
    const { item, collection, sharing } = change;
    const published = others.find(({ status }) => status === 'published');
    if (item.status !== 'published' && published !== undefined && sharing?.isForced !== true) {
      throw sharedField(changed, published.id);
    }
    const keys = sharedKeysOf(collection);
    const affected = others.filter(({ data }) => changedKeys(keys, data, item.data).length > 0);
    for (const sibling of affected)
      authorize(actor, 'edit', resourceOf({ item: sibling, collection }));
    assertJoinable([change, ...affected.map((sibling) => ({ item: sibling }))]);
    const changes: ItemChange[] = [];
    const results: ItemFailure[] = change.kind === 'create' ? [] : [{ id: item.id }];
    for (const sibling of affected) {
      const result = await resultOf(() => changeOf(actor, sibling, change, keys));
      if (result.ok) changes.push(result.value);
      results.push({ id: sibling.id, error: result.ok ? undefined : result.error });
    }
    if (changes.length < affected.length) throw siblingsFailed(results);
    return changes;
  };

  /** An item that comes into a group takes what it does not have, and what it may not change. */
  const enter = async (
    actor: Actor,
    change: ItemChange,
    others: readonly ContentItem[],
  ): Promise<readonly ItemChange[]> => {
    const keys = sharedKeysOf(change.collection);
    const [model] = others;
    if (model === undefined) return [await ask(actor, change)];
    const own = change.kind === 'recover' ? {} : decodeJson(change.item.data);
    const taken = keys.filter((key) => !Object.hasOwn(own, key));
    const allowed = await ask(actor, withShared(change, taken, model.data));
    if (allowed.kind === 'recover') return [withShared(allowed, keys, model.data)];
    const changed = changedKeys(keys, allowed.item.data, model.data);
    if (changed.length === 0) return [allowed];
    return [allowed, ...(await spread(actor, allowed, changed, others))];
  };

  const stay = async (
    actor: Actor,
    change: Extract<ItemChange, { readonly kind: 'update' }>,
  ): Promise<readonly ItemChange[]> => {
    const keys = sharedKeysOf(change.collection);
    const allowed = await ask(actor, change);
    const before = change.before.data;
    const mine = changedKeys(keys, before, allowed.item.data);
    const now = planned.get(change.item.id)?.item.data ?? before;
    const theirs = changedKeys(keys, before, now);
    if (change.expected?.copy !== undefined) {
      const both = theirs.filter((key) => mine.includes(key));
      assertMergeable(changedKeys(both, now, allowed.item.data));
    }
    const merged = withShared(
      allowed,
      keys.filter((key) => !mine.includes(key)),
      now,
    );
    const changed = changedKeys(keys, now, merged.item.data);
    if (changed.length === 0) return [merged];
    return [merged, ...(await spread(actor, merged, changed, await othersOf(merged.item)))];
  };

  const decide = async (
    actor: Actor,
    change: DecidedChange,
    remarks: WriteRemarks,
  ): Promise<readonly DecidedChange[] | undefined> => {
    if (!sharesFields(change)) return [await askAbout(askHooks, actor, change)];
    if (change.kind === 'update' && staysInGroup(change)) return stay(actor, change);
    const others = beginsGroup(change, remarks) ? [] : await othersOf(change.item);
    return isCurrent(change) ? enter(actor, change, others) : undefined;
  };

  return {
    decide: async (actor, change, remarks = {}) => {
      const changes = await decide(actor, change, remarks);
      for (const each of changes ?? []) planned.set(each.item.id, each);
      return changes;
    },
    groups: () =>
      [...stored].map(([id, members]) => ({
        id,
        members: members.map(({ id: memberId, version }) => ({ id: memberId, version })),
      })),
  };
};

const staysInGroup = ({
  before,
  item,
}: Extract<ItemChange, { readonly kind: 'update' }>): boolean =>
  before.collectionId === item.collectionId && groupOf(before).id === groupOf(item).id;

/** Nobody else knows the id of a new item, unless an import names it. */
const beginsGroup = ({ kind, item }: ItemChange, { isImport = false }: WriteRemarks): boolean =>
  kind === 'create' && !isImport && groupOf(item).id === item.id;

/** The change, after which the item has the values of other data. */
const withShared = <Change extends ItemChange>(
  change: Change,
  keys: readonly string[],
  source: ContentItem['data'],
): Change => ({
  ...change,
  item: { ...change.item, data: withValuesOf(keys, change.item.data, source) },
});

/** @throws DomainError `draft_outdated` if there are such keys. */
const assertMergeable = (conflicts: readonly string[]): void => {
  if (conflicts.length === 0) return;
  const paths = conflicts.map(dataPath);
  throw draftOutdated({
    details: `Changed by both: ${paths.join(', ')}`,
    issues: paths.map((path) => ({ path, message: 'was changed by both' })),
  });
};
