import { vi } from 'vitest';
import type { UserActor } from '../../../core/index.ts';
import type { Revision } from '../../../core/store.ts';
import {
  hour,
  type Collection,
  type ContentItem,
  type ContentStatus,
  type ScheduledAction,
  type WorkingCopy,
} from '../../../core/vocabulary.ts';
import type { MemoryCms } from '../core/memory-cms.ts';
import type { Place } from './publishing-table.ts';

/** Where the actions happen. */
export type Scene = Pick<MemoryCms, 'cms' | 'ports' | 'clock'>;

/** Which planned changes an item has. */
export const plans = ['nothing planned', 'both planned', 'a failed change'] as const;
export type Plan = (typeof plans)[number];

/** An item in one state. It has a collection of its own, and earlier versions. */
export interface Subject {
  readonly id: string;
  /** As it was before an action, or before it was deleted. */
  readonly item: ContentItem;
  readonly collection: Collection;
  readonly owner: UserActor;
}

/** Everything that is stored about an item. */
export interface StoredState {
  readonly item: ContentItem | undefined;
  readonly place: Place | 'gone';
  readonly deletedAt: number | undefined;
  readonly copy: WorkingCopy | undefined;
  readonly revisions: readonly Revision[];
  readonly pending: readonly ScheduledAction[];
  /** The reasons of planned changes that failed. */
  readonly failed: readonly string[];
  readonly events: number;
}

/** The names of the collections. */
let collections = 0;

const newCollection = async ({ ports }: Scene): Promise<Collection> => {
  const { collections: stored } = ports.store.repositories;
  const [model] = await stored.list();
  if (model === undefined) throw new Error('There is no collection to copy');
  collections += 1;
  const collection = { ...model, id: ports.ids.next(), name: `collection-${collections}` };
  await stored.insert(collection);
  return collection;
};

const placing: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  draft: ['draft'],
  published: [],
  archived: ['archived'],
};

/** Creates an item. In the trash, it has the status that it had before. */
export const subjectIn = async (
  world: Scene,
  owner: UserActor,
  place: Place,
  given: { readonly status: ContentStatus; readonly hasCopy: boolean; readonly plan: Plan },
): Promise<Subject> => {
  const { cms, ports } = world;
  const collection = await newCollection(world);
  const text = collection.name;
  const collectionId = collection.id;
  const command = { collectionId, title: `First ${text}`, status: 'published', data: { a: text } };
  const { id } = await cms.content.create(owner, command as never);
  await cms.content.update(owner, id, { title: `Second ${text}`, data: { b: text } });
  if (given.hasCopy) await cms.drafts.save(owner, id, { data: { b: text, c: text } });
  for (const status of placing[given.status]) await cms.content.update(owner, id, { status });
  await planFor(world, id, given.plan);
  const item = await ports.store.repositories.contents.findById(id);
  if (item === undefined) throw new Error('The item is gone');
  if (place === 'trash') await cms.content.delete(owner, id);
  return { id, item, collection, owner };
};

const planFor = async (
  { ports: { store } }: Scene,
  contentId: string,
  plan: Plan,
): Promise<void> => {
  if (plan === 'nothing planned') return;
  const change = { contentId, reason: undefined, scheduledBy: undefined };
  const at = Date.now() + 1_000 * hour;
  const { schedules } = store.repositories;
  await schedules.revise(contentId, () => [
    { ...change, action: 'publish', at },
    { ...change, action: 'unpublish', at: at + 1 },
  ]);
  if (plan === 'a failed change') {
    await schedules.fail({ contentId, action: 'publish', at }, 'slug_taken: Taken', '{}' as never);
  }
};

const page = { limit: 1_000, offset: 0 };

export const stateOf = async ({ ports: { store } }: Scene, id: string): Promise<StoredState> =>
  store.consistently(async ({ contents, trash, copies, revisions, schedules, outbox }) => {
    const item = await contents.findById(id);
    const trashed = await trash.find(id);
    const history: Revision[] = [];
    for (const { version } of await revisions.list(id, page)) {
      history.push((await revisions.find(id, version))!);
    }
    const { changes } = await schedules.find(id);
    return {
      item: item ?? trashed?.item,
      place: trashed === undefined ? (item?.status ?? 'gone') : 'trash',
      deletedAt: trashed?.deletedAt,
      copy: await copies.find(id),
      revisions: history,
      pending: changes.flatMap(({ action, reason }) => (reason === undefined ? [action] : [])),
      failed: changes.flatMap(({ reason }) => reason ?? []),
      events: (await outbox.list(1_000_000))
        .map((text) => JSON.parse(text))
        .filter((event) => event.id === id && event.type !== 'copy').length,
    };
  });

/** Lets time pass, for the store and for the instance. */
export const elapse = ({ clock }: Pick<Scene, 'clock'>, ms: number): void => {
  clock.advance(ms);
  vi.setSystemTime(clock.now());
};
