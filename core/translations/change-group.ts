import { authorize } from '../access/policy.ts';
import type { ChangeDependencies } from '../content/change-item.ts';
import type { ContentWriter } from '../content/content-writer.ts';
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
import {
  reviseContentItem,
  type ContentItem,
  type TranslationGroup,
} from '../model/content/content-item.ts';
import {
  groupAlone,
  groupOf,
  localeTaken,
  notLocalized,
  placementIn,
} from '../model/content/translation.ts';
import { invalid } from '../primitives/errors.ts';

export type GroupDependencies = Omit<ChangeDependencies, 'contentWriter'> & {
  readonly contentWriter: Pick<ContentWriter, 'write' | 'join'>;
};

export interface JoinGroups {
  /** The id of an item of the other group. */
  readonly with: string;
}

/** The items of the younger group come into the older one. */
export const joinGroups =
  (dependencies: GroupDependencies) =>
  async (
    actor: Actor,
    id: string,
    { with: otherId }: JoinGroups,
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
      const joined = dependencies.contentWriter.join();
      let after = own.item;
      for (const item of come) {
        const change = changeOf(dependencies, { item, collection }, older);
        const written = await joined.write(actor, change, remarks);
        if (written?.id === after.id) after = written;
      }
      return (await joined.commit()) ? after : undefined;
    });

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
      const group = groupAlone(stored.item, () => dependencies.ids.next());
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

const changeOf = (
  { clock }: GroupDependencies,
  { item: before, collection }: StoredItem,
  group: TranslationGroup | undefined,
) => {
  const placement = { ...placementIn(collection, before), group };
  const item = reviseContentItem(before, placement, clock.now());
  return { kind: 'update', before, item, collection } as const;
};

const otherCollection = () =>
  invalid('invalid_input', [
    { path: 'with', message: 'must be the id of an item of the same collection' },
  ]);
