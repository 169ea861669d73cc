import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor } from '../../core/index.ts';
import type { BulkAction } from '../../core/vocabulary.ts';
import { stateOf, subjectIn } from '../support/publishing/publishing-scene.ts';
import {
  labelOf,
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

/** Whether the column `Who` names the role; the author of an item is called `owner`. */
const isNamed = ({ who }: TableCell, name: string): boolean =>
  who
    .split(', ')
    .some((each) => each === name || (name === 'owner' && /^author(?: \(own\))?$/.test(each)));

const callersOf = (): Readonly<Record<string, Actor>> => ({
  ...world.people,
  anonymous,
  token: { kind: 'token', tokenId: world.ports.ids.next(), scope: 'all' },
});

const denials: Readonly<Record<string, string>> = {
  anonymous: 'not_authenticated',
  token: 'token_read_only',
};

describe('each row says who may', () => {
  const callable = publishingTable.filter(({ who }) => who !== 'the service');

  test.each(callable.map((cell) => [labelOf(cell), cell] as const))('%s', async (_, cell) => {
    const status = cell.place === 'trash' ? 'draft' : cell.place;
    for (const [name, caller] of Object.entries(callersOf())) {
      const given = { status, hasCopy: cell.hasCopy, plan: 'nothing planned' } as const;
      const subject = await subjectIn(world, world.people.owner, cell.place, given);
      const before = await stateOf(world, subject.id);
      const code = await world.act(cell, subject, caller);
      if (isNamed(cell, name)) {
        expect([name, code]).toEqual([name, cell.error]);
        continue;
      }
      const hides = cell.error === 'not_found' || cell.place === 'trash';
      const denied = denials[name] ?? (hides && code === 'not_found' ? code : 'forbidden');
      expect([name, code]).toEqual([name, denied]);
      expect(await stateOf(world, subject.id)).toEqual(before);
    }
  });
});

const bulkActions: Readonly<Record<string, BulkAction>> = {
  publish: 'publish',
  unpublish: 'unpublish',
  archive: 'archive',
  move: 'move',
  delete: 'delete',
  'restore from the trash': 'restore',
};

describe.each([false, true])('a change of many items does the same, with atomic %s', (atomic) => {
  const shared = publishingTable.filter(({ action }) => bulkActions[action] !== undefined);

  test.each(shared.map((cell) => [labelOf(cell), cell] as const))('%s', async (_, cell) => {
    const subjects = await world.subjectsFor(cell);
    const action = bulkActions[cell.action]!;
    const ids = subjects.map(({ id }) => id);
    const command = { action, ids, collectionId: world.pages.id, atomic };
    const { results } = await world.cms.content.bulk(operator, command);
    for (const [at, subject] of subjects.entries()) {
      const result = results[at]!;
      expect(result.outcome === 'failed' ? result.error.code : undefined).toBe(cell.error);
      const { place } = await stateOf(world, subject.id);
      expect(place).toBe(expectedPlace(cell, subject));
    }
  });
});
