import type { Coordinator, MemoryListener, Permit, Subject } from '../../core/index.ts';
import { equal, failsWith, ok } from './assert.ts';
import { suite } from './suite.ts';

export interface CoordinatorSubject {
  /** Coordinators of two instances that share their data. One object is enough if only one can exist. */
  readonly first: Coordinator;
  readonly second: Coordinator;
  /** Stores something with the permit; fails if the permit is not valid. */
  readonly store: (permit: Permit) => Promise<void>;
  /** Waits until the condition is true. Fails if it takes longer than some seconds. */
  readonly until: (condition: () => boolean) => Promise<void>;
}

/** A memory that counts how many blocks each subject has. */
const watchedMemory = (coordinator: Coordinator) => {
  const blocks: Subject[] = [];
  let drops = 0;
  const listener: MemoryListener = {
    block: (subjects) => {
      blocks.push(...subjects);
      return () => {
        for (const subject of subjects) blocks.splice(blocks.indexOf(subject), 1);
      };
    },
    dropAll: () => {
      drops += 1;
    },
  };
  coordinator.join(listener);
  return { blocks, drops: () => drops };
};

const serving = async ({ first, second, until }: CoordinatorSubject): Promise<void> =>
  until(() => [first, second].every((each) => each.mayServe()));

export const coordinatorSuite = suite<CoordinatorSubject>('Coordinator', {
  'instances may serve from memory soon after the start': async (subject) => {
    await serving(subject);
  },

  'what instances hold is confirmed, also after their own writes': async (subject) => {
    const { first, second, until } = subject;
    await serving(subject);
    const isConfirmed = async (): Promise<boolean> =>
      (await Promise.all([first, second].map((each) => each.confirm()))).every(Boolean);
    let isSettled = false;
    await until(() => {
      void isConfirmed().then((isNow) => (isSettled ||= isNow));
      return isSettled;
    });
    await first.write(['a'], subject.store);
    ok(await isConfirmed(), 'confirmed after a write');
  },

  'while a write is stored, every memory is blocked for its subjects': async (subject) => {
    const memories = [subject.first, subject.first, subject.second].map(watchedMemory);
    await serving(subject);
    await subject.first.write(['a', 'b'], async (permit) => {
      // A permit that is no longer valid is rejected here, before the memories matter.
      await subject.store(permit);
      for (const { blocks } of memories) {
        ok(blocks.includes('a') && blocks.includes('b'), 'each memory is blocked');
      }
    });
    await subject.until(() => memories.every(({ blocks }) => blocks.length === 0));
  },

  'a write returns the result of its work, once': async (subject) => {
    await serving(subject);
    const answer = { any: 'thing' };
    let calls = 0;
    const result = await subject.second.write(['a'], async (permit) => {
      await subject.store(permit);
      calls += 1;
      return answer;
    });
    ok(result === answer, 'the same object');
    equal(calls, 1, 'calls');
  },

  'a write that fails throws the error of its work, and ends its blocks': async (subject) => {
    const memories = [subject.first, subject.second].map(watchedMemory);
    await serving(subject);
    const failure = new Error('given up');
    await failsWith(
      failure,
      subject.first.write(['a'], async () => {
        throw failure;
      }),
    );
    await subject.until(() => memories.every(({ blocks }) => blocks.length === 0));
    await subject.first.write(['a'], subject.store);
  },

  'a write without subjects blocks no memory': async (subject) => {
    const memories = [subject.first, subject.second].map(watchedMemory);
    await serving(subject);
    await subject.first.write([], async (permit) => {
      for (const { blocks } of memories) equal(blocks, [], 'blocks');
      await subject.store(permit);
    });
  },

  'concurrent writes of one subject are all stored': async (subject) => {
    const memories = [subject.first, subject.second].map(watchedMemory);
    await serving(subject);
    const stored: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? subject.first : subject.second).write(['a'], async (permit) => {
          await subject.store(permit);
          // They end one after the other.
          for (let turns = 0; turns < n; turns += 1) await Promise.resolve();
          for (const { blocks } of memories) ok(blocks.includes('a'), 'each memory is blocked');
          stored.push(n);
        }),
      ),
    );
    equal(
      stored.toSorted((left, right) => left - right),
      Array.from({ length: 10 }, (_, n) => n),
      'writes',
    );
    await subject.until(() => memories.every(({ blocks }) => blocks.length === 0));
  },
});
