import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import {
  bodyOf,
  directionText,
  draftsOf,
  isSameList,
  newLocale,
  ownNameOf,
  withoutLocale,
} from '../../../adapters/admin/screens/settings/languages/draft-locales.ts';
import { findLanguages } from '../../../adapters/admin/screens/settings/languages/find-languages.ts';
import {
  readLanguages,
  saveLanguages,
} from '../../../adapters/admin/screens/settings/languages/save-languages.ts';
import { whyReadOnly } from '../../../adapters/admin/screens/editor/languages/why-read-only.ts';
import { mayChange } from '../../../adapters/admin/screens/content/rights.ts';
import { locales, translationIn } from '../../../adapters/admin/shell/locales.ts';
import { account, may } from '../../../adapters/admin/shell/session.ts';
import { modelWorld, type ModelWorld } from '../../support/admin/model-world.ts';

const stored = {
  locales: [
    { code: 'en', name: 'English' },
    { code: 'de', fallback: ['en'] },
  ],
};

const withLanguages = async ({ cms }: ModelWorld) => {
  await cms.locales.update(operator, stored);
  return readLanguages();
};

describe('a list of languages that is edited', () => {
  test('a language with another code takes its place in the fallbacks of the others', async () => {
    using world = await modelWorld();
    const languages = await withLanguages(world);
    const drafts = draftsOf(languages.stored);
    expect(isSameList(languages.stored, drafts)).toBe(true);
    const renamed = drafts.map((draft) =>
      draft.code === 'en' ? { ...draft, code: 'en-GB' } : draft,
    );
    expect(isSameList(languages.stored, renamed)).toBe(false);
    expect(bodyOf(renamed).locales).toEqual([
      { code: 'en-GB', name: 'English', fallback: [], renamedFrom: 'en' },
      { code: 'de', name: 'de', fallback: ['en-GB'] },
    ]);
    expect(await saveLanguages(languages, renamed)).toMatchObject({
      kind: 'saved',
      stored: [{ code: 'en-GB' }, { code: 'de', fallback: ['en-GB'] }],
    });
  });

  test('a code in another case is no other code', async () => {
    using world = await modelWorld();
    const {
      stored: [first],
    } = await withLanguages(world);
    const [draft] = draftsOf(first === undefined ? [] : [first]);
    const typed = draft && { ...draft, code: 'EN' };
    expect(bodyOf(typed === undefined ? [] : [typed]).locales).toEqual([
      { code: 'EN', name: 'English', fallback: [] },
    ]);
  });

  test('a removed language is read in place of no other one', async () => {
    using world = await modelWorld();
    const languages = await withLanguages(world);
    const drafts = draftsOf(languages.stored);
    const left = withoutLocale(drafts, drafts[0]?.id ?? '');
    expect(bodyOf(left).locales).toEqual([{ code: 'de', name: 'de', fallback: [] }]);
    expect(await saveLanguages(languages, left)).toMatchObject({ kind: 'saved' });
  });

  test('a language of content stays, and the answer has the numbers', async () => {
    using world = await modelWorld();
    const languages = await withLanguages(world);
    await world.cms.collections.create(operator, {
      name: 'stories',
      localized: true,
      baseLocale: 'de',
    });
    await world.cms.content.create(operator, {
      collection: 'stories',
      title: 'Ebbe',
      locale: 'de',
    });
    const [first] = draftsOf(languages.stored);
    expect(await saveLanguages(languages, first === undefined ? [] : [first])).toEqual({
      kind: 'in_use',
      removed: expect.objectContaining({ code: 'de' }),
      uses: 'It is the base locale of 1 collection. It is that of 1 item, those in the trash included',
    });
  });

  test('a list that somebody else has saved is not replaced', async () => {
    using world = await modelWorld();
    const languages = await withLanguages(world);
    await world.cms.locales.update(operator, { locales: [{ code: 'fr' }] });
    expect(await saveLanguages(languages, draftsOf(languages.stored))).toEqual({
      kind: 'outdated',
    });
    expect((await readLanguages()).stored).toMatchObject([{ code: 'fr' }]);
  });

  test('mistakes are found by the place of the language', async () => {
    using world = await modelWorld();
    const languages = await withLanguages(world);
    const drafts = [...draftsOf(languages.stored), newLocale('nonsense', '')];
    expect(await saveLanguages(languages, drafts)).toEqual({
      kind: 'mistakes',
      issues: { 'locales.2.code': expect.stringContaining('Must be a language') },
    });
  });
});

