import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationRecipe } from './recipes/operation.ts';
import {
  errorsOf,
  follow,
  generatedIn,
  placesNamed,
  seenBy,
  type Recipe,
} from './recipes/recipe.ts';
import { settingRecipe } from './recipes/setting.ts';

/** In the whole project, with tests and pages. */
const maxPlaces = 8;

const recipes: readonly (readonly [Recipe, generated: readonly string[], seen: unknown])[] = [
  [
    settingRecipe,
    ['docs/rest-api.md'],
    {
      before: 7,
      refused: [{ path: 'tideDays', message: 'must be a whole number from 1 to 14' }],
      answer: 9,
      rejected: [{ path: 'tideDays', message: 'must be a whole number' }],
      stored: 9,
      changes: ['reset'],
      schema: {
        type: 'integer',
        minimum: 1,
        description: 'For how many days tides are shown: 1 to 14, default 7.',
      },
      audit: ['tideDays'],
      control: {
        name: 'tideDays',
        label: 'Days of the tide table',
        hint: 'For how many days tides are shown: 1 to 14, default 7.',
        kind: 'count',
      },
      saved: 12,
    },
  ],
  [
    operationRecipe,
    ['contracts/client/routes.ts', 'docs/promises.md', 'docs/rest-api.md', 'docs/use-cases.md'],
    { ran: 'admins can read the defaults of the settings', documented: 'getDefaults' },
  ],
];

describe.each(recipes)('the recipe “$heading”', (recipe, generated, seen) => {
  const { heading, edits } = recipe;
  const folder = mkdtempSync(join(tmpdir(), 'quoin-recipe-'));
  const edited = [...new Set(edits.map(({ path }) => path))];

  beforeAll(() => follow(folder, recipe));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('names each place, and there are few', () => {
    const named = placesNamed(heading);
    const isNamed = (path: string): boolean =>
      named.some((each) => each === path || (each.endsWith('/') && path.startsWith(each)));
    expect([...edited, ...generated].filter((path) => !isNamed(path))).toEqual([]);
    expect(edited.length).toBeLessThanOrEqual(maxPlaces);
  });

  test('leaves nothing to do for the compiler, and the new part works', async () => {
    expect(await errorsOf(folder)).toBe('');
    expect(await seenBy(folder)).toEqual(seen);
  });

  test('generates the rest of the pages', async () => {
    expect((await generatedIn(folder)).toSorted()).toEqual(generated);
    const page = readFileSync(join(folder, 'docs/rest-api.md'), 'utf8');
    expect(page).toMatch(/`tideDays` \| `7` \||`GET \/api\/settings\/defaults` \| admin \|/);
  });
});
