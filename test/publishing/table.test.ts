import { beforeEach, describe, expect, test } from 'vitest';
import { callerActions, serviceActions } from '../support/publishing/publishing-actions.ts';
import {
  elapse,
  stateOf,
  subjectIn,
  type StoredState,
  type Subject,
} from '../support/publishing/publishing-scene.ts';
import {
  labelOf,
  places,
  publishingTable,
  type TableCell,
} from '../support/publishing/publishing-table.ts';
import {
  expectedPlace,
  publishingWorld,
  type PublishingWorld,
} from '../support/publishing/publishing-world.ts';

let world: PublishingWorld;

beforeEach(async () => {
  world = await publishingWorld();
});

const expectRevision = (cell: TableCell, before: StoredState, after: StoredState): void => {
  switch (cell.revision) {
    case 'all removed':
      return expect(after.revisions).toEqual([]);
    case 'added':
    case 'replaces an autosave': {
      const [newest, ...older] = after.revisions;
      expect(older).toEqual(before.revisions);
      const { title, slug, status, collectionId, data, version } = after.item!;
      expect(newest).toMatchObject({ title, slug, status, collectionId, data, version });
      return expect(version).toBe(before.item!.version + 1);
    }
    case '–':
      return expect(after.revisions).toEqual(before.revisions);
    default:
      throw new Error(`Unknown effect on the history: ${cell.revision}`);
  }
};

const timesOf = ({ item, copy, deletedAt }: StoredState) => ({
  item: item?.updatedAt,
  copy: copy?.updatedAt,
  deletion: deletedAt,
});

const expectTimes = (cell: TableCell, before: StoredState, after: StoredState): void => {
  if (after.place === 'gone') return;
  const now = world.clock.now();
  const times = timesOf(after);
  expect(after.item?.createdAt).toBe(before.item?.createdAt);
  expect(times.item).toBe(cell.time === 'item' ? now : before.item?.updatedAt);
  if (cell.hasCopyAfter) {
    expect(times.copy).toBe(cell.time === 'copy' ? now : before.copy?.updatedAt);
  }
  expect(times.deletion).toBe(cell.time === 'deletion' ? now : undefined);
};

const removedBy: Readonly<Record<string, readonly string[]>> = {
  stays: [],
  publication: ['publish'],
  end: ['unpublish'],
  both: ['publish', 'unpublish'],
};

const expectPlan = (cell: TableCell, before: StoredState, after: StoredState): void => {
  if (cell.plan === 'planned') {
    const action = cell.action === 'plan an end' ? 'unpublish' : 'publish';
    expect(after.pending).toContain(action);
    return expect(after.failed).toEqual([]);
  }
  const removed = removedBy[cell.plan] ?? expect.fail(cell.plan);
  expect(after.pending).toEqual(before.pending.filter((action) => !removed.includes(action)));
  const isDue = cell.who === 'the service';
  if (!isDue) expect(after.failed).toEqual(cell.plan === 'stays' ? before.failed : []);
};

const expectEffect = async (cell: TableCell, subject: Subject): Promise<void> => {
  const before = await stateOf(world, subject.id);
  elapse(world, 10);
  const code = await world.act(cell, subject);
  const after = await stateOf(world, subject.id);
  expect(code).toBe(cell.error);
  if (cell.failure !== undefined) {
    expect(after.failed[0]).toMatch(new RegExp(`^${cell.failure}: `));
    expect(after).toMatchObject({ item: before.item, copy: before.copy });
    return expect(after.revisions).toEqual(before.revisions);
  }
  if (cell.results.length === 0) {
    const { events, ...unchanged } = before;
    // A planned change is no longer listed once it was due, even if there was nothing to do.
    if (cell.who === 'the service') return expect(after.item).toEqual(before.item);
    return expect(after).toEqual({ ...unchanged, events });
  }
  expect(after.place).toBe(expectedPlace(cell, subject));
  expect(after.copy !== undefined).toBe(cell.hasCopyAfter);
  if (cell.time !== 'copy' && cell.hasCopyAfter) expect(after.copy).toEqual(before.copy);
  expectRevision(cell, before, after);
  expectTimes(cell, before, after);
  expectPlan(cell, before, after);
  // Events are about content: purging the trash is none, and neither are copies and plans.
  const isEvent =
    cell.time === 'item' || cell.time === 'deletion' || cell.action.startsWith('delete,');
  expect(after.events).toBe(before.events + (isEvent ? 1 : 0));
};

const expectRepetition = async (cell: TableCell, subject: Subject): Promise<void> => {
  const before = await stateOf(world, subject.id);
  elapse(world, 10);
  const code = await world.act(cell, subject);
  expect(code).toBe(cell.again === 'same' ? undefined : cell.again.replaceAll('`', ''));
  expect(await stateOf(world, subject.id)).toEqual(before);
};

test('the table in docs/content/publishing.md has one cell for each action, state and copy', () => {
  const labels = publishingTable.map(labelOf);
  expect(labels.length).toBeGreaterThan(180);
  expect(new Set(labels).size).toBe(labels.length);
  const actions = [...Object.keys(callerActions({ id: '' })), ...Object.keys(serviceActions)];
  const named = new Set(publishingTable.map(({ action }) => action.split(', with ')[0]));
  expect(named).toEqual(new Set(actions));
  for (const action of actions.filter((each) => serviceActions[each] === undefined)) {
    for (const place of places) {
      expect(labels).toEqual(
        expect.arrayContaining([`${action}: ${place}`, `${action}: ${place} with a copy`]),
      );
    }
  }
});

describe('each cell says what happens', () => {
  test.each(publishingTable.map((cell) => [labelOf(cell), cell] as const))(
    '%s',
    async (_, cell) => {
      for (const subject of await world.subjectsFor(cell)) {
        await expectEffect(cell, subject);
        const repeats =
          cell.error === undefined && cell.failure === undefined && cell.again !== '–';
        if (repeats) await expectRepetition(cell, subject);
      }
    },
  );
});

test('an autosave replaces the autosave before it', async () => {
  const subject = await subjectIn(world, world.people.owner, 'draft', {
    status: 'draft',
    hasCopy: false,
    plan: 'nothing planned',
  });
  const save = (title: string) =>
    world.cms.content.update(world.people.owner, subject.id, { title }, undefined, {
      isAutosave: true,
    });
  await save('One');
  const { revisions } = await stateOf(world, subject.id);
  await save('Two');
  const after = await stateOf(world, subject.id);
  expect(after.revisions.slice(1)).toEqual(revisions.slice(1));
  expect(after.revisions[0]).toMatchObject({ title: 'Two', version: revisions[0]!.version + 1 });
});
