import { setImmediate as turn } from 'node:timers/promises';
import { MemoryCoordinator } from '../../../adapters/memory/memory-coordinator.ts';
import type { Coordinator, MemoryListener } from '../../../core/index.ts';
import { coordinatorSuite, type CoordinatorSubject } from '../../conformance/coordinator.ts';
import { altered } from '../../support/altered.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

/** Both instances share one coordinator, which is replaced. */
const broken =
  (change: (intact: Coordinator) => Partial<Coordinator>): Mutant<CoordinatorSubject>['make'] =>
  (subject) => {
    const coordinator = altered(subject.first, change(subject.first));
    return { ...subject, first: coordinator, second: coordinator };
  };

const forgetful = (change: (memory: MemoryListener) => Partial<MemoryListener>) =>
  broken((intact) => ({ join: (memory) => intact.join(altered(memory, change(memory))) }));

export const openMemoryCoordinator = (): CoordinatorSubject => {
  const coordinator: Coordinator = new MemoryCoordinator();
  return {
    first: coordinator,
    second: coordinator,
    store: async () => undefined,
    until: async (condition) => {
      for (let turns = 0; turns < 100; turns += 1) {
        if (condition()) return;
        await turn();
      }
      throw new Error('It did not become true');
    },
  };
};

export const coordinatorMutants = mutantsOf<CoordinatorSubject>(
  coordinatorSuite,
  openMemoryCoordinator,
  [
    {
      fault: 'never lets an instance serve',
      caughtBy: 'instances may serve from memory soon after the start',
      make: broken(() => ({ mayServe: () => false })),
    },
    {
      fault: 'blocks after the write',
      caughtBy: 'while a write is stored, every memory is blocked for its subjects',
      make: broken((intact) => ({
        write: async (subjects, work) => {
          const result = await work({ proof: 'alone' });
          return intact.write(subjects, async () => result);
        },
      })),
    },
    {
      fault: 'knows only the first subject',
      caughtBy: 'while a write is stored, every memory is blocked for its subjects',
      make: broken((intact) => ({
        write: (subjects, work) => intact.write(subjects.slice(0, 1), work),
      })),
    },
    {
      fault: 'releases at once',
      caughtBy: 'while a write is stored, every memory is blocked for its subjects',
      make: forgetful((memory) => ({
        block: (subjects) => {
          memory.block(subjects)();
          return () => undefined;
        },
      })),
    },
    {
      fault: 'runs the work twice',
      caughtBy: 'a write returns the result of its work, once',
      make: broken((intact) => ({
        write: async (subjects, work) => {
          await intact.write(subjects, work);
          return intact.write(subjects, work);
        },
      })),
    },
    {
      fault: 'confirms nothing',
      caughtBy: 'what instances hold is confirmed, also after their own writes',
      make: broken(() => ({ confirm: async () => false })),
    },
    {
      fault: 'never releases after a failure',
      caughtBy: 'a write that fails throws the error of its work, and ends its blocks',
      make: forgetful((memory) => ({
        block: (subjects) => {
          memory.block(subjects);
          return () => undefined;
        },
      })),
    },
    {
      fault: 'wraps the error of the work',
      caughtBy: 'a write that fails throws the error of its work, and ends its blocks',
      make: broken((intact) => ({
        write: async (subjects, work) => {
          try {
            return await intact.write(subjects, work);
          } catch (cause) {
            throw new Error('The write failed', { cause });
          }
        },
      })),
    },
    {
      fault: 'blocks everything for every write',
      caughtBy: 'a write without subjects blocks no memory',
      make: broken((intact) => ({
        write: (subjects, work) => intact.write([...subjects, 'everything'], work),
      })),
    },
    {
      fault: 'does not block again while a subject is blocked',
      caughtBy: 'concurrent writes of one subject are all stored',
      make: forgetful((memory) => {
        let isBlocked = false;
        return {
          block: (subjects) => {
            if (isBlocked) return () => undefined;
            isBlocked = true;
            const release = memory.block(subjects);
            return () => {
              isBlocked = false;
              release();
            };
          },
        };
      }),
    },
  ],
);
