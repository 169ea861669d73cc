import { describe, expect, test } from 'vitest';
import { operator, type DomainError, type Issue } from '../../core/index.ts';
import {
  contentStatuses,
  second,
  type ContentItem,
  type ContentStatus,
  type JsonObject,
} from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { fillCollection } from '../support/core/fill-collection.ts';
import { fingerprint } from '../support/access/fingerprint.ts';

const bodyRequired = {
  properties: { body: { type: 'markdown', maxLength: 5 }, rating: { type: 'number' } },
  required: ['body'],
};

const check = ({ cms, posts }: CoreWorld, schema: JsonObject = bodyRequired) =>
  cms.collections.checkSchema(operator, posts.name, schema);

/** The code and the issues of a rejection. */
const outcomeOf = async (work: Promise<unknown>): Promise<Partial<DomainError>> => {
  try {
    await work;
    return {};
  } catch (error) {
    const { code, issues, details } = error as DomainError;
    return { code, ...(issues && { issues }), ...(details && { details }) };
  }
};

describe('a check of a schema', () => {
  test('counts the failing items and shows the newest ones with their issues', async () => {
    const world = await coreWorld();
    const { clock, person, write } = world;
    const editor = await person('editor');
    const made: ContentItem[] = [];
    for (const data of [{ body: 'short' }, { body: 'too long' }, { rating: 'x', body: 1 }]) {
      clock.advance(second);
      made.push(await write(editor, { status: 'published', data }));
    }
    expect(await check(world)).toEqual({
      checked: 3,
      failing: 2,
      isComplete: true,
      missing: [],
      examples: [
        {
          id: made[2]!.id,
          title: made[2]!.title,
          issues: [
            { path: 'data.rating', message: 'must be a number' },
            { path: 'data.body', message: 'must be text' },
          ],
        },
        {
          id: made[1]!.id,
          title: made[1]!.title,
          issues: [{ path: 'data.body', message: 'must have at most 5 characters' }],
        },
      ],
    });
  });

  test('checks only the items of its collection, and all statuses', async () => {
    const world = await coreWorld();
    const { pages, person, write } = world;
    const editor = await person('editor');
    await write(editor, { collectionId: pages.id, data: { rating: 'x' } });
    expect(await check(world)).toMatchObject({ checked: 0, failing: 0, isComplete: true });
    for (const status of contentStatuses) await write(editor, { status, data: { rating: 'x' } });
    expect(await check(world)).toMatchObject({ checked: 3, failing: 3, isComplete: true });
  });

  test('shows at most ten items', async () => {
    const world = await coreWorld();
    await fillCollection(world, 30);
    const { failing, examples } = await check(world);
    expect(failing).toBe(15);
    const newest = Array.from({ length: 10 }, (_, n) => `Filled ${29 - 2 * n}`);
    expect(examples.map(({ title }) => title)).toEqual(newest);
  });

  test('counts the drafts that lack each newly required field, at any depth', async () => {
    const world = await coreWorld();
    const { cms, posts, person, write } = world;
    const place = (required: readonly string[]) => ({
      type: 'object',
      properties: { name: { type: 'string' }, depth: { type: 'number' } },
      required: [...required],
    });
    const schema = (required: readonly string[], inside: readonly string[]): JsonObject => ({
      properties: {
        body: { type: 'markdown' },
        tags: { type: 'array' },
        place: place(inside),
        stops: { type: 'array', items: { type: 'array', items: place(inside) } },
      },
      required: [...required],
    });
    await cms.collections.update(operator, posts.name, { schema: schema(['tags'], ['depth']) });
    const editor = await person('editor');
    for (const data of [
      { body: '', place: {} },
      { tags: [], place: null },
      { body: 'x', stops: [[], [{ name: 'Brest' }, { name: '' }, {}]] },
      { body: 'x', stops: null, place: { name: 'Brest' } },
    ]) {
      await write(editor, { status: 'draft', data });
    }
    await write(editor, { status: 'archived', data: {} });
    expect(await check(world, schema(['body', 'tags'], ['depth', 'name']))).toMatchObject({
      checked: 5,
      failing: 0,
      missing: [
        { path: 'data.body', drafts: 2 },
        { path: 'data.place.name', drafts: 1 },
        { path: 'data.stops.name', drafts: 1 },
      ],
    });
    expect(await check(world, schema([], []))).toMatchObject({ missing: [] });
  });

  test('changes nothing', async () => {
    const world = await coreWorld();
    await fillCollection(world, 3);
    const before = await fingerprint(world.ports);
    await check(world);
    expect(await fingerprint(world.ports)).toBe(before);
  });

  test('rejects a schema with the error of an update', async () => {
    const world = await coreWorld();
    const { cms, posts } = world;
    for (const schema of [
      { properties: { body: { type: 'novel' }, '': { type: 'string' } } },
      { properties: { place: { type: 'string', pattern: '(?=x)' } }, required: ['nothing'] },
      { properties: { title: { type: 'string', title: '\u0000' } } },
    ]) {
      const checked = await outcomeOf(check(world, schema));
      expect(checked).toEqual(
        await outcomeOf(cms.collections.update(operator, posts.name, { schema })),
      );
      expect(checked.code).toMatch(/^invalid_/);
    }
    await rejectsWith('not_found', cms.collections.checkSchema(operator, 'nothing', {}));
  });
});

describe('an item fails a check if a write that validates it fails with the new schema', () => {
  const samples: readonly JsonObject[] = [
    {},
    { body: '' },
    { body: 'short' },
    { body: 'too long' },
    { rating: 5 },
    { rating: 'x', body: 'short' },
    { unknown: [1] },
    { body: null, rating: null },
  ];
  const cases = contentStatuses.flatMap((status) =>
    samples.map((data) => [status, JSON.stringify(data), data] as const),
  );

  const issuesOfWrite = async (
    { cms, posts }: CoreWorld,
    { id }: ContentItem,
    data: JsonObject,
  ): Promise<readonly Issue[]> => {
    await cms.collections.update(operator, posts.name, { schema: bodyRequired });
    const write = cms.content.update(operator, id, { title: 'Next write', data });
    return (await outcomeOf(write)).issues ?? [];
  };

  test.each(cases)('%s %s', async (status: ContentStatus, _, data) => {
    const world = await coreWorld();
    const item = await world.write(await world.person('editor'), { status, data });
    const { examples } = await check(world);
    const issues = await issuesOfWrite(world, item, data);
    expect(examples.map((example) => example.issues)).toEqual(issues.length > 0 ? [issues] : []);
  });
});
