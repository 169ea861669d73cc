import { authorize } from '../access/policy.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { changedKeys, notShared, withValuesOf } from '../collections/shared-fields.ts';
import type { ChangeDependencies } from '../content/change-item.ts';
import type { ContentWriter } from '../content/content-writer.ts';
import { groupOfItsOwn } from '../content/place-in.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import {
  assertExpected,
  findEditable,
  resourceOf,
  retryOnConflict,
  type Expectation,
  type StoredItem,
} from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import { sharedKeysOf, type Collection } from '../model/collection.ts';
import {
  reviseContentItem,
  type ContentItem,
  type TranslationGroup,
} from '../model/content/content-item.ts';
import { groupOf, localeTaken, notLocalized, placementIn } from '../model/content/translation.ts';
import { invalid } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import { readUuid } from '../primitives/uuid.ts';

export type GroupDependencies = Omit<ChangeDependencies, 'contentWriter'> & {
  readonly contentWriter: Pick<ContentWriter, 'write' | 'join'>;
};

export interface JoinGroups {
  /** The id of an item of the other group. */
  readonly with: string;
  /** The id of the item of the two groups whose shared fields all get. Without it, they must be equal. */
  readonly shareFrom?: string | undefined;
}

/** The items of the younger group come into the older one, with those in the trash. */
export const joinGroups =
  (dependencies: GroupDependencies) =>
  async (
    actor: Actor,
    id: string,
    { with: otherId, shareFrom }: JoinGroups,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> =>
    retryOnConflict(dependencies, id, async () => {
      const own = await findLocalized(dependencies, actor, id);
      assertExpected(own.item, expected);
      const other = await findLocalized(dependencies, actor, otherId);
      const { collection } = own;
      if (other.collection.id !== collection.id) throw otherCollection();
      const [older, younger] = [groupOf(own.item), groupOf(other.item)].toSorted(byAge);
      if (older === undefined || younger === undefined || older.id === younger.id) return own.item;
      const stay = await dependencies.contents.findByGroup(older.id);
      const come = await dependencies.contents.findByGroup(younger.id);
      for (const item of [...stay, ...come]) {
        authorize(actor, 'edit', resourceOf({ item, collection }));
      }
      const locales = new Set(stay.map(({ locale }) => locale));
      if (come.some(({ locale }) => locales.has(locale))) throw localeTaken();
      const model = sharedModel(collection, stay, come, shareFrom);
      const joined = dependencies.contentWriter.join();
      for (const item of come) {
        const change = changeOf(dependencies, { item, collection }, older, model);
        const sharing = { decidedBy: stay, isForced: true };
        const written = await joined.write(actor, { ...change, sharing }, remarks);
        if (written === undefined) return undefined;
      }
      const groups = [
        { id: older.id, members: stay },
        { id: younger.id, members: come, becomes: older },
      ];
      if (!(await joined.commit([], groups))) return undefined;
      const changed = joined.changes().find(({ item }) => item.id === own.item.id);
      return changed?.item ?? own.item;
    });

/**
 * The item whose shared fields all items of the joined group have.
 *
 * @throws DomainError `not_shared`; `invalid_input` if `shareFrom` is no item of the two groups.
 */
const sharedModel = (
  collection: Collection,
  stay: readonly ContentItem[],
  come: readonly ContentItem[],
  shareFrom: string | undefined,
): ContentItem | undefined => {
  const [first] = stay;
  const [second] = come;
  if (shareFrom !== undefined) {
    const wanted = readUuid(shareFrom);
    const model = [...stay, ...come].find(({ id }) => id === wanted);
    if (model !== undefined) return model;
    const message = 'must be the id of an item of one of the two groups';
    throw invalid('invalid_input', [{ path: 'shareFrom', message }]);
  }
  if (first === undefined || second === undefined) return first;
  const keys = changedKeys(sharedKeysOf(collection), first.data, second.data);
  if (keys.length > 0) throw notShared({ keys });
  return first;
};

/** An item that is alone in its group stays as it is. */
export const leaveGroup =
  (dependencies: GroupDependencies) =>
  async (
    actor: Actor,
    id: string,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> =>
    retryOnConflict(dependencies, id, async () => {
      const stored = await findLocalized(dependencies, actor, id);
      assertExpected(stored.item, expected);
      const all = await dependencies.contents.findByGroup(groupOf(stored.item).id);
      if (all.length <= 1) return stored.item;
      const group = await groupOfItsOwn(dependencies, stored.item);
      return dependencies.contentWriter.write(
        actor,
        changeOf(dependencies, stored, group),
        remarks,
      );
    });

const byAge = (left: TranslationGroup, right: TranslationGroup): number =>
  left.since - right.since || (left.id < right.id ? -1 : 1);

/** An item that the actor may edit, in a localised collection. */
const findLocalized = async (
  dependencies: GroupDependencies,
  actor: Actor,
  id: string,
): Promise<StoredItem> => {
  const stored = await findEditable(dependencies, actor, id);
  if (stored.collection.baseLocale === undefined) throw notLocalized();
  return stored;
};

/** @param model has the shared fields that the item gets; by default it keeps its own. */
const changeOf = (
  { clock, patterns }: GroupDependencies,
  { item: before, collection }: StoredItem,
  group: TranslationGroup | undefined,
  model = before,
) => {
  const data = withValuesOf(sharedKeysOf(collection), before.data, model.data);
  if (data !== before.data) checkItemData(patterns, collection, decodeJson(data), before.status);
  const placement = { ...placementIn(collection, before), group, data };
  const item = reviseContentItem(before, placement, clock.now());
  return { kind: 'update', before, item, collection } as const;
};

const otherCollection = () =>
  invalid('invalid_input', [
    { path: 'with', message: 'must be the id of an item of the same collection' },
  ]);
