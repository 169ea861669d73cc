import { equal } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { at, expectError, expectStatus, restWorld, textAt } from '../rest-world.ts';

/** What translations were made from. */
export const restTranslationsSuite = suite<RestSubject>('REST translations', {
  'users see which translations are missing and outdated, and say that one is up to date': async (
    subject,
  ) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const locales = ['en', 'de', 'fr'].map((code) => ({ code }));
    expectStatus(await caller.put('/api/locales', { locales }), 200);
    expectStatus(await caller.put('/api/collections/pages', { localized: true }), 200);
    const body = { collection: 'pages', title: 'Tides', status: 'published' };
    const created = expectStatus(await caller.post('/api/content', body), 201);
    const id = textAt(created.json, 'data', 'id');
    const path = `/api/content/${id}/translations`;
    const german = textAt(
      expectStatus(await caller.post(path, { locale: 'de', title: 'Gezeiten' }), 201).json,
      'data',
      'id',
    );
    expectStatus(await caller.put(`/api/content/${id}`, { title: 'Moons' }), 200);
    const list = async () => at(expectStatus(await caller.get(path), 200).json, 'data');
    const all = (await list()) as readonly Record<string, unknown>[];
    equal(
      all.map(({ locale, state, changed }) => [locale, state, changed]),
      [
        ['en', 'source', undefined],
        ['de', 'outdated', ['title']],
        ['fr', 'missing', undefined],
      ],
      'for users',
    );
    equal(all[1]?.['source'], { id, version: 1 }, 'the source');
    const shown = at(expectStatus(await anonymous.get(path), 200).json, 'data');
    const members = ['id', 'locale', 'slug', 'status', 'title', 'updated_at'];
    equal(
      (shown as readonly object[]).map((each) => Object.keys(each).toSorted()),
      [members, members],
      'for everybody',
    );
    const work = async (locale: string) =>
      at(
        expectStatus(await caller.get(`/api/translations?locale=${locale}`), 200).json,
        'data',
      ) as readonly Record<string, unknown>[];
    equal(
      (await work('de')).map(({ state, title }) => [state, title]),
      [['outdated', 'Gezeiten']],
      'work in German',
    );
    equal(
      (await work('fr')).map(({ state, group }) => [state, group]),
      [['missing', id]],
      'French',
    );
    expectError(await anonymous.get('/api/translations?locale=de'), 401, 'not_authenticated');
    expectError(await caller.get('/api/translations'), 400, 'invalid_input');
    const source = `/api/content/${german}/translations/source`;
    expectError(await (await person(caller, 'author')).put(source, {}), 403, 'forbidden');
    expectError(await caller.put(source, { version: 9 }), 404, 'not_found');
    const recorded = expectStatus(await caller.put(source, { id, version: 2 }), 200);
    equal(at(recorded.json, 'data', 'state'), 'current', 'the state');
    equal(await work('de'), [], 'what is left');
  },
});
