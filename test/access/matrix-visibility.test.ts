import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { publicContentChoices, type PublicContent, type Role } from '../../core/vocabulary.ts';
import { outcomeOf } from '../support/access/private-outcomes.ts';
import {
  isCached,
  readers,
  readPaths,
  type Reader,
  type ReadPath,
} from '../support/access/visibility-table.ts';
import {
  outcomeShownBy,
  readsOf,
  privateNames,
  requestFor,
  visibilityWorld,
  type Instance,
  type Specimen,
  type VisibilityWorld,
} from '../support/access/visibility-world.ts';

/** The paths of content. */
const aboutContent =
  /^\/api\/(?:content|changes|collections\/\{name\}\/(?:content|query)|drafts|schedule|redirects|trash|comments)/;

let world: VisibilityWorld;
let hits: number;

interface Compared {
  /** One sentence for each outcome that differs from the table. */
  readonly mistakes: readonly string[];
  readonly hits: number;
}

type Chosen = (path: ReadPath, specimen: Specimen) => boolean;

const isCachedOrDraft: Chosen = (path, specimen) => isCached(path) || specimen.status === 'draft';

/** Reads everything, or what is chosen, as one caller. */
const compare = async (
  { specimens, ...rest }: VisibilityWorld,
  reader: Reader,
  setting: PublicContent,
  instance: Instance = 0,
  as: Reader = reader,
  isChosen: Chosen = () => true,
): Promise<Compared> => {
  const mistakes: string[] = [];
  let hitCount = 0;
  const read = readsOf({ specimens, ...rest }, reader, instance);
  for (const specimen of specimens) {
    for (const path of readPaths.filter((each) => isChosen(each, specimen))) {
      const answer = await read(path, specimen);
      if (answer.headers['x-cache-status'] === 'HIT') hitCount += 1;
      const shown = outcomeShownBy(path, specimen, answer);
      const right = outcomeOf(path, as, specimen, setting);
      if (shown === right) continue;
      mistakes.push(`${specimen.item.title}: ${path} by ${reader}: ${shown}, not ${right}`);
    }
  }
  return { mistakes, hits: hitCount };
};

describe.each(publicContentChoices)('with publicContent %s', (setting) => {
  beforeAll(async () => {
    world = await visibilityWorld(setting);
    await world.app.cms.plugins.configure(operator, 'cache', { active: false });
    hits = 0;
  });

  afterAll(() => world[Symbol.asyncDispose]());

  /** The reads of one caller whose outcome differs from the table, one sentence each. */
  const mistakesOf = async (reader: Reader, isChosen?: Chosen): Promise<readonly string[]> => {
    const found = await compare(world, reader, setting, 0, reader, isChosen);
    hits += found.hits;
    return found.mistakes;
  };

  test.each(readers)('%s sees what the table says, without a cache', async (reader) => {
    expect(await mistakesOf(reader)).toEqual([]);
    expect(hits).toBe(0);
  });

  // Of two callers, each fills the cache for the other one in one of the orders, and for itself in the first. In the second,
  // they also read, of one item of each collection, what must not enter the cache.
  test.each<[string, readonly Reader[], Chosen]>([
    ['everybody before', [...readers, ...readers], isCached],
    ['everybody after', readers.toReversed(), isCachedOrDraft],
  ])(
    'no caller sees more or less after %s filled the cache (strapi#25326, GHSA-c2xx-cjmh-9q8f)',
    async (_, order, isChosen) => {
      await world.app.cms.plugins.configure(operator, 'cache', { active: true });
      await world.app.cms.plugins.purgeCache(operator);
      hits = 0;
      for (const reader of order) {
        expect([reader, await mistakesOf(reader, isChosen)]).toEqual([reader, []]);
      }
      // Proves that the cache answered some reads.
      expect(hits).toBeGreaterThan(0);
    },
    600_000,
  );
});

describe('what one instance changes, the next request shows at another one', () => {
  const setting = 'published';

  beforeAll(async () => {
    world = await visibilityWorld(setting);
    await world.app.cms.plugins.configure(operator, 'cache', { active: true });
  });

  afterAll(() => world[Symbol.asyncDispose]());

  /** The specimens, as long as their collections have other states. */
  const withAccess = (isPrivate: boolean): VisibilityWorld => ({
    ...world,
    specimens: world.specimens.map((each) =>
      privateNames.some((name) => name === each.collection) ? { ...each, isPrivate } : each,
    ),
  });

  const give = async (access: 'public' | 'private'): Promise<void> => {
    for (const name of privateNames) {
      await world.app.cms.collections.update(operator, name, { access });
    }
  };

  test('a collection that is opened, and closed again', async () => {
    // Some of those who lose something, and of those who do not.
    const some: readonly Reader[] = ['anonymous caller', 'token', 'viewer', 'author', 'member'];
    const at = (isPrivate: boolean) =>
      Promise.all(
        some.map(
          async (reader) =>
            (await compare(withAccess(isPrivate), reader, setting, 1, reader, isCachedOrDraft))
              .mistakes,
        ),
      );
    const none = some.map(() => []);
    expect(await at(true)).toEqual(none);
    for (const access of ['public', 'private'] as const) {
      await give(access);
      expect([access, await at(access === 'private')]).toEqual([access, none]);
    }
  });

  test('grants that are taken and given', async () => {
    const { cms } = world.app;
    const id = world.userIds.member ?? '';
    const grants = privateNames.map((collection) => ({ collection, role: 'viewer' }) as const);
    for (const permissions of [[], grants, [], grants]) {
      await cms.users.setPermissions(operator, id, permissions);
      const as = permissions.length === 0 ? 'viewer' : 'member';
      const { mistakes } = await compare(world, 'member', setting, 1, as, isCachedOrDraft);
      expect(mistakes).toEqual([]);
    }
  });

  test('roles', async () => {
    const { cms } = world.app;
    const id = world.userIds.viewer ?? '';
    for (const role of ['editor', 'viewer', 'admin', 'author'] satisfies Role[]) {
      await cms.users.update(operator, id, { role });
      const { mistakes } = await compare(world, 'viewer', setting, 1, role, isCachedOrDraft);
      expect(mistakes).toEqual([]);
    }
    await cms.users.update(operator, id, { role: 'viewer' });
  });
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
