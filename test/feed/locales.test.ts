import { expect, test } from 'vitest';
import { anonymous, operator, type ReadChanges } from '../../core/index.ts';
import type { Change } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { localizedWorld, translatedPost } from '../support/core/localized-world.ts';
import { quickTimer } from '../support/feed/quick-timer.ts';

const client = '192.0.2.1';

const world = async () => {
  const all = await localizedWorld({ ports: { timer: quickTimer() } });
  /** Reads what is new in a locale, from the end of the feed on. */
  const reader = async (command: ReadChanges) => {
    let { cursor: after } = await all.cms.changes.read(operator, command);
    return async () => {
      const page = await all.cms.changes.read(operator, { ...command, after });
      after = page.cursor;
      return page.changes;
    };
  };
  return { ...all, reader };
};

const outlinesOf = (changes: readonly Change[]) =>
  changes.map(({ type, id, locale }) => [type, id, locale]);

test('the feed of a locale has the items in it, and those that belong to every locale', async () => {
  const { cms, posts, pages, reader, ...rest } = await world();
  const read = await reader({ locale: 'DE' });
  const ofPosts = await reader({ locale: 'de', collection: posts.name });
  const [, german] = await translatedPost({ cms, posts, pages, ...rest }, 'one');
  const page = await cms.content.create(operator, { collectionId: pages.id, title: 'Page' });
  const expected = [
    ['upserted', german.id, 'de'],
    ['upserted', page.id, undefined],
  ];
  expect(outlinesOf(await read())).toEqual(expected);
  expect(outlinesOf(await ofPosts())).toEqual(expected.slice(0, 1));
  const walked: Change[] = [];
  let after = 'start';
  for (let hasMore = true; hasMore;) {
    const step = await cms.changes.read(operator, { after, locale: 'de', limit: 1 });
    walked.push(...step.changes);
    ({ hasMore, cursor: after } = step);
  }
  expect(outlinesOf(walked)).toEqual(expected.toReversed());
  await cms.content.delete(operator, german.id);
  expect(outlinesOf(await read())).toEqual([['removed', german.id, 'de']]);
  expect(outlinesOf(await ofPosts())).toEqual([['removed', german.id, 'de']]);
});

test('an item whose locale is corrected is removed from the feed of the former one', async () => {
  const all = await world();
  const { cms, reader } = all;
  const [, german] = await translatedPost(all, 'one');
  const [ofGerman, ofFrench, ofEnglish, ofAll] = [
    await reader({ locale: 'de' }),
    await reader({ locale: 'fr' }),
    await reader({ locale: 'en' }),
    await reader({}),
  ];
  await cms.content.update(operator, german.id, { locale: 'fr' });
  const [removed, ...others] = await ofGerman();
  expect(others).toEqual([]);
  expect(removed).toMatchObject({ type: 'removed', id: german.id, locale: 'de', slug: 'one' });
  expect(removed).not.toHaveProperty('item');
  expect(outlinesOf(await ofFrench())).toEqual([['upserted', german.id, 'fr']]);
  expect(outlinesOf(await ofAll())).toEqual([['upserted', german.id, 'fr']]);
  expect(await ofEnglish()).toEqual([]);
  await cms.content.update(operator, german.id, { title: 'Another' });
  expect(await ofGerman()).toEqual([]);
});

test('in the perspective of drafts, working copies are told in the locale of their item', async () => {
  const all = await world();
  const { cms, reader } = all;
  const [english, german] = await translatedPost(all, 'one');
  for (const { id } of [english, german]) {
    await cms.content.update(operator, id, { status: 'published' });
  }
  const read = await reader({ locale: 'de', perspective: 'drafts' });
  await cms.drafts.save(operator, english.id, { title: 'Other' });
  expect(await read()).toEqual([]);
  await cms.drafts.save(operator, german.id, { title: 'Anders' });
  expect(outlinesOf(await read())).toEqual([['upserted', german.id, 'de']]);
  await cms.content.update(operator, english.id, { status: 'archived' });
  expect(await read()).toEqual([]);
});

test('a cursor belongs to its locale', async () => {
  const { cms } = await world();
  const cursors = new Map<string | undefined, string>();
  for (const locale of [undefined, 'de', 'en']) {
    cursors.set(locale, (await cms.changes.read(operator, { locale })).cursor);
  }
  for (const [own, after] of cursors) {
    for (const locale of cursors.keys()) {
      const reading = cms.changes.read(operator, { after, locale });
      if (locale === own) await reading;
      else await rejectsWith('invalid_cursor', reading);
    }
  }
  await cms.changes.read(operator, { after: cursors.get('de'), locale: 'DE' });
  await rejectsWith('invalid_input', cms.changes.read(operator, { locale: 'it' }));
});

test('who waits for changes in a locale is told of no others', async () => {
  const all = await world();
  const { cms } = all;
  const { cursor: after } = await cms.changes.read(anonymous, { locale: 'de' });
  const waiting = cms.changes.await(anonymous, { after, client, wait: 25, locale: 'de' });
  const others = cms.changes.await(anonymous, {
    after: (await cms.changes.read(anonymous, { locale: 'fr' })).cursor,
    client,
    wait: 25,
    locale: 'fr',
  });
  await cms.settings.update(operator, { publicContent: 'all' });
  const [english, german] = await translatedPost(all, 'one');
  const french = await cms.translations.create(operator, english.id, { locale: 'fr' });
  expect(outlinesOf((await waiting).changes).filter(([type]) => type === 'upserted')).toEqual([
    ['upserted', german.id, 'de'],
  ]);
  expect(outlinesOf((await others).changes).filter(([type]) => type === 'upserted')).toEqual([
    ['upserted', french.id, 'fr'],
  ]);
});

test('a stream ends when its locale is no longer known', async () => {
  const all = await world();
  const { cms, posts } = all;
  await cms.locales.update(operator, {
    locales: ['de', 'en', 'fr', 'it'].map((code) => ({ code })),
  });
  const pages = (await cms.changes.follow(anonymous, { client, locale: 'it' }))[
    Symbol.asyncIterator
  ]();
  await pages.next();
  const ended = (async () => {
    for (;;) if ((await pages.next()).done === true) return true;
  })();
  await cms.locales.update(operator, {
    locales: [...['de', 'en', 'fr'].map((code) => ({ code })), { code: 'es', renamedFrom: 'it' }],
  });
  await cms.content.create(operator, { collectionId: posts.id, title: 'One' });
  expect(await ended).toBe(true);
});

test('a stream from before the service had locales ends', async () => {
  const { cms, posts } = await coreWorld({ ports: { timer: quickTimer() } });
  const pages = await cms.changes.follow(anonymous, { client, locale: 'de' });
  const told: Change[] = [];
  for await (const { changes } of pages) {
    told.push(...changes);
    if (told.length > 0) break;
    if ((await cms.locales.list()).length > 0) continue;
    await cms.locales.update(operator, { locales: [{ code: 'de' }] });
    await cms.content.create(operator, { collectionId: posts.id, title: 'One' });
  }
  expect(told).toEqual([]);
});

test('another code of a locale resets its feed', async () => {
  const { cms, reader } = await world();
  const read = await reader({ locale: 'de' });
  await cms.locales.update(operator, {
    locales: [{ code: 'de' }, { code: 'en' }, { code: 'es', renamedFrom: 'fr' }],
  });
  expect((await read()).map(({ type }) => type)).toContain('reset');
});
