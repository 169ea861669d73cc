import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, readSources, source, violations, type Rule, type Source } from './sources.ts';

const admin = 'adapters/admin';

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** The selectors of a style sheet, one for each part between commas. */
const selectorsOf = (css: string): readonly string[] =>
  [...withoutComments(css).matchAll(/(?<=^|[{};])\s*([^@{};]+?)\s*\{/g)]
    .flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim().replace(/\s+/g, ' '))
    // Of `@keyframes`.
    .filter((selector) => !/^(?:from|to|[\d.]+%)$/.test(selector));

const pseudo = String.raw`:{1,2}(?!global|local)[a-z-]+(?:\((?:[^()]|\([^()]*\))*\))?`;
const attribute = String.raw`\[[^\]]+\]`;
const ownClass = String.raw`\.[a-z][\w-]*`;
const element = String.raw`(?:\*|[a-z][a-z0-9]*)`;
const first = `(?:${ownClass})+(?:${attribute}|${pseudo})*`;
const inner = `${element}?(?:${ownClass})*(?:${attribute}|${pseudo})*`;
/** A class of the module, and from there on only children and siblings. */
const allowed = new RegExp(`^${first}(?: [>+~] (?=\\S)${inner})*$`);

/** A style sheet that is not global styles only elements of its own component. */
const selectorRule: Rule = ({ text }) =>
  selectorsOf(text)
    .filter((selector) => !allowed.test(selector))
    .map((selector) => `“${selector}” can match elements of other components`);

const classesOf = (css: string): readonly string[] => [
  ...new Set(selectorsOf(css).flatMap((each) => each.match(/(?<=\.)[a-z][\w-]*/g) ?? [])),
];

const styleSheets = (): readonly Source[] =>
  readdirSync(join(projectRoot, admin), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(admin, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.css') && !/\/(?:node_modules|dist)\//.test(path))
    .map((path) => source(path, readFileSync(join(projectRoot, path), 'utf8')));

const isGlobal = ({ path }: Source): boolean => path.startsWith(`${admin}/styles/`);

const importPattern = /import (?:(\w+) from )?'([^']+\.css)'/g;

/** A component has at most one module, beside it: two modules for one element depend on their order. */
const importRule: Rule = ({ text }) => {
  const imports = [...text.matchAll(importPattern)].filter(
    ([, , path]) => path !== './styles/index.css',
  );
  return [
    ...imports
      .filter(
        ([, name, path]) => name === undefined || !/^\.\/[\w-]+\.module\.css$/.test(path ?? ''),
      )
      .map(([, , path]) => `imports ${path}, which is no module beside it`),
    ...(imports.length > 1 ? ['imports two style sheets'] : []),
  ];
};

/** The classes of a module are those that its components use. */
const unmatchedClasses = (module: Source, sources: readonly Source[]): readonly string[] => {
  const users = sources.filter(
    ({ path, text }) =>
      dirname(path) === dirname(module.path) && text.includes(`'./${basename(module.path)}'`),
  );
  const used = new Set(
    users.flatMap(({ text }) => {
      const name = new RegExp(`import (\\w+) from './${basename(module.path)}'`).exec(text)?.[1];
      const access = new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g');
      return [...text.matchAll(access)].map(([, dotted, quoted]) => dotted ?? quoted ?? '');
    }),
  );
  const defined = classesOf(module.text);
  return [
    ...defined.filter((name) => !used.has(name)).map((name) => `“${name}” is not used`),
    ...[...used].filter((name) => !defined.includes(name)).map((name) => `“${name}” is missing`),
  ].map((sentence) => `${module.path}: ${sentence}`);
};

const dataTable = `${admin}/components/table/data-table.tsx`;

/** Rows and columns are a `DataTable`. A calendar is a grid, in which the arrow keys go from cell to cell. */
const tableRule: Rule = ({ path, text }) =>
  path === dataTable
    ? []
    : [...text.matchAll(/<table\b[^>]*/g)]
        .filter(([tag]) => !tag.includes('role="grid"'))
        .map(() => 'has a table that is no DataTable');

const sheet = (css: string): Source => source(`${admin}/a.module.css`, css);

test.each([
  'li {}',
  '#title {}',
  '* {}',
  '.steps li {}',
  '.steps > ol .item {}',
  'textarea.input {}',
  '[role="tab"] {}',
  ':global(.choices) {}',
  '.a :global(.choices) {}',
  ':root {}',
  '.a, b {}',
  '.a:hover, .a > b c {}',
  '@media (max-width: 640px) { .a {} td {} }',
])('the selector of “%s” is rejected', (css) => {
  expect(violations([sheet(css)], selectorRule)).toHaveLength(1);
});

test.each([
  '.a {}',
  '.a.b {}',
  '.a:hover, .a:focus-visible {}',
  '.a::before {}',
  '.a > li {}',
  '.a > li > button:not([aria-label]) > svg {}',
  '.a > :is(img, video) {}',
  '.a > * + * {}',
  ".a > [aria-pressed='true'] {}",
  '.a:has(:checked) {}',
  '@media (max-width: 640px) { .a { color: red } .b > td {} }',
  '@keyframes turn { from {} to {} }',
  '/* li {} */ .a {}',
])('the selector of “%s” is accepted', (css) => {
  expect(violations([sheet(css)], selectorRule)).toEqual([]);
});

test('a second module, a global style sheet and a module of another folder are rejected', () => {
  const rejected = (text: string): number =>
    violations([source(`${admin}/a.tsx`, text)], importRule).length;
  expect(rejected("import styles from './a.module.css';")).toBe(0);
  expect(rejected("import './a.module.css';")).toBe(1);
  expect(rejected("import './a.css';")).toBe(1);
  expect(rejected("import styles from '../b/b.module.css';")).toBe(1);
  expect(rejected("import a from './a.module.css';\nimport b from './b.module.css';")).toBe(1);
});

test('a table that is no DataTable is rejected', () => {
  const rejected = (text: string, path = `${admin}/a.tsx`): number =>
    violations([source(path, text)], tableRule).length;
  expect(rejected('<DataTable caption="Users" />')).toBe(0);
  expect(rejected('<table class={styles.grid} role="grid">')).toBe(0);
  expect(rejected('<table class="table">')).toBe(1);
  expect(rejected('<table>', dataTable)).toBe(0);
});

test('a class that no component uses, and one that is not defined, are found', () => {
  const users = [
    source(`${admin}/a.tsx`, "import s from './a.module.css'; s.used; s['lost-name'];"),
  ];
  expect(unmatchedClasses(sheet('.used {} .dead {}'), users)).toEqual([
    `${admin}/a.module.css: “dead” is not used`,
    `${admin}/a.module.css: “lost-name” is missing`,
  ]);
});

test('the styles of a component cannot reach another one, and there is one table', () => {
  const modules = styleSheets().filter((each) => !isGlobal(each));
  const sources = readSources().filter(({ path }) => path.startsWith(`${admin}/`));
  expect(modules.length).toBeGreaterThan(20);
  expect(modules.filter(({ path }) => !path.endsWith('.module.css'))).toEqual([]);
  expect(violations(modules, selectorRule)).toEqual([]);
  expect(violations(sources, importRule)).toEqual([]);
  const components = sources.filter(({ path }) => path.endsWith('.tsx'));
  expect(violations(components, tableRule)).toEqual([]);
  expect(modules.flatMap((module) => unmatchedClasses(module, sources))).toEqual([]);
});
