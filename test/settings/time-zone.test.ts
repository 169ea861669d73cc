import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

test('the time zone is UTC until it is set', async () => {
  const { cms } = await coreWorld();
  expect((await cms.settings.get(operator)).timeZone).toBe('UTC');
  await cms.settings.update(operator, { timeZone: 'Europe/Berlin' });
  expect((await cms.settings.get(operator)).timeZone).toBe('Europe/Berlin');
});

test.each([
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['europe/berlin', 'Europe/Berlin'],
  // An older name of the same zone is not put in its place, or the other way round.
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['utc', 'UTC'],
])('%s is stored as %s', async (timeZone, stored) => {
  const { cms } = await coreWorld();
  const { timeZone: result } = await cms.settings.update(operator, { timeZone });
  expect(result).toBe(stored);
});

test.each(['', ' ', 'Europe', 'Europe/Atlantis', '+01:00', '-0800', 'UTC+1', 'Berlin', 'a\0b'])(
  '%j is not the name of a time zone',
  async (timeZone) => {
    const { cms } = await coreWorld();
    const error = await rejectsWith('invalid_input', cms.settings.update(operator, { timeZone }));
    expect(error.issues).toMatchObject([{ path: 'timeZone' }]);
  },
);
