import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationRecipe } from './recipes/operation.ts';
import { partRecipe } from './recipes/part.ts';
import {
  errorsOf,
  follow,
  generatedIn,
  placesNamed,
  seenBy,
  type Recipe,
} from './recipes/recipe.ts';
import { settingRecipe } from './recipes/setting.ts';

interface Followed {
  readonly recipe: Recipe;
  /** How many files are changed by hand. */
  readonly maxPlaces: number;
  readonly generated: readonly string[];
  /** On the page of the interface. */
  readonly row?: RegExp;
  readonly seen: unknown;
}

const recipes: readonly Followed[] = [
  {
    recipe: settingRecipe,
    maxPlaces: 8,
    generated: ['docs/rest-api.md'],
    row: /`tideDays` \| `7` \|/,
    seen: {
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
  },
  {
    recipe: operationRecipe,
    maxPlaces: 8,
    generated: [
      'contracts/client/routes.ts',
      'docs/promises.md',
      'docs/rest-api.md',
      'docs/use-cases.md',
    ],
    row: /`GET \/api\/settings\/defaults` \| admin \|/,
    seen: { ran: 'admins can read the defaults of the settings', documented: 'getDefaults' },
  },
  {
    recipe: partRecipe,
    // The type and a file and a line in the core and in three stores, and tables in two of them.
    maxPlaces: 11,
    generated: [],
    seen: {
      isCommitted: true,
      stored: ['LT'],
      isInStatement: true,
      isAValue: true,
      isRemoved: true,
      left: [],
    },
  },
];

describe.each(recipes)('the recipe “$recipe.heading”', (followed) => {
  const { recipe, maxPlaces, generated, row, seen } = followed;
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
    if (row !== undefined) expect(page).toMatch(row);
  });
});

test('a part of an item is one file and one line in the core and in each store', () => {
  const counts = new Map<string, { files: number; lines: number }>();
  for (const { path, text, before } of partRecipe.edits) {
    const [layer = ''] = /^(?:core|adapters\/\w+|docs\/examples\/sqlite)/.exec(path) ?? [];
    const count = counts.get(layer) ?? { files: 0, lines: 0 };
    // What a part is, and where it is stored, are said beside: types, imports and tables.
    const isLine = /^ {2,4}initials: initialsPart/.test(text);
    counts.set(layer, {
      files: count.files + Number(before === undefined),
      lines: count.lines + Number(isLine),
    });
  }
  const one = { files: 1, lines: 1 };
  expect(Object.fromEntries(counts)).toEqual({
    core: one,
    'adapters/postgres': one,
    'adapters/memory': one,
    'docs/examples/sqlite': one,
  });
});
