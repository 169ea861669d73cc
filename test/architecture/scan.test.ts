import { describe, expect, test } from 'vitest';
import { scan } from './scan.ts';

describe('the scanner', () => {
  test.each([
    ["import { a } from './a.ts';", './a.ts'],
    ["import type { A } from './a.ts';", './a.ts'],
    ["import {\n  a,\n  type B,\n} from './a.ts';", './a.ts'],
    ["import * as a from './a.ts';", './a.ts'],
    ['import "./a.ts";', './a.ts'],
    ["export * from './a.ts';", './a.ts'],
    ["export type { A } from './a.ts';", './a.ts'],
    ["const a = await import('./a.ts');", './a.ts'],
    ["type A = typeof import('./a.ts');", './a.ts'],
    ["const a = require('./a.ts');", './a.ts'],
    ["const b = `${1}`; import('./a.ts');", './a.ts'],
    ["const b = `${await import('./a.ts')}`;", './a.ts'],
    ["const b = /['\"`]/; import './a.ts';", './a.ts'],
    ["const b = 4 / 2; const c = 2 / 1; import './a.ts';", './a.ts'],
    ["import/* here */'./a.ts'", './a.ts'],
  ])('finds the import in %j', (text, specifier) => {
    expect(scan(text).imports).toEqual([specifier]);
  });

  test.each([
    "// import './a.ts';",
    "/* import './a.ts'; */",
    'const text = "import \'./a.ts\'";',
    "const text = `import './a.ts'; ${'}'} from './b.ts'`;",
    "const a = Array.from('abc');",
    "const pattern = /from 'a'/;",
  ])('finds no import in %j', (text) => {
    expect(scan(text).imports).toEqual([]);
  });

  test('reports a computed import as undefined', () => {
    expect(scan('await import(name); await import(`./${name}.ts`);').imports).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('keeps code in place and blanks the rest', () => {
    const text = "const a = 'Date.now()'; // Date.now()\nconst b = `${Date.now()} Date.now()`;";
    const { code } = scan(text);
    expect(code).toHaveLength(text.length);
    expect(code.match(/Date\.now/g)).toHaveLength(1);
    expect(code.indexOf('Date.now')).toBe(text.indexOf('${Date.now') + 2);
  });

  test('sees nested templates and the braces inside them', () => {
    const { code } = scan('`a ${[1].map((x) => { return `b ${x} c`; })} d`; after();');
    expect(code.replace(/\s+/g, ' ').trim()).toBe(
      '` [1].map((x) => { return ` x `; }) `; after();',
    );
  });
});
