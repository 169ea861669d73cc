import type { ContentChange, GroupNames, Store } from '../../../core/store.ts';
import { groupOf, type ContentItem, type TranslationGroup } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { seededRandom } from '../seeded-random.ts';
import { collectionId, contentId } from '../samples.ts';
import { recovered, recoveryOf, trashingOf } from '../trash/trashed-items.ts';
import { creationOf, deletionOf, revisionOf, updateOf } from './content-changes.ts';
import { entering, original, translationOf } from './translations.ts';

type Pick = <T>(from: readonly T[]) => T | undefined;

const pickingBy = (seed: number): Pick => {
  const random = seededRandom(seed);
  return (from) => from[Math.floor(random() * from.length)];
};

/** What is stored, and to which group each deleted id leads. */
class GroupModel {
  readonly items = new Map<string, ContentItem>();
  readonly trash = new Map<string, ContentItem>();
  readonly former = new Map<string, string>();

  membersOf(group: string): readonly ContentItem[] {
    return [...this.items.values()].filter((item) => groupOf(item).id === group);
  }

  put(item: ContentItem): void {
    this.items.set(item.id, item);
    this.trash.delete(item.id);
    this.former.delete(item.id);
  }

  remove(item: ContentItem, isKept: boolean): void {
    this.items.delete(item.id);
    if (isKept) this.trash.set(item.id, item);
    this.former.set(item.id, groupOf(item).id);
    this.forget(groupOf(item).id);
  }

  purge(item: ContentItem): void {
    this.trash.delete(item.id);
    this.forget(groupOf(item).id);
  }

  join(from: TranslationGroup, into: TranslationGroup): void {
    for (const [id, group] of this.former) if (group === from.id) this.former.set(id, into.id);
    for (const [id, item] of this.trash) {
      if (groupOf(item).id === from.id) this.trash.set(id, { ...item, group: into });
    }
  }

  /** Ids lead to a group for as long as something is left of it. */
  forget(group: string): void {
    const isLeft = [...this.items.values(), ...this.trash.values()].some(
      (item) => groupOf(item).id === group,
    );
    if (isLeft) return;
    for (const [id, its] of this.former) if (its === group) this.former.delete(id);
  }

  namesOf(id: string): readonly GroupNames[] {
    const item = this.items.get(id);
    const group = item === undefined ? this.former.get(id) : groupOf(item).id;
    const items = group === undefined ? [] : this.membersOf(group).map((each) => each.id);
    if (items.length === 0) return [];
    const formerIds = [...this.former].flatMap(([key, its]) => (its === group ? [key] : []));
    return [
      {
        collectionId: collectionId(1),
        items: items.toSorted(),
        formerIds: formerIds.toSorted(),
      },
    ];
  }
}

const locales = ['en', 'de', 'fr', 'it'];

/** One step of somebody. Without effect where there is nothing to do it with. */
type Step = (scene: Scene) => Promise<void>;

interface Scene {
  readonly store: Store;
  readonly model: GroupModel;
  readonly pick: Pick;
  readonly nextId: () => number;
}

const commit = async (
  { store }: Scene,
  changes: readonly ContentChange[],
  groups: Parameters<Store['commit']>[2] = [],
): Promise<void> => ok(await store.commit(changes, [], groups), 'the step was stored');

const steps: Readonly<Record<string, Step>> = {
  create: async (scene) => {
    const item = original(scene.nextId(), { locale: scene.pick(locales) });
    await commit(scene, [entering(creationOf(item), 'any')]);
    scene.model.put(item);
  },

  translate: async (scene) => {
    const { model, pick } = scene;
    const of = pick([...model.items.values()]);
    if (of === undefined) return;
    const { id, since } = groupOf(of);
    const taken = new Set(model.membersOf(id).map(({ locale }) => locale));
    const locale = pick(locales.filter((code) => !taken.has(code)));
    if (locale === undefined) return;
    const item = { ...translationOf(of, scene.nextId(), locale), group: { id, since } };
    await commit(scene, [entering(creationOf(item))]);
    model.put(item);
  },

  'move into the trash': async (scene) => {
    const item = scene.pick([...scene.model.items.values()]);
    if (item === undefined) return;
    await commit(scene, [trashingOf(item)]);
    scene.model.remove(item, true);
  },

  delete: async (scene) => {
    const item = scene.pick([...scene.model.items.values()]);
    if (item === undefined) return;
    await commit(scene, [deletionOf(item)]);
    scene.model.remove(item, false);
  },

  restore: async (scene) => {
    const { model, pick } = scene;
    const item = pick([...model.trash.values()]);
    const members = item === undefined ? [] : model.membersOf(groupOf(item).id);
    if (item === undefined || members.some(({ locale }) => locale === item.locale)) return;
    await commit(scene, [entering(recoveryOf(item), 'any')]);
    model.put(recovered(item));
  },

  purge: async ({ store, model, pick }) => {
    const item = pick([...model.trash.values()]);
    if (item === undefined) return;
    ok(await store.repositories.trash.purge(item.id, item.version), 'it is gone');
    model.purge(item);
  },

  join: async (scene) => {
    const { model, pick } = scene;
    const [one, other] = [pick([...model.items.values()]), pick([...model.items.values()])];
    if (one === undefined || other === undefined) return;
    const [into, from] = [groupOf(one), groupOf(other)];
    const [stay, come] = [model.membersOf(into.id), model.membersOf(from.id)];
    const taken = new Set(stay.map(({ locale }) => locale));
    if (into.id === from.id || come.some(({ locale }) => taken.has(locale))) return;
    const joined = come.map((item) => revisionOf(item, { group: into }));
    const changes = come.map((item, at) => entering(updateOf(item, joined[at] ?? item), 'any'));
    await commit(scene, changes, [
      { id: into.id, members: stay },
      { id: from.id, members: come, becomes: into },
    ]);
    for (const item of joined) model.put(item);
    model.join(from, into);
  },

  leave: async (scene) => {
    const { model, pick, nextId } = scene;
    const item = pick([...model.items.values()]);
    if (item === undefined || model.membersOf(groupOf(item).id).length < 2) return;
    // The others keep the name of their group.
    const id = groupOf(item).id === item.id ? contentId(nextId()) : item.id;
    const alone = revisionOf(item, { group: { id, since: item.createdAt } });
    await commit(scene, [entering(updateOf(item, alone), 'any')]);
    model.put(alone);
  },
};

/** Takes random steps, and compares the groups to which each id leads with those of a plain model. */
export const takeRandomSteps = async (store: Store, seed: number, count: number): Promise<void> => {
  let created = 0;
  const nextId = (): number => (created += 1);
  const scene: Scene = { store, model: new GroupModel(), pick: pickingBy(seed), nextId };
  const taken: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const title = scene.pick(Object.keys(steps)) ?? '';
    await steps[title]?.(scene);
    taken.push(title);
    for (let id = 1; id <= created; id += 1) {
      const found = await store.repositories.references.findGroups([contentId(id)]);
      const sorted = found.map(({ items, formerIds, ...rest }) => ({
        ...rest,
        items: items.toSorted(),
        formerIds: formerIds.toSorted(),
      }));
      equal(sorted, scene.model.namesOf(contentId(id)), `item ${id} of ${seed}: ${taken.join()}`);
    }
  }
};
