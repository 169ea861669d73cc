import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { publicContentChoices } from '../../core/vocabulary.ts';
import { outcomeOf, readers, readPaths, type Reader } from '../support/access/visibility-table.ts';
import {
  outcomeShownBy,
  readsOf,
  requestFor,
  visibilityWorld,
  type VisibilityWorld,
} from '../support/access/visibility-world.ts';

/** The paths of content. */
const aboutContent =
  /^\/api\/(?:content|changes|collections\/\{name\}\/(?:content|query)|drafts|schedule|redirects|trash)/;

let world: VisibilityWorld;
let hits: number;

describe.each(publicContentChoices)('with publicContent %s', (setting) => {
  beforeAll(async () => {
    world = await visibilityWorld(setting);
    await world.app.cms.plugins.configure(operator, 'cache', { active: false });
    hits = 0;
  });

  afterAll(() => world[Symbol.asyncDispose]());

  /** The reads of one caller whose outcome differs from the table, one sentence each. */
  const mistakesOf = async (reader: Reader): Promise<readonly string[]> => {
    const mistakes: string[] = [];
    const read = readsOf(world, reader);
    for (const specimen of world.specimens) {
      for (const path of readPaths) {
        const answer = await read(path, specimen);
        if (answer.headers['x-cache-status'] === 'HIT') hits += 1;
        const shown = outcomeShownBy(path, specimen, answer);
        const right = outcomeOf(path, reader, specimen, setting);
        if (shown === right) continue;
        mistakes.push(`${specimen.item.title}: ${path} by ${reader}: ${shown}, not ${right}`);
      }
    }
    return mistakes;
  };

  test.each(readers)('%s sees what the table says, without a cache', async (reader) => {
    expect(await mistakesOf(reader)).toEqual([]);
    expect(hits).toBe(0);
  });

  // Of two callers, each fills the cache for the other one in one of the orders, and for itself in the first.
  test.each([
    ['everybody before', [...readers, ...readers]],
    ['everybody after', readers.toReversed()],
  ])(
    'no caller sees more or less after %s filled the cache (strapi#25326, GHSA-c2xx-cjmh-9q8f)',
    async (_, order) => {
      await world.app.cms.plugins.configure(operator, 'cache', { active: true });
      await world.app.cms.plugins.purgeCache(operator);
      hits = 0;
      for (const reader of order) expect([reader, await mistakesOf(reader)]).toEqual([reader, []]);
      // Proves that the cache answered some reads.
      expect(hits).toBeGreaterThan(0);
    },
  );
});

test('the table has every way to read content: each operation with each of its parameters', async () => {
  await using some = await visibilityWorld('all');
  const requests = readPaths.flatMap((path) =>
    some.specimens.map((specimen) => new URL(requestFor(path, specimen).path, 'http://cms.test')),
  );
  const isRequested = (template: string, parameter?: string): boolean => {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return requests.some(
      ({ pathname, searchParams }) =>
        pattern.test(pathname) && (parameter === undefined || searchParams.has(parameter)),
    );
  };
  const missing = operations
    .filter(([, { method, path }]) => method === 'get' && aboutContent.test(path))
    .flatMap(([, { path, query }]) => [
      ...(isRequested(path) ? [] : [path]),
      ...Object.keys(query?.properties ?? {})
        .filter((name) => !/^(?:limit|offset|where|after)$/.test(name) && !isRequested(path, name))
        .map((name) => `${path} with ${name}`),
    ]);
  expect(missing).toEqual([]);
});

test('the slug of a hidden item is taken for every caller', async () => {
  await using hidden = await visibilityWorld('published');
  for (const specimen of hidden.specimens) {
    const texts = await Promise.all(
      readers.map(async (reader) => (await hidden.read('slug', reader, specimen)).text),
    );
    const { slug } = specimen.item;
    const taken = { data: { slug, available: false, suggestion: `${slug}-2` } };
    expect(new Set(texts)).toEqual(new Set([JSON.stringify(taken)]));
  }
});
