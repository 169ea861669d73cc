import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';
import { newsRecord } from '../support/import/news-record.ts';

const localised = { ...newsRecord, localized: true, baseLocale: 'FR' };

test('the import of an older export keeps a collection localised', async () => {
  const { cms } = await localeWorld();
  const bring = async (more = {}) => {
    const [outcome] = await cms.transfer.importCollections(operator, [{ ...newsRecord, ...more }]);
    const { baseLocale } = await cms.collections.get(operator, 'news');
    return [outcome?.outcome, baseLocale];
  };
  expect(await bring()).toEqual(['created', undefined]);
  expect(await bring({ localized: true, baseLocale: 'FR' })).toEqual(['updated', 'fr']);
  expect(await bring({ localized: true, baseLocale: 'fr' })).toEqual(['unchanged', 'fr']);
  expect(await bring()).toEqual(['unchanged', 'fr']);
  expect(await bring({ description: 'Another one' })).toEqual(['updated', 'fr']);
  expect(await bring({ description: 'Another one', localized: false })).toEqual([
    'updated',
    undefined,
  ]);
});

test.each([
  ['no locales', [], 'localized', 'needs locales, and there are none yet'],
  ['other locales', ['de', 'it'], 'baseLocale', 'must be one of: de, it'],
] as const)('with %s, a localised collection is not imported', async (_, codes, path, message) => {
  const { cms } = await coreWorld();
  await cms.locales.update(operator, { locales: codes.map((code) => ({ code })) });
  for (const dryRun of [true, false]) {
    const [outcome] = await cms.transfer.importCollections(operator, [localised], { dryRun });
    expect(outcome).toMatchObject({
      outcome: 'failed',
      error: { code: 'invalid_input', issues: [{ path, message }] },
    });
  }
  await rejectsWith('not_found', cms.collections.get(operator, 'news'));
});

test('an import does not change the base locale of a collection', async () => {
  const { cms } = await localeWorld();
  await cms.collections.create(operator, { name: 'news', localized: true });
  const rules = { overwrite: true };
  const [outcome] = await cms.transfer.importCollections(operator, [localised], rules);
  expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'invalid_input' } });
  expect(await cms.collections.get(operator, 'news')).toMatchObject({ baseLocale: 'de' });
});

test('an import that is slower than a new list of locales is rejected', async () => {
  const { cms, another } = await localeWorld();
  const results = await Promise.all([
    cms.transfer.importCollections(operator, [localised]),
    another()
      .locales.update(operator, { locales: [{ code: 'de' }] })
      .then(
        () => 'removed',
        () => 'kept',
      ),
  ]);
  const [[outcome], french] = results;
  expect([outcome?.outcome, french]).toEqual(
    french === 'kept' ? ['created', 'kept'] : ['failed', 'removed'],
  );
});
