import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportedNames, type Sources } from './exported-names.ts';
import { projectRoot, readSources, source } from './sources.ts';

const doors = ['core/index.ts', 'core/store.ts', 'core/vocabulary.ts'];

/** All sides throw and catch them, and contracts have one door only. */
const inAllDoors = 'core/primitives/errors.ts';

/** The names that more than one door exports, except errors. */
const shared = (sources: Sources): readonly string[] => {
  const names = doors.flatMap((door) => [...exportedNames(door, sources)]);
  const own = names.filter(([, file]) => file !== inAllDoors).map(([name]) => name);
  return own.filter((name, index) => own.indexOf(name) !== index);
};

/** The functions and constants that a door names and nobody imports. Files that it exports whole are not looked at. */
const unused = (sources: Sources): readonly string[] => {
  const imported = new Set(
    [...sources.values()]
      .filter(({ path }) => !path.startsWith('core/'))
      .flatMap(({ text }) => [...text.matchAll(importFromDoor)])
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().replace(/^type | as .*$/g, '')),
  );
  return doors.flatMap((door) => {
    const text = sources.get(door)?.text.replaceAll(/^export (?:type )?\*.*$/gm, '') ?? '';
    const named = exportedNames(door, new Map([...sources, [door, source(door, text)]]));
    return [...named.keys()]
      .filter((name) => /^[a-z]/.test(name) && !imported.has(name))
      .map((name) => `${door} ${name}`);
  });
};

const importFromDoor = /\{([^{}]*)\} from '[^']*core\/(?:index|store|vocabulary)\.ts'/g;

const sourcesOf = (texts: Readonly<Record<string, string>>): Sources =>
  new Map(Object.entries(texts).map(([path, text]) => [path, source(path, text)]));

describe('a planted mistake is found:', () => {
  const planted = sourcesOf({
    'core/a.ts': 'export const one = 1;\nexport interface Two {}\nexport const three = 3;\n',
    'core/primitives/errors.ts': 'export class DomainError extends Error {}\n',
    'core/index.ts':
      "export * from './primitives/errors.ts';\nexport { one, type Two } from './a.ts';\n",
    'core/store.ts':
      "export * from './primitives/errors.ts';\nexport type { Two } from './a.ts';\nexport {\n  three,\n} from './a.ts';\n",
    'core/vocabulary.ts': "export * from './primitives/errors.ts';\n",
    'bootstrap/a.ts': "import {\n  type Two,\n  one as first,\n} from '../core/index.ts';\n",
  });

  test('a name in two doors', () => {
    expect(shared(planted)).toEqual(['Two']);
  });

  test('a function that nobody imports', () => {
    expect(unused(planted)).toEqual(['core/store.ts three']);
  });
});

describe('the doors of the core', () => {
  const sources: Sources = new Map(readSources().map((each) => [each.path, each]));

  test('are for somebody, and short', () => {
    for (const door of doors) {
      const text = sources.get(door)?.text ?? '';
      expect(text, door).toMatch(/^\/\*\*\n \* [^]*?\bfor\b/);
      expect(text.split('\n').length, door).toBeLessThanOrEqual(250);
    }
  });

  test('export each name once, except errors', () => {
    for (const door of doors) {
      const names = exportedNames(door, sources);
      expect(names.size, door).toBeGreaterThan(200);
      expect(names.get('DomainError'), door).toBe(inAllDoors);
    }
    expect(shared(sources)).toEqual([]);
  });

  test('export what the page about stores names, where it says', () => {
    const page = readFileSync(join(projectRoot, 'docs/writing-an-adapter.md'), 'utf8');
    const [, rows = ''] =
      /^\| For \| From `quoin\/core\/store` \|.*\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const cells = rows.split('\n').map((row) => row.split('|').slice(2, 4));
    const namesIn = (cell = ''): readonly string[] => cell.match(/\w+/g) ?? [];
    const missing = ['core/store.ts', 'core/vocabulary.ts'].flatMap((door, index) => {
      const names = cells.flatMap((row) => namesIn(row[index]));
      expect(names.length, door).toBeGreaterThan(3);
      return names.filter((name) => !exportedNames(door, sources).has(name));
    });
    expect(missing).toEqual([]);
  });

  test('name no function and no constant that only the core uses', () => {
    expect(unused(sources)).toEqual([]);
  });
});
