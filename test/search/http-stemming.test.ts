import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { times } from '../conformance/cases.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

interface Result {
  readonly item: { readonly title: string };
  readonly snippet: {
    readonly text: string;
    readonly matches: readonly (readonly [number, number])[];
  };
}

await withPostgres('migrated', async (url) => {
  const pool = openPool({ url, poolMax: 4 }, new SystemTimer());
  const { knex } = pool;
  const app: TestApp = await serveApp({
    core: { ports: { store: storeOver(pool) }, searchSettleMs: 0 },
  });
  let headers: Readonly<Record<string, string>>;

  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await knex.destroy();
  });

  beforeAll(async () => {
    headers = { ...(await app.signIn('admin')).bearer, 'Content-Type': 'application/json' };
    await send('POST', '/api/collections', { name: 'texts' });
  });

  beforeEach(async () => {
    await knex.raw('delete from content');
    await useLanguage('simple');
    await app.cms.search.updateIndex();
  });

  const send = async (method: string, path: string, body: object): Promise<void> => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.text()).toBe(true);
  };

  const useLanguage = (searchLanguage: string) => send('PUT', '/api/settings', { searchLanguage });

  const write = (title: string, text: string) =>
    send('POST', '/api/content', { collection: 'texts', title, data: { text } });

  const search = async (q: string): Promise<readonly Result[]> => {
    const response = await fetch(
      `${app.url}/api/search?limit=100&q=${encodeURIComponent(q).replace('%26', '&').replace('%3D', '=')}`,
    );
    expect(response.status).toBe(200);
    return ((await response.json()) as { readonly data: readonly Result[] }).data;
  };

  const titles = async (q: string): Promise<readonly string[]> =>
    (await search(q)).map(({ item }) => item.title).toSorted();

  /** The marked words of the snippet of the only result. */
  const marked = async (q: string): Promise<readonly string[]> => {
    const [first, ...others] = await search(q);
    expect(others).toEqual([]);
    const { text = '', matches = [] } = first?.snippet ?? {};
    return matches.map(([start, end]) => text.slice(start, end));
  };

  test('english words are found by their stem, in phrases and exclusions, too', async () => {
    await useLanguage('english');
    await write('One', '🌊 The boy was running along the tides, at the end of the day');
    await write('Two', 'He runs before the tide, the days of the end');
    expect(await titles('runs')).toEqual(['One', 'Two']);
    expect(await titles('tidal boys')).toEqual([]);
    expect(await titles('RUNNING boys')).toEqual(['One']);
    // The start of a word is compared after the rules of the language.
    expect(await titles('tid')).toEqual(['One', 'Two']);
    expect(await titles('runn')).toEqual([]);
    expect(await titles('"run along"')).toEqual(['One']);
    expect(await titles('"ended of the days"')).toEqual(['One']);
    expect(await titles('"along run"')).toEqual([]);
    expect(await titles('tides -boys')).toEqual(['Two']);
    expect(await titles('run -"running along"')).toEqual(['Two']);
    // Nothing but words that are left out.
    expect(await titles('the of')).toEqual([]);
    expect(await marked('boy runs tide')).toEqual(['boy', 'running', 'tides']);
    expect(await marked('"run along"')).toEqual(['running along']);
  });

  test('german words are found by their stem, with folded umlauts', async () => {
    await useLanguage('german');
    await write('Eins', '🏘️ Die Häuser in den Straßen, ein Fluß');
    await write('Zwei', 'Das Haus an der Strasse');
    expect(await titles('Haus')).toEqual(['Eins', 'Zwei']);
    expect(await titles('haeuser')).toEqual([]);
    expect(await titles('Straße häuser')).toEqual(['Eins', 'Zwei']);
    expect(await titles('haus -fluss')).toEqual(['Zwei']);
    // Words that are left out count as any word.
    expect(await titles('"Haus an den Straßen"')).toEqual(['Eins', 'Zwei']);
    expect(await titles('"Haus Straße"')).toEqual([]);
    expect(await marked('haus fluss')).toEqual(['Häuser', 'Fluß']);
  });

  test('while a new language is applied, each item is found by its former or its new entry', async () => {
    for (const n of times(60, (each) => each)) await write(`Item ${n}`, 'running');
    expect(await titles('running')).toHaveLength(60);
    expect(await titles('runs')).toEqual([]);
    await useLanguage('english');
    expect(await titles('running')).toHaveLength(60);
    expect(await titles('runs')).toEqual([]);
    let asked = 0;
    // One step.
    await app.cms.search.updateIndex({
      get aborted() {
        return (asked += 1) > 1;
      },
    });
    expect(await titles('running')).toHaveLength(60);
    expect(await titles('runs')).toHaveLength(50);
    expect(await titles('item -runs')).toHaveLength(10);
    await write('New', 'he ran, she runs');
    expect(await titles('running')).toHaveLength(61);
    await app.cms.search.updateIndex();
    expect(await titles('running')).toHaveLength(61);
    expect(await titles('runs')).toHaveLength(61);
    await useLanguage('simple');
    expect(await titles('runs')).toHaveLength(61);
    await app.cms.search.updateIndex();
    expect(await titles('runs')).toEqual(['New']);
    expect(await titles('running')).toHaveLength(60);
  });

  test('each item is searched in the language of its locale, and the query in that of each item', async () => {
    await send('PUT', '/api/locales', {
      locales: [
        { code: 'en', searchLanguage: 'english' },
        { code: 'de', searchLanguage: 'german' },
        { code: 'fr' },
      ],
    });
    await send('POST', '/api/collections', { name: 'localized', localized: true });
    const add = (locale: string, text: string) =>
      send('POST', '/api/content', {
        collection: 'localized',
        title: `In ${locale}`,
        locale,
        data: { text },
      });
    await add('en', 'running along the houses');
    await add('de', 'Häuser, running');
    await add('fr', 'running, Häuser');
    await write('Plain', 'running, Häuser');
    expect(await titles('"runs"')).toEqual(['In en']);
    expect(await titles('"haus"')).toEqual(['In de']);
    expect(await titles('häuser')).toEqual(['In de', 'In fr', 'Plain']);
    expect(await titles('"runs"&locale=en')).toEqual(['In en']);
    expect(await titles('"haus"&locale=de')).toEqual(['In de']);
    expect(await titles('running&locale=fr')).toEqual(['In fr', 'Plain']);
    expect(await marked('"house"')).toEqual(['houses']);
    expect(await marked('"haus"')).toEqual(['Häuser']);

    // A change is applied like one of the setting.
    await send('PUT', '/api/locales', {
      locales: [{ code: 'en' }, { code: 'de', searchLanguage: 'german' }, { code: 'fr' }],
    });
    expect(await titles('"runs"')).toEqual(['In en']);
    await app.cms.search.updateIndex();
    expect(await titles('"runs"')).toEqual([]);
    expect(await titles('running')).toEqual(['In de', 'In en', 'In fr', 'Plain']);
    await useLanguage('english');
    await app.cms.search.updateIndex();
    expect(await titles('"runs"')).toEqual(['In en', 'In fr', 'Plain']);
    expect(await titles('"haus"')).toEqual(['In de']);
    // So is a change that gives items another locale.
    await send('PUT', '/api/collections/texts', { localized: true, baseLocale: 'de' });
    await app.cms.search.updateIndex();
    expect(await titles('"haus"')).toEqual(['In de', 'Plain']);
    expect(await titles('"runs"&locale=de')).toEqual([]);
  });
});
