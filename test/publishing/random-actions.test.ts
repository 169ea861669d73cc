import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryScene } from '../support/publishing/memory-scene.ts';
import { stepArbitrary } from '../support/publishing/random-commands.ts';
import { restoreEverything, takeSteps } from '../support/publishing/random-sequence.ts';
import { randomRuns, runSeed } from '../support/seeded-random.ts';

afterEach(() => {
  vi.useRealTimers();
});

const sequences = fc.array(stepArbitrary, { minLength: 40, maxLength: 150, size: 'max' });

/** Outcomes that occur in every run, so that the comparison is not empty. */
const needed = [
  'create: done',
  'create: slug_taken',
  'save: done',
  'save: forbidden',
  'save: invalid_transition',
  'merge: done',
  'merge: version_mismatch',
  'delete: done',
  'recover: done',
  'purge: done',
  'empty trash: done',
  'restore: done',
  'restore into copy: done',
  'restore into copy: not_published',
  'save copy: done',
  'save copy: not_published',
  'discard copy: done',
  'publish copy: done',
  'plan: done',
  'plan: nothing_to_publish',
  'due: done',
  'bulk: done',
  'bulk: not_done',
];

test('random actions of several users do what the model says, and every revision can be restored', async () => {
  const tally = new Map<string, number>();
  let restored = 0;
  const count = (name: string): void => void tally.set(name, 1 + (tally.get(name) ?? 0));
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const scene = await memoryScene((choice) => `slug-${choice % 12}`);
    const model = await takeSteps(scene, sequence, async ({ command, outcome, newEvents }) => {
      for (const code of [outcome].flat()) count(`${command.kind}: ${code ?? 'done'}`);
      if (command.kind === 'elapse' && newEvents > 0) count('due: done');
    });
    restored += await restoreEverything(scene, model, scene.users[0]!);
  });
  await fc.assert(property, { numRuns: randomRuns(30), seed: runSeed, endOnFailure: true });
  expect(needed.filter((name) => !tally.has(name))).toEqual([]);
  expect(restored).toBeGreaterThan(100);
});
