import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type LocaleRequest } from '../../core/index.ts';
import { directionOf, localesMax, noId } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

/** The mistakes in a list, if the stored one is German and French. */
const mistakesIn = async (locales: readonly LocaleRequest[]) => {
  const { cms } = await coreWorld();
  await cms.locales.update(operator, { locales: [{ code: 'de' }, { code: 'fr' }] });
  const rejected = await cms.locales.update(operator, { locales }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const unchanged = (await cms.locales.list()).map(({ code }) => code);
  expect(unchanged).toEqual(['de', 'fr']);
  expect(rejected).toMatchObject({ code: 'invalid_input' });
  const { issues } = rejected as { readonly issues: readonly { path: string; message: string }[] };
  return issues.map(({ path, message }) => `${path} ${message}`);
};

test('a new service has no locales', async () => {
  expect(await (await coreWorld()).cms.locales.list()).toEqual([]);
});

test('codes are stored in canonical case, in their order, with the code as name', async () => {
  const { cms, another } = await coreWorld();
  const locales = ['DE', 'PT-br', 'zh-hANT', 'SR-latn-rs', 'es-419', 'HAW'].map((code) => ({
    code,
  }));
  const codes = ['de', 'pt-BR', 'zh-Hant', 'sr-Latn-RS', 'es-419', 'haw'];
  const stored = codes.map((code) => ({ code, name: code, fallback: [] }));
  expect(await cms.locales.update(operator, { locales })).toEqual(stored);
  expect(await another().locales.list()).toEqual(stored);
});

test('an outdated language is kept as it is given, whatever the runtime makes of it', async () => {
  const { cms } = await coreWorld();
  await cms.locales.update(operator, { locales: [{ code: 'iw' }, { code: 'he' }] });
  expect((await cms.locales.list()).map(({ code }) => code)).toEqual(['iw', 'he']);
});

test('a locale has a name, a chain in canonical case, and a language of the search', async () => {
  const { cms } = await coreWorld();
  const [searchLanguage = ''] = await cms.settings.searchLanguages(operator);
  const locales = [
    { code: 'de', name: ' Deutsch ', searchLanguage },
    { code: 'de-AT', name: '', fallback: ['DE', 'fr'] },
    { code: 'fr' },
  ];
  expect(await cms.locales.update(operator, { locales })).toEqual([
    { code: 'de', name: 'Deutsch', fallback: [], searchLanguage },
    { code: 'de-AT', name: 'de-AT', fallback: ['de', 'fr'] },
    { code: 'fr', name: 'fr', fallback: [] },
  ]);
});

test('a list replaces the former one as a whole; an empty one leaves none', async () => {
  const { cms } = await coreWorld();
  const before = await cms.settings.update(operator, { siteName: 'Tides' });
  await cms.locales.update(operator, { locales: [{ code: 'de', name: 'Deutsch' }] });
  await cms.settings.update(operator, { trashDays: 3 });
  expect(await cms.locales.update(operator, { locales: [{ code: 'de' }, { code: 'fr' }] })).toEqual(
    [
      { code: 'de', name: 'de', fallback: [] },
      { code: 'fr', name: 'fr', fallback: [] },
    ],
  );
  expect(await cms.locales.update(operator, { locales: [] })).toEqual([]);
  expect(await cms.locales.list()).toEqual([]);
  expect(await cms.settings.get(operator)).toEqual({ ...before, trashDays: 3 });
});

const form = 'must be a language, with a script and a region if needed: de, pt-BR, zh-Hant';

describe('a mistake is named with its place', () => {
  test.each([
    '',
    'd',
    'deutsch',
    'de_DE',
    'de-',
    'de-DE-1996',
    'sl-rozaj',
    'de-u-co-phonebk',
    'x-private',
    'zh-yue',
    ' de',
    'de-DE-Latn',
    'de\0',
  ])('the code %j', async (code) => {
    expect(await mistakesIn([{ code: 'en' }, { code }])).toEqual([`locales.1.code ${form}`]);
  });

  test.each<readonly [string, readonly LocaleRequest[], readonly string[]]>([
    [
      'a code twice',
      [{ code: 'pt-BR' }, { code: 'de' }, { code: 'PT-br' }],
      ['locales.2.code is twice in the list: pt-BR'],
    ],
    [
      'a long name',
      [{ code: 'de', name: 'x'.repeat(201) }],
      ['locales.0.name must be at most 200 characters'],
    ],
    [
      'a name that cannot be stored',
      [{ code: 'de', name: 'D\0' }],
      ['locales.0.name must be valid Unicode text without NUL'],
    ],
    [
      'a chain of others',
      [{ code: 'de', fallback: ['en', 'de', 'FR', 'fr', '?'] }, { code: 'fr' }],
      [
        'locales.0.fallback.0 must be a code of the list',
        'locales.0.fallback.1 must be another code',
        'locales.0.fallback.3 is twice in the chain: fr',
        'locales.0.fallback.4 must be a code of the list',
      ],
    ],
    [
      'a long chain',
      [
        { code: 'de', fallback: ['aa', 'ab', 'ac', 'ad', 'ae', 'af'] },
        ...['aa', 'ab', 'ac', 'ad', 'ae', 'af'].map((code) => ({ code })),
      ],
      ['locales.0.fallback must be at most 5 codes'],
    ],
    [
      'several at once',
      [{ code: '?' }, { code: 'de', fallback: ['it'] }],
      [`locales.0.code ${form}`, 'locales.1.fallback.0 must be a code of the list'],
    ],
    [
      'a renaming of nothing',
      [
        { code: 'de-DE', renamedFrom: 'it' },
        { code: 'fr-FR', renamedFrom: '?' },
      ],
      [
        'locales.0.renamedFrom must be the code of a stored locale',
        'locales.1.renamedFrom must be the code of a stored locale',
      ],
    ],
    [
      'a renaming of one that stays',
      [{ code: 'de' }, { code: 'de-DE', renamedFrom: 'DE' }],
      ['locales.1.renamedFrom is still in the list: de'],
    ],
    [
      'a renaming to the own code',
      [{ code: 'de', renamedFrom: 'de' }],
      ['locales.0.renamedFrom is still in the list: de'],
    ],
    [
      'a renaming to several codes',
      [
        { code: 'de-DE', renamedFrom: 'de' },
        { code: 'de-AT', renamedFrom: 'de' },
      ],
      ['locales.1.renamedFrom is renamed twice: de'],
    ],
    [
      'a renaming to the code of another',
      [{ code: 'fr', renamedFrom: 'de' }],
      ['locales.0.code is the code of another locale until that is removed'],
    ],
    [
      'a chain with the former code',
      [
        { code: 'de-DE', renamedFrom: 'de' },
        { code: 'fr', fallback: ['de'] },
      ],
      ['locales.1.fallback.0 must be a code of the list'],
    ],
  ])('%s', async (_, locales, mistakes) => {
    expect(await mistakesIn(locales)).toEqual(mistakes);
  });

  test('a language that the search does not know', async () => {
    const [mistake, ...rest] = await mistakesIn([{ code: 'de', searchLanguage: 'klingon' }]);
    expect(mistake).toMatch(/^locales\.0\.searchLanguage must be one of: .*simple/);
    expect(rest).toEqual([]);
  });

  test('more than 50 locales', async () => {
    const many = times(localesMax + 1, (n) => ({
      code: `a${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.trunc(n / 26))}`,
    }));
    expect(await mistakesIn(many)).toEqual(['locales must be at most 50 locales']);
    const { cms } = await coreWorld();
    expect(await cms.locales.update(operator, { locales: many.slice(1) })).toHaveLength(50);
  });
});

test('only administrators may replace the list', async () => {
  const { cms, person } = await coreWorld();
  const ask = (actor: Actor) => cms.locales.update(actor, { locales: [{ code: '?' }] });
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask({ kind: 'token', tokenId: noId, scope: 'all' }));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  await rejectsWith('invalid_input', ask(await person('admin')));
});

test.each([
  ['rtl', 'ar he iw fa ur yi dv ckb ps sd ug ku-IQ pa-PK uz-Arab az-IR ar-EG zh-Hebr und-Arab'],
  ['ltr', 'de en pt-BR zh-Hant ku pa uz az ar-Latn he-Latn sd-IN sd-Deva ug-KZ ug-Cyrl el ru hi'],
] as const)('from the codes follows that they are written %s', (direction, codes) => {
  const directions = codes.split(' ').map((code) => [code, directionOf(code)]);
  expect(directions).toEqual(codes.split(' ').map((code) => [code, direction]));
});
