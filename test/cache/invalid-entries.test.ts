import { describe, expect, test } from 'vitest';
import { anonymous, hour, operator } from '../../core/index.ts';
import { cachedWorld, get, list, keyRecordingCache } from '../support/cached-world.ts';

describe('invalid entries in the shared cache', () => {
  const garbage = [
    '',
    'x',
    '\n',
    '{}',
    '{"count":1',
    '{"count":9}x',
    'null\nx',
    '1\nx',
    '[]\nx',
    '"a"\nx',
    '{]\nx',
  ];
  for (const text of garbage) {
    test(`${JSON.stringify(text)} instead of a page is a miss and is replaced`, async () => {
      const { another, ports, person, write } = await cachedWorld();
      const { id } = await write(await person('author'));
      const sharedCache = keyRecordingCache(ports.sharedCache);
      const noted = another({ ports: { sharedCache } });
      await list(noted, anonymous);
      await get(noted, anonymous, id);
      const pages = [...sharedCache.keys].filter((key) => !key.startsWith('stamp:'));
      expect(pages).toHaveLength(2);
      for (const key of pages) await ports.sharedCache.set(key, text, hour);
      const fresh = another();
      expect(await get(fresh, anonymous, id)).toMatchObject({ version: 1, cache: { hit: false } });
      expect(await list(fresh, anonymous)).toMatchObject({ count: 1, cache: { hit: false } });
      for (const instance of [fresh, another()]) {
        expect(await get(instance, anonymous, id)).toMatchObject({
          version: 1,
          cache: { hit: true },
        });
        expect(await list(instance, anonymous)).toMatchObject({ count: 1, cache: { hit: true } });
      }
    });
  }

  test('an arbitrary value of a stamp is accepted as a stamp', async () => {
    const { cms, another, ports, person, write } = await cachedWorld();
    const { id } = await write(await person('author'));
    const sharedCache = keyRecordingCache(ports.sharedCache);
    await list(another({ ports: { sharedCache } }), anonymous);
    for (const collection of ['pages', 'blog-posts']) {
      await list(another({ ports: { sharedCache } }), anonymous, { collection });
    }
    const stamps = [...sharedCache.keys].filter((key) => key.startsWith('stamp:'));
    expect(stamps).toHaveLength(3);
    for (const key of stamps) await ports.sharedCache.set(key, '\n:"{}', hour);
    for (const [query, count] of [
      [{}, 1],
      [{ collection: 'pages' }, 0],
      [{ collection: 'blog-posts' }, 1],
    ] as const) {
      expect(await list(cms, anonymous, query)).toMatchObject({ count });
    }
    await another().content.delete(operator, id);
    expect(await list(cms, anonymous)).toMatchObject({ count: 0 });
  });
});
