import { describe, expect, test } from 'vitest';
import { operator, type Cms } from '../../../core/index.ts';
import { startEditing } from '../../../adapters/admin/screens/editor/model/start-editing.ts';
import { api } from '../../../adapters/admin/api/client.ts';
import { sharedHint } from '../../../adapters/admin/screens/editor/languages/shared-hint.ts';
import {
  completenessOf,
  completenessText,
} from '../../../adapters/admin/screens/translations/completeness.ts';
import { ApiError } from '../../../contracts/client/index.ts';
import { withLanguages } from '../../../adapters/admin/api/read-languages.ts';
import { altChange, altIn, changedTexts } from '../../../adapters/admin/media/file-texts.ts';
import { locales, readLocales } from '../../../adapters/admin/shell/locales.ts';
import { groupFailure } from '../../../adapters/admin/translations/group-failure.ts';
import { editItem, type } from '../../support/admin/edited-items.ts';
import { storeImage } from '../../support/admin/admin-references.ts';
import { modelWorld } from '../../support/admin/model-world.ts';
import { createStory, localise, translatedStory } from '../../support/admin/translated-items.ts';

const read = async (cms: Cms, id: string) =>
  (await cms.content.readItem(operator, { of: { id }, client: 'a test' })).value.item;

describe('the language of an item', () => {
  test('of a new item is sent with its first save', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const [collection] = (await api.listCollections()).body.data.filter(
      ({ name }) => name === 'stories',
    );
    if (collection === undefined) throw new Error('The collection does not exist');
    const editing = startEditing(
      collection,
      undefined,
      { title: '', slug: '', data: {} },
      undefined,
    );
    editing.newLocale.value = 'de';
    editing.setTitle('Ebbe');
    expect(await editing.save()).toBe(true);
    expect(editing.stored.value?.item).toMatchObject({ locale: 'de', title: 'Ebbe' });
  });

  test('is corrected while what is typed stays unsaved', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const { id } = await createStory(world.cms, 'Ebbe');
    const editing = await editItem(id);
    type(editing, 'summary', 'getippt');
    await editing.setLocale('de');
    expect(editing.stored.value?.item.locale).toBe('de');
    expect(editing.read(['summary'])).toBe('getippt');
    expect(editing.isChanged.value).toBe(true);
    expect(await read(world.cms, id)).toMatchObject({ locale: 'de', data: '{}' });
    expect(await editing.save()).toBe(true);
    expect((await read(world.cms, id)).data).toBe('{"summary":"getippt"}');
  });

  test('is corrected although somebody else has saved the item, whose changes are then taken over', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const { id } = await createStory(world.cms, 'Ebbe');
    const editing = await editItem(id);
    await world.cms.content.update(operator, id, { data: { body: 'theirs' } });
    type(editing, 'summary', 'mine');
    await editing.setLocale('de');
    expect(await editing.save()).toBe(true);
    expect(JSON.parse((await read(world.cms, id)).data)).toEqual({
      summary: 'mine',
      body: 'theirs',
    });
    expect(editing.takenOver.value).toEqual(['data.body']);
  });

  test('of a published item is corrected beside its working copy', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const { id } = await createStory(world.cms, 'Ebbe', { status: 'published' });
    const editing = await editItem(id);
    type(editing, 'summary', 'not public');
    await editing.saveDraft();
    await editing.setLocale('de');
    expect(await read(world.cms, id)).toMatchObject({ locale: 'de', data: '{}' });
    type(editing, 'summary', 'not public yet');
    expect(await editing.save()).toBe(true);
    expect(await read(world.cms, id)).toMatchObject({ status: 'published', data: '{}' });
    expect(editing.copy.value?.copy.data).toEqual({ summary: 'not public yet' });
  });
});

describe('a shared field', () => {
  const translation = (locale: string, status?: 'draft' | 'published') => ({
    locale,
    state: 'current' as const,
    ...(status !== undefined && { id: locale, status }),
  });
  const hint = (...all: ReturnType<typeof translation>[]): string => sharedHint(all[0], all);

  test('says how many translations a change of it changes', () => {
    expect(hint(translation('en', 'draft'), translation('de'))).toBe('Shared by all languages.');
    expect(hint(translation('en', 'draft'), translation('de', 'draft'))).toBe(
      'Shared by all languages: saving a change also changes 1 translation.',
    );
    expect(
      hint(
        translation('en', 'published'),
        translation('de', 'draft'),
        translation('ar', 'published'),
      ),
    ).toBe('Shared by all languages: publishing a change also changes 2 translations.');
  });

  test('of an item that is not published is changed in a published translation', () => {
    expect(hint(translation('de', 'draft'), translation('en', 'published'))).toBe(
      'Shared by all languages. Readers see its value: change it in en.',
    );
  });

  test('that a translation cannot take is explained with the reason', () => {
    const response = { status: 409, headers: new Headers() };
    const error = new ApiError(response, {
      error: 'Failed',
      code: 'siblings_failed',
    });
    const results = [{ status: 424 }, { status: 400, error: 'Price must be a number' }];
    expect(groupFailure(Object.assign(error, { results }))).toBe(
      'A translation could not take the shared values, so nothing was changed. Price must be a number. Correct that translation first: “Languages” beside the form leads to it.',
    );
  });
});

