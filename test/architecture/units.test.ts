import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { readSources, source, violations, type Rule } from './sources.ts';

const instantName =
  /(?:At|Since|Until|Before|On)$|^(?:at|now|since|until|from|to|time|iat|exp|nbf)$/;
const durationName = /(?:age|delay|duration|interval|lease|lifetime|pause|timeout|ttl)$/i;

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The node and all below it. */
const nodesIn = (tree: Tree): readonly Tree[] => [
  tree,
  ...Object.values(tree).filter(isTree).flatMap(nodesIn),
];

/** The members of an object have names of their own. */
const hasNumber = (tree: Tree): boolean =>
  tree['type'] === 'TSNumberKeyword' ||
  (tree['type'] !== 'TSTypeLiteral' && Object.values(tree).filter(isTree).some(hasNumber));

/** The name and the type of a member, a parameter or a variable; of a function, what it returns. */
const declared = ({ type, name, key, typeAnnotation, returnType }: Tree) => {
  const named = type === 'Identifier' ? name : isTree(key) ? key['name'] : undefined;
  const [typed] = [returnType, typeAnnotation].filter(isTree);
  return typeof named === 'string' && typed ? [{ name: named, typed }] : [];
};

const unitRule: Rule = ({ path, text }) => {
  const { program } = parseSync(path, text, { lang: 'ts' });
  return nodesIn(program as unknown as Tree)
    .flatMap(declared)
    .filter(({ typed }) => hasNumber(typed))
    .flatMap(({ name }) => {
      if (instantName.test(name)) return [`${name} is a time: EpochMs or EpochSeconds`];
      return durationName.test(name) ? [`${name} is a duration: its name ends with the unit`] : [];
    });
};

test('a number that is a time or a duration is reported without its unit', () => {
  const text = `
    export interface Clock { now(): number; readonly time?: () => Promise<number> }
    interface File { readonly createdAt: number; readonly expiresAt?: number | undefined }
    export type Work = File & { readonly lease: number };
    export const isOver = (file: File, now: number): boolean => file.createdAt < now;`;
  expect(unitRule(source('core/model/file.ts', text))).toEqual([
    'now is a time: EpochMs or EpochSeconds',
    'time is a time: EpochMs or EpochSeconds',
    'createdAt is a time: EpochMs or EpochSeconds',
    'expiresAt is a time: EpochMs or EpochSeconds',
    'lease is a duration: its name ends with the unit',
    'now is a time: EpochMs or EpochSeconds',
  ]);
});

test('other numbers are not, nor those with a unit', () => {
  const text = `
    export interface File { readonly size: number; readonly createdAt: EpochMs; readonly from: Slug }
    export const sweep = (maxAgeMs: number, trashDays: number): void => undefined;`;
  expect(unitRule(source('core/model/file.ts', text))).toEqual([]);
});

/** There, `at` and `from` are places in a text. */
const readsTexts = (path: string): boolean =>
  path.startsWith('core/search/') || path === 'core/primitives/plain-text.ts';

test('every time and duration in the core says its unit', () => {
  const files = readSources().filter(({ path }) => path.startsWith('core/') && !readsTexts(path));
  expect(files.length).toBeGreaterThan(200);
  expect(violations(files, unitRule)).toEqual([]);
});
