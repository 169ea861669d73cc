import { authorize } from '../access/policy.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import {
  assertShared,
  changedKeys,
  newlyShared,
  notShared,
  siblingsFailed,
  unequalGroupsMax,
  withValuesOf,
  type CollectionChange,
} from '../collections/shared-fields.ts';
import {
  planUpdate,
  updateCollection,
  type ExpectedCollection,
  type UpdateCollection,
  type UpdateDependencies,
} from '../collections/update-collection.ts';
import { askAbout } from '../content/ask-about.ts';
import { assertJoinable, tooManyChanges } from '../content/joined-size.ts';
import { recordChange, type RecordDependencies } from '../content/record-change.ts';
import { tooManyWrites } from '../content/stored-item.ts';
import type { Notification } from '../events/notification.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentChange, GroupState } from '../model/content/content-change.ts';
import { reviseContentItem, type ContentItem } from '../model/content/content-item.ts';
import { parseLocale } from '../model/content/translation.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { Dependencies } from '../ports/ports.ts';
import { resultOf, type ItemFailure } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';

/** The most items that get other values when a field becomes common to translations. */
const sharedItemsMax = 1_000;

/** Each failed attempt means that the collection was changed meanwhile, or a group of its items. */
const maxAttempts = 20;

export type ShareDependencies = UpdateDependencies &
  Pick<Dependencies, 'contents' | 'site'> &
  RecordDependencies & { readonly askHooks: AskHooks };

/**
 * Updates a collection. Translations that differ in a field which becomes common to them get its value from one of them, each
 * by a write, in the transaction of the update.
 *
 * @param shareFrom the locale of that translation. Without it, such translations prevent the update.
 */
export const shareFields =
  (dependencies: ShareDependencies) =>
  async (
    actor: Actor,
    name: string,
    command: UpdateCollection,
    shareFrom?: string,
    isExpected?: ExpectedCollection,
  ): Promise<Collection> => {
    if (shareFrom === undefined) {
      return updateCollection(dependencies)(actor, name, command, isExpected);
    }
    authorize(actor, 'administer');
    const { locales = [] } = (await dependencies.site.load()).settings;
    const locale = parseLocale(locales, shareFrom, 'shareFrom');
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const planned = await planUpdate(dependencies, name, command, isExpected);
      const writes = await decideWrites(dependencies, actor, planned, locale);
      const stored = await storeTogether(dependencies, actor, { name, command, planned, writes });
      if (stored !== undefined) return stored;
    }
    throw tooManyWrites();
  };

interface Writes {
  readonly changes: readonly ContentChange[];
  /** The groups that decided them. */
  readonly groups: readonly GroupState[];
}

/** Before anything is locked, because hooks can take long. The items are written before the collection. */
const decideWrites = async (
  dependencies: ShareDependencies,
  actor: Actor,
  change: CollectionChange,
  locale: LocaleCode,
): Promise<Writes> => {
  const { contents } = dependencies;
  const { before, after } = change;
  const keys = newlyShared(change);
  if (keys.length === 0) return { changes: [], groups: [] };
  const ids = await contents.findUnequalGroups(after.id, keys, sharedItemsMax + 1);
  if (ids.length > sharedItemsMax) throw tooManyChanges();
  const groups: GroupState[] = [];
  const lacking: string[] = [];
  const outdated: { readonly item: ContentItem; readonly model: ContentItem }[] = [];
  for (const id of ids) {
    const members = await contents.findByGroup(id);
    const model = members.find((member) => member.locale === locale);
    groups.push({
      id,
      members: members.map(({ id: itemId, version }) => ({ id: itemId, version })),
    });
    if (model === undefined) {
      lacking.push(id);
      continue;
    }
    for (const item of members) {
      if (changedKeys(keys, item.data, model.data).length > 0) outdated.push({ item, model });
    }
    if (outdated.length > sharedItemsMax) throw tooManyChanges();
    assertJoinable(outdated);
  }
  if (lacking.length > 0) throw notShared({ groups: lacking.slice(0, unequalGroupsMax) });
  const collection = { ...after, version: before.version };
  const changes: ContentChange[] = [];
  const results: ItemFailure[] = [];
  for (const { item, model } of outdated) {
    const result = await resultOf(() =>
      changeOf(dependencies, actor, collection, keys, item, model),
    );
    if (result.ok) changes.push(result.value);
    results.push({ id: item.id, error: result.ok ? undefined : result.error });
  }
  if (changes.length < outdated.length) throw siblingsFailed(results);
  return { changes, groups };
};

const changeOf = async (
  dependencies: ShareDependencies,
  actor: Actor,
  collection: Collection,
  keys: readonly string[],
  before: ContentItem,
  model: ContentItem,
): Promise<ContentChange> => {
  const data = withValuesOf(keys, before.data, model.data);
  checkItemData(dependencies.patterns, collection, decodeJson(data), before.status);
  const item = reviseContentItem(before, { data }, dependencies.clock.now());
  const change = { kind: 'update', before, item, collection } as const;
  const asked = await askAbout(dependencies.askHooks, actor, change);
  const kept = withValuesOf(keys, asked.item.data, model.data);
  return recordChange(dependencies, actor, { ...asked, item: { ...asked.item, data: kept } });
};

interface Update {
  readonly name: string;
  readonly command: UpdateCollection;
  readonly planned: CollectionChange;
  readonly writes: Writes;
}

/**
 * @returns undefined if nothing was stored, because something that decided the writes has changed.
 * @throws DomainError `overloaded` if that was noticed too late.
 */
const storeTogether = async (
  dependencies: ShareDependencies,
  actor: Actor,
  { name, command, planned, writes: { changes, groups } }: Update,
): Promise<Collection | undefined> => {
  const { store, notify } = dependencies;
  const notifications: Notification[] = [];
  const stored = await store.atomically(async (inside) => {
    // Two updates that both hold the collection would wait for each other.
    await inside.exclusively('settings', async () => undefined);
    const present = await inside.repositories.collections.findByName(name);
    if (present?.version !== planned.before.version) return undefined;
    const sorted = changes.toSorted((left, right) => (left.item.id < right.item.id ? -1 : 1));
    if (sorted.length > 0 && !(await inside.commit(sorted, [], groups))) return undefined;
    const later = async (notification: Notification): Promise<void> => {
      notifications.push(notification);
    };
    const scoped = { ...dependencies, ...inside.repositories, store: inside, notify: later };
    const update = updateCollection(scoped, async (repositories, change) => {
      const shared = await resultOf(() => assertShared(repositories, change));
      if (!shared.ok) throw tooManyWrites();
    });
    return update(actor, name, command);
  });
  if (stored === undefined) return undefined;
  if (changes.length > 0) await notify({ type: 'stored' });
  for (const notification of notifications) await notify(notification);
  return stored;
};
