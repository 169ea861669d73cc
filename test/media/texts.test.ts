import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { MediaFile } from '../../core/vocabulary.ts';
import { sampleMedia } from '../conformance/samples.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';

/** A file, and the locales German and French. The articles are localised, the pages are not. */
const textsWorld = async () => {
  const world = await localeWorld();
  const { cms, ports } = world;
  const file = sampleMedia(1, { alt: 'A pool', caption: 'Low tide' });
  await ports.store.repositories.media.insert(file);
  const schema = { type: 'object', properties: { photo: { type: 'media' } } } as const;
  for (const [name, localized] of [
    ['articles', true],
    ['about', false],
  ] as const) {
    await cms.collections.create(operator, { name, schema, localized });
  }
  return {
    ...world,
    file,
    update: (texts: Record<string, { alt?: string; caption?: string }>) =>
      cms.media.update(operator, file.id, { texts }),
    stored: async (): Promise<MediaFile> => cms.media.get(operator, file.id),
    article: (locale: string, more: object = {}) =>
      cms.content.create(operator, {
        collection: 'articles',
        title: `Article ${locale}`,
        status: 'published',
        locale,
        data: { photo: file.id },
        ...more,
      }),
  };
};

test('a file has texts in the locales of the service, one by one', async () => {
  const { update, stored } = await textsWorld();
  await update({ DE: { alt: ' Ein Becken ' } });
  await update({ fr: { alt: 'Un bassin', caption: 'Marée basse' } });
  expect(await stored()).toMatchObject({
    alt: 'A pool',
    texts: { de: { alt: 'Ein Becken' }, fr: { alt: 'Un bassin', caption: 'Marée basse' } },
  });
  await update({ de: { alt: '' }, fr: { caption: ' ' } });
  expect((await stored()).texts).toEqual({ fr: { alt: 'Un bassin' } });
});

test('unknown locales and texts that are too long are rejected with their paths', async () => {
  const { update, stored } = await textsWorld();
  const texts = { it: { alt: 'x' }, fr: { caption: 'x'.repeat(2_001) }, de: {}, DE: {} };
  const { issues } = await rejectsWith('invalid_input', update(texts));
  expect(issues).toEqual([
    { path: 'texts.it', message: 'must be one of de, fr' },
    { path: 'texts.fr.caption', message: expect.stringContaining('2000') },
    { path: 'texts.DE', message: 'is twice: de' },
  ]);
  expect(await stored()).not.toHaveProperty('texts');
});

test('without locales, texts are ignored like every unknown member', async () => {
  const { cms, update, stored, file } = await textsWorld();
  await cms.collections.update(operator, 'articles', { localized: false });
  await cms.locales.update(operator, { locales: [] });
  await update({ de: { alt: 'x' } });
  expect(await stored()).toMatchObject({ id: file.id, alt: 'A pool' });
  expect(await stored()).not.toHaveProperty('texts');
});

test('a locale that gets another code keeps its texts', async () => {
  const { cms, update, stored } = await textsWorld();
  await update({ fr: { alt: 'Un bassin' } });
  const locales = [{ code: 'de' }, { code: 'fr-CA', renamedFrom: 'fr' }];
  await cms.locales.update(operator, { locales });
  expect((await stored()).texts).toEqual({ 'fr-CA': { alt: 'Un bassin' } });
});

test('an item includes files with the texts of its locale, where there are some', async () => {
  const { cms, update, article, file } = await textsWorld();
  await update({ fr: { alt: 'Un bassin' } });
  const [german, french] = [await article('de'), await article('fr')];
  const shown = async (id: string) => {
    const of = { id };
    const read = await cms.content.readItem(operator, { of, expand: 'photo', client: 'somebody' });
    const [found] = read.value.expansion?.media ?? [];
    return [found?.id, found?.alt, found?.caption];
  };
  expect(await shown(french.id)).toEqual([file.id, 'Un bassin', 'Low tide']);
  expect(await shown(german.id)).toEqual([file.id, 'A pool', 'Low tide']);
});

test('of a served fallback, the texts are those of its locale', async () => {
  const { cms, update, article } = await textsWorld();
  await update({ de: { alt: 'Ein Becken' }, fr: { alt: 'Un bassin' } });
  const { id } = await article('de');
  const request = { expand: 'photo', locale: 'fr', fallback: 'de', client: 'somebody' };
  const read = await cms.content.readItem(operator, { of: { id }, ...request });
  expect(read.value.expansion?.media).toMatchObject([{ alt: 'Ein Becken' }]);
});

test('of an item without a locale, the texts are those of the requested one', async () => {
  const { cms, update, file } = await textsWorld();
  await update({ fr: { alt: 'Un bassin' } });
  const { id } = await cms.content.create(operator, {
    collection: 'about',
    title: 'About',
    status: 'published',
    data: { photo: file.id },
  });
  const altIn = async (locale?: string) => {
    const request = { of: { id }, expand: 'photo', client: 'somebody' };
    const read = await cms.content.readItem(operator, { ...request, ...(locale && { locale }) });
    return read.value.expansion?.media[0]?.alt;
  };
  expect(await altIn('fr')).toBe('Un bassin');
  expect(await altIn('de')).toBe('A pool');
  expect(await altIn()).toBe('A pool');
});

test('of a file that several items name, the texts are those of the first one', async () => {
  const { cms, update, article, clock } = await textsWorld();
  await update({ de: { alt: 'Ein Becken' }, fr: { alt: 'Un bassin' } });
  await article('fr');
  clock.advance(1);
  await article('de');
  const altIn = async (more: object) => {
    const of = { list: { collection: 'articles', ...more } };
    const { value } = await cms.content.readPage(operator, { of, expand: 'photo', client: 'a' });
    return (await value.expansion?.())?.media.map(({ alt }) => alt);
  };
  expect(await altIn({})).toEqual(['Ein Becken']);
  expect(await altIn({ offset: 1 })).toEqual(['Un bassin']);
});

test('an import keeps texts, also in locales that the service does not have', async () => {
  const { cms, ports } = await textsWorld();
  const id = ports.ids.next();
  const record = {
    id,
    originalName: 'a.gif',
    texts: { FR: { alt: 'Un bassin', caption: '' }, it: { alt: 'Una piscina' }, de: {} },
  };
  await cms.transfer.importMedia(operator, record, async function* () {
    yield tinyGif;
  });
  const texts = { fr: { alt: 'Un bassin' }, it: { alt: 'Una piscina' } };
  expect((await cms.media.get(operator, id)).texts).toEqual(texts);
  const wrong = { ...record, id: ports.ids.next(), texts: { 'no code': { alt: 'x' } } };
  const body = async function* () {
    yield tinyGif;
  };
  await rejectsWith('invalid_input', cms.transfer.importMedia(operator, wrong, body));
});
