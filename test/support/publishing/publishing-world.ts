import { onTestFinished, vi } from 'vitest';
import { isDomainError, type Actor, type UserActor } from '../../../core/index.ts';
import { contentStatuses, type roles } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import { callerActions, serviceActions, withoutTrash } from './publishing-actions.ts';
import { plans, subjectIn, type Subject } from './publishing-scene.ts';
import type { TableCell } from './publishing-table.ts';

/** The core with a user of each role, and the author of the items. Its clock is also that of the store. */
export interface PublishingWorld extends CoreWorld {
  readonly people: Readonly<Record<(typeof roles)[number] | 'owner', UserActor>>;
  /** Takes the action of a cell. @returns the code of the error; undefined for a success. */
  readonly act: (cell: TableCell, subject: Subject, actor?: Actor) => Promise<string | undefined>;
  /** Items in the state of a cell: with and without planned changes, and in the trash with each status. */
  readonly subjectsFor: (cell: TableCell) => Promise<readonly Subject[]>;
}

/** For one test. */
export const publishingWorld = async (): Promise<PublishingWorld> => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const world = await coreWorld();
  const { person } = world;
  const people = {
    owner: await person('author'),
    viewer: await person('viewer'),
    author: await person('author'),
    editor: await person('editor'),
    admin: await person('admin'),
  };
  return {
    ...world,
    people,
    act: async ({ action }, subject, actor = people.admin) => {
      const own = serviceActions[action];
      if (own !== undefined) return outcomeOf(() => own(world, subject));
      const [name = '', setting] = action.split(', with ');
      const found = callerActions(world.pages)[name];
      if (found === undefined) throw new Error(`No test knows the action '${action}'`);
      const work = setting === undefined ? found : withoutTrash(world, found);
      return outcomeOf(() => work(world.cms, actor, subject));
    },
    subjectsFor: async ({ place, hasCopy }) => {
      const statuses = place === 'trash' ? contentStatuses : [place];
      const possible = place === 'draft' || place === 'published' ? plans : plans.slice(0, 1);
      const subjects: Subject[] = [];
      for (const status of statuses) {
        for (const plan of possible) {
          subjects.push(await subjectIn(world, people.owner, place, { status, hasCopy, plan }));
        }
      }
      return subjects;
    },
  };
};

const outcomeOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
};

export const expectedPlace = ({ results, place }: TableCell, { item }: Subject): string => {
  const [first, alternative] = results;
  // From the trash, archived items come back as they were.
  return (item.status === alternative ? alternative : first) ?? place;
};
