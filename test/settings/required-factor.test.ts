import { expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import { day, roles } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const stored = async ({ ports }: CoreWorld) => {
  const { settings } = await ports.store.repositories.site.load();
  return settings.secondFactorRequiredSince;
};

test('roles are stored in the order of their rights, however they are sent', async () => {
  const { cms } = await coreWorld();
  const { requireSecondFactor } = await cms.settings.update(operator, {
    requireSecondFactor: ['admin', 'viewer', 'editor'],
  });
  expect(requireSecondFactor).toEqual(['viewer', 'editor', 'admin']);
  expect(await cms.settings.get(operator)).toMatchObject({ requireSecondFactor });
  const all = await cms.settings.update(operator, { requireSecondFactor: roles.toReversed() });
  expect(all.requireSecondFactor).toEqual(roles);
  const none = await cms.settings.update(operator, { requireSecondFactor: [] });
  expect(none.requireSecondFactor).toEqual([]);
});

test.each(
  [['admin'], [['admin', 'admin']], [['owner']], [[1]], [null], [{}]].map(([each]) => [each]),
)('%j is no list of different roles', async (requireSecondFactor) => {
  const { cms } = await coreWorld();
  const update = cms.settings.update(operator, { requireSecondFactor } as never);
  const { issues } = await rejectsWith('invalid_input', update);
  expect(issues).toEqual([
    {
      path: 'requireSecondFactor',
      message: 'must be a list of different roles: viewer, author, editor, admin',
    },
  ]);
});

test.each([-1, 366, 0.5, NaN])('%s is no number of days', async (secondFactorGraceDays) => {
  const { cms } = await coreWorld();
  const { issues } = await rejectsWith(
    'invalid_input',
    cms.settings.update(operator, { secondFactorGraceDays }),
  );
  const message = 'must be a whole number from 0 to 365';
  expect(issues).toEqual([{ path: 'secondFactorGraceDays', message }]);
});

test('each role keeps the time since when it is listed, and begins again if it is listed again', async () => {
  const world = await coreWorld();
  const { cms, clock } = world;
  const list = (
    ...requireSecondFactor: Parameters<Cms['settings']['update']>[1]['requireSecondFactor'] & object
  ) => cms.settings.update(operator, { requireSecondFactor });
  expect(await stored(world)).toBeUndefined();
  const first = clock.now();
  await list('admin');
  expect(await stored(world)).toEqual({ admin: first });
  clock.advance(day);
  await list('editor', 'admin');
  expect(await stored(world)).toEqual({ editor: first + day, admin: first });
  clock.advance(day);
  await cms.settings.update(operator, { siteName: 'Another', secondFactorGraceDays: 1 });
  await list('editor', 'admin');
  expect(await stored(world)).toEqual({ editor: first + day, admin: first });
  await list('editor');
  expect(await stored(world)).toEqual({ editor: first + day });
  clock.advance(day);
  await list('editor', 'admin');
  expect(await stored(world)).toEqual({ editor: first + day, admin: first + 3 * day });
});

test('the time is stored with the setting, or neither is', async () => {
  const world = await coreWorld();
  const { cms, clock, another } = world;
  const since = clock.now();
  // Changes at the same time lose nothing of each other.
  await Promise.all([
    cms.settings.update(operator, { requireSecondFactor: ['admin'] }),
    another().settings.update(operator, { siteName: 'Another' }),
    cms.plugins.configure(operator, 'cache', { active: true }),
  ]);
  expect(await stored(world)).toEqual({ admin: since });
  const settings = await cms.settings.get(operator);
  expect(settings).toMatchObject({ siteName: 'Another', requireSecondFactor: ['admin'] });
  expect(settings).not.toHaveProperty('secondFactorRequiredSince');
});
