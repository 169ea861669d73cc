import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Confirmations } from '../../../../adapters/postgres/leases/confirmations.ts';

/** Questions that are answered by hand. */
const questions = () => {
  const asked: PromiseWithResolvers<boolean>[] = [];
  const confirmations = new Confirmations(() => {
    const question = Promise.withResolvers<boolean>();
    asked.push(question);
    return question.promise;
  });
  return { asked, confirm: () => confirmations.confirm() };
};

test('callers of one turn share a question, which is sent after their calls', async () => {
  const { asked, confirm } = questions();
  const answers = [confirm(), confirm()];
  expect(asked).toHaveLength(0);
  await nextTurn();
  expect(asked).toHaveLength(1);
  asked[0]!.resolve(true);
  expect(await Promise.all(answers)).toEqual([true, true]);
});

test('callers during a question share the next one, which is sent after the answer', async () => {
  const { asked, confirm } = questions();
  const first = confirm();
  await nextTurn();
  const later = [confirm(), confirm()];
  await nextTurn();
  expect(asked).toHaveLength(1);
  asked[0]!.resolve(true);
  expect(await first).toBe(true);
  await nextTurn();
  expect(asked).toHaveLength(2);
  asked[1]!.resolve(false);
  expect(await Promise.all(later)).toEqual([false, false]);
  const last = confirm();
  await nextTurn();
  asked[2]!.resolve(true);
  expect(await last).toBe(true);
});