describe('the texts of a file in other languages', () => {
  test('are sent for the languages in which one has changed, and an empty one is removed', () => {
    const before = { de: { alt: 'Hafen', caption: 'Abends' }, ar: { alt: 'ميناء' } };
    expect(changedTexts(before, before)).toBeUndefined();
    expect(changedTexts(before, { ...before, en: {} })).toBeUndefined();
    expect(changedTexts(before, { ...before, de: { alt: 'Hafen', caption: '' } })).toEqual({
      de: { alt: 'Hafen', caption: '' },
    });
  });
});

describe('the alternative text of a file', () => {
  const file = { alt: 'A harbour', texts: { de: { alt: 'Ein Hafen' }, ar: { caption: 'مساء' } } };

  test('is that of the language or, where it has none, its own', () => {
    expect(['de', 'ar', 'en', undefined].map((locale) => altIn(file, locale))).toEqual([
      'Ein Hafen',
      'A harbour',
      'A harbour',
      'A harbour',
    ]);
    expect(altIn({ alt: '', texts: { de: { alt: '' } } }, 'de')).toBe('');
  });

  test('is stored in the language of the form, in the default one as its own', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    await readLocales();
    const { id } = await storeImage(world.cms, 'harbour.png');
    const read = () => world.cms.media.get(operator, id);
    const describeIn = async (locale: string, alt: string): Promise<void> => {
      const { data } = (await api.getMedia({ params: { id } })).body;
      await api.updateMedia({ params: { id }, body: altChange(data, alt, locale) });
    };
    await describeIn('en', 'A harbour');
    expect(await read()).toMatchObject({ alt: 'A harbour' });
    await describeIn('de', 'Ein Hafen');
    await describeIn('de', 'Ein kleiner Hafen');
    await describeIn('en', 'A small harbour');
    const texts = { de: { alt: 'Ein kleiner Hafen' } };
    expect(await read()).toMatchObject({ alt: 'A small harbour', texts });
    expect(altChange({ alt: 'x', texts: { en: { alt: 'y' } } }, 'z', 'en')).toEqual({
      texts: { en: { alt: 'z' } },
    });
    expect(altChange({ alt: 'x' }, 'z', undefined)).toEqual({ alt: 'z' });
    locales.value = [];
  });
});

describe('entries that name items', () => {
  test('get the language of their items, with one request, if the service has languages', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const [english, german] = await translatedStory(world.cms);
    const page = await world.cms.content.create(operator, {
      collection: 'pages',
      title: 'Imprint',
    });
    const entries = [german, english, page, german].map(({ id }) => ({ id }));
    expect(await withLanguages(entries)).toEqual(entries);
    expect(world.requests).toEqual([]);
    await readLocales();
    const found = await withLanguages(entries);
    expect(found.map(({ locale }) => locale)).toEqual(['de', 'en', undefined, 'de']);
    expect(world.requests.filter(({ url }) => url.includes('ids='))).toHaveLength(1);
    locales.value = [];
  });
});

describe('how complete a language is', () => {
  test('is counted by collection, with what is missing', () => {
    const counted = (draft: number) => {
      const none = { count: 0, isLowerBound: false };
      return { draft: { count: draft, isLowerBound: false }, published: none, archived: none };
    };
    const counts = [
      { collectionId: '1', collection: 'stories', counts: counted(12) },
      { collectionId: '2', collection: 'pages', counts: counted(3) },
    ];
    const found = completenessOf(counts, ['1', '1', '2'], false);
    expect([...found.values()].map(completenessText)).toEqual(['12 of 14', '3 of 4']);
    const more = completenessOf(counts, ['1'], true).get('1');
    expect(more && completenessText(more)).toBe('12 of 13+');
  });
});

describe('the translations of an item', () => {
  test('are joined, and left', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const [english] = await translatedStory(world.cms);
    const arabic = await createStory(world.cms, 'مد', { locale: 'ar' });
    const editing = await editItem(arabic.id);
    await editing.joinGroup(english.id);
    expect((await read(world.cms, arabic.id)).group?.id).toBe(english.id);
    await editing.leaveGroup();
    expect((await read(world.cms, arabic.id)).group?.id).not.toBe(english.id);
  });

  test('a language that is taken is said in words that help', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const [english] = await translatedStory(world.cms);
    const editing = await editItem(english.id);
    const error: unknown = await editing.setLocale('de').catch((failure: unknown) => failure);
    expect(groupFailure(error)).toMatch(/^There is an item in this language already/);
    expect(editing.stored.value?.item.locale).toBe('en');
  });

  test('an item that shares its slug with them has to get another one before it leaves them', async () => {
    using world = await modelWorld();
    await localise(world.cms);
    const english = await createStory(world.cms, 'Tides');
    const german = await world.cms.translations.create(operator, english.id, { locale: 'de' });
    const editing = await editItem(german.id);
    const error: unknown = await editing.leaveGroup().catch((failure: unknown) => failure);
    expect(groupFailure(error)).toMatch(/Change the slug first\.$/);
  });
});
