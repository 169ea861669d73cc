import { expect } from 'vitest';
import type { Store } from '../../../core/store.ts';
import type { ContentItem, WorkingCopy } from '../../../core/vocabulary.ts';
import type { Model, ModelItem, State } from './model.ts';

/** What the outbox has of an event. */
interface StoredEvent {
  readonly type: string;
  readonly id: string;
  readonly action?: string;
  readonly reason?: string;
  readonly restored?: boolean;
  readonly before?: { readonly version: number } | null;
  readonly after?: { readonly version: number } | null;
}

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).toSorted((left, right) => (left < right ? -1 : 1));

type Stateful = Pick<WorkingCopy, 'title' | 'slug' | 'collectionId' | 'data'>;

const stateOf = ({ title, slug, collectionId, data }: Stateful): State => ({
  title,
  slug,
  collection: collectionId,
  data: JSON.parse(data),
});

const everything = { limit: 1_000, offset: 0 };

/** The items with content, as stored. */
export const storedItems = (store: Store): Promise<readonly ContentItem[]> =>
  store.repositories.contents.listAfter(undefined, 1_000);

/** Compares the items, those in the trash, and which slugs there are. */
export const expectItems = async (
  store: Store,
  model: Model,
  live: readonly ContentItem[],
): Promise<void> => {
  const trash = await store.repositories.trash.list('all', everything);
  const items = [...model.items.values()];
  const shown = (one: Pick<ModelItem, 'id' | 'status' | 'version' | 'state' | 'owner'>) => [
    one.id,
    one.status,
    one.version,
    one.owner,
    one.state,
  ];
  const stored = live.map((item) =>
    shown({ ...item, owner: item.authorId!, state: stateOf(item) }),
  );
  const expected = items.filter(({ isTrashed }) => !isTrashed).map(shown);
  expect(sorted(stored)).toEqual(sorted(expected));
  expect(new Set(live.map(({ slug }) => slug)).size).toBe(live.length);
  const trashed = items.filter(({ isTrashed }) => isTrashed).map(({ id }) => id);
  expect(sorted(trash.map(({ id }) => id))).toEqual(sorted(trashed));
};

/**
 * Compares the history, the working copy and the planned changes of an item.
 *
 * @param storeTime converts a time of the model.
 */
export const expectDetails = async (
  { repositories }: Store,
  model: Model,
  id: string,
  storeTime: (at: number) => number,
): Promise<void> => {
  const item = model.items.get(id);
  const { revisions, copies, schedules, trash } = repositories;
  const entries = await revisions.list(id, everything);
  const history = [];
  for (const { version } of entries) {
    const { status, authorId, isAutosave, ...rest } = (await revisions.find(id, version))!;
    history.push([version, status, authorId, isAutosave, stateOf(rest)]);
  }
  const expected = (item?.history ?? []).map((each) => [
    each.version,
    each.status,
    each.author,
    each.isAutosave,
    each.state,
  ]);
  expect(history).toEqual(expected.toReversed());
  const copy = await copies.find(id);
  const stored = copy && {
    state: stateOf(copy),
    base: stateOf(copy.base),
    baseVersion: copy.base.version,
  };
  expect(stored).toEqual(item?.copy);
  const { changes } = await schedules.find(id);
  const shown = changes.map(({ action, at, reason }) => [action, at, reason?.split(':')[0]]);
  const plans = item?.plans ?? [];
  expect(sorted(shown)).toEqual(
    sorted(plans.map((each) => [each.action, storeTime(each.at), each.failure])),
  );
  const trashed = await trash.find(id);
  expect(trashed && [trashed.item.version, trashed.item.status, stateOf(trashed.item)]).toEqual(
    item?.isTrashed === true ? [item.version, item.status, item.state] : undefined,
  );
};

/** Compares all events of items and of planned changes, in their order. No version of an item occurs twice. */
export const expectEvents = async ({ repositories }: Store, model: Model): Promise<void> => {
  const events = (await repositories.outbox.list(1_000_000))
    .map((text) => JSON.parse(text) as StoredEvent)
    .filter(({ type }) => type === 'content' || type === 'schedule_failed');
  const shown = events.map((event) =>
    event.type === 'schedule_failed'
      ? { id: event.id, failed: event.action, code: event.reason?.split(':')[0] }
      : {
          id: event.id,
          before: event.before?.version ?? null,
          after: event.after?.version ?? null,
          restored: event.restored ?? false,
        },
  );
  expect(shown).toEqual(model.events);
  const written = shown.flatMap(({ id, after }) =>
    typeof after === 'number' ? `${id} ${after}` : [],
  );
  expect(new Set(written).size).toBe(written.length);
};