describe('the languages that can be added', () => {
  const codes = (text: string, taken: readonly string[] = []): readonly string[] =>
    findLanguages(text, taken).map(({ code }) => code);

  test('are found by what they call themselves, by their English name, and by their code', () => {
    expect(codes('deu')).toEqual(expect.arrayContaining(['de']));
    expect(codes('german')).toEqual(['de', 'de-AT', 'de-CH']);
    expect(codes('de-CH')).toEqual(['de-CH']);
    expect(codes('espanol')).toContain('es');
    expect(codes('de')[0]).toBe('de');
  });

  test('are not in the list already', () => {
    expect(codes('german', ['DE'])).not.toContain('de');
    expect(codes('gsw', ['gsw'])).toEqual([]);
  });

  test('a code finds every language, in the case that is stored', () => {
    expect(codes('sr_latn_rs')).toEqual(['sr-Latn-RS']);
    expect(codes('no such language')).toEqual([]);
  });

  test('say what they call themselves, and how they are written', () => {
    expect(ownNameOf('de')).toBe('Deutsch');
    expect(ownNameOf('fr')).toBe('Français');
    expect(ownNameOf('de-')).toBeUndefined();
    expect(directionText('ar')).toBe('right to left');
    expect(directionText('AZ_arab')).toBe('right to left');
    expect(directionText('de')).toBe('left to right');
  });
});

describe('of the translations of one item', () => {
  test('the one in a language is opened or, without it, the one whose language comes first', () => {
    locales.value = ['en', 'de', 'fr'].map((code) => ({
      code,
      name: code,
      fallback: [],
      direction: 'ltr',
    }));
    const [french, german] = [{ locale: 'fr' }, { locale: 'de' }];
    expect(translationIn([french, german], 'fr')).toBe(french);
    expect(translationIn([french, german], undefined)).toBe(german);
    expect(translationIn([french, german], 'en')).toBe(german);
    locales.value = [];
    const only = {};
    expect(translationIn([only], undefined)).toBe(only);
    expect(translationIn([], 'de')).toBeUndefined();
  });
});

describe('a role that holds in some languages', () => {
  test('reaches no further than a viewer in the others', () => {
    const permissions = [{ collection: 'stories', role: 'editor', locales: ['de'] }];
    account.value = { role: 'author', permissions } as never;
    expect(['de', 'en', undefined].map((locale) => may('create', 'stories', locale))).toEqual([
      true,
      false,
      true,
    ]);
    expect(may('create', 'pages', 'en')).toBe(true);
    expect(mayChange({ collection: 'stories', locale: 'de' } as never)).toBe(true);
    expect(mayChange({ collection: 'stories', locale: 'en' } as never)).toBe(false);
    account.value = { role: 'admin', permissions } as never;
    expect(may('create', 'stories', 'en')).toBe(true);
    account.value = undefined;
  });

  test('is the reason why an item in another language cannot be edited', () => {
    locales.value = [
      { code: 'en', name: 'English', fallback: [], direction: 'ltr' },
      { code: 'de', name: 'Deutsch', fallback: [], direction: 'ltr' },
      { code: 'fr', name: 'Français', fallback: [], direction: 'ltr' },
    ];
    const permissions = [{ collection: 'stories', role: 'editor', locales: ['de', 'fr'] }];
    account.value = { role: 'viewer', permissions } as never;
    expect(whyReadOnly('stories', 'en')).toBe(
      'You can read this item. Your role does not include editing items in English: in this collection, it holds for Deutsch and Français.',
    );
    const short = 'You can read this item. Your role does not include editing it.';
    expect(whyReadOnly('stories', undefined)).toBe(short);
    expect(whyReadOnly('pages', 'en')).toBe(short);
    account.value = { role: 'author', permissions: [] } as never;
    expect(whyReadOnly('stories', 'en')).toBe(short);
    account.value = undefined;
    locales.value = [];
  });
});
