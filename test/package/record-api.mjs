/**
 * Writes the public API of the package that `package.mjs` has built to `test/package/api-record.txt`. With a folder as
 * argument, prints the API of the package in this folder. A test fails while the two differ.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from '../../bootstrap/tools/sources.mjs';

const [folder] = process.argv.slice(2);
const built = folder ?? join(root, 'dist', 'package');
const record = join(root, 'test', 'package', 'api-record.txt');

/** Longer declarations are inferred from schemas. The record has their digests. */
const lengthMax = 2_000;

const read = (path) => {
  const code = readFileSync(join(built, path), 'utf8');
  const { program, comments } = parseSync(path, code, { lang: 'dts' });
  return { code, statements: program.body, comments };
};

/** The files of the package that a declaration file imports. */
const importsOf = (path, { code, statements }) => {
  const inTypes = [...code.matchAll(/\bimport\(["']([^"']+)["']\)/g)].map(([, from]) => from);
  return [...statements.map(({ source }) => source?.value), ...inTypes]
    .filter((from) => from?.startsWith('.'))
    .map((from) => posix.join(posix.dirname(path), from.replace(/\.[jt]s$/, '.d.ts')));
};

const textOf = ({ start, end }, { code, comments }) => {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end);
  const text = inside
    .toReversed()
    .reduce(
      (rest, comment) => rest.slice(0, comment.start - start) + rest.slice(comment.end - start),
      code.slice(start, end),
    )
    .replaceAll(/\s*\n(?:\s*\n)*/g, '\n');
  if (text.length <= lengthMax) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${/^.*/.exec(text)[0].slice(0, 80)} … ${digest}`;
};

/** What the package promises: see docs/upgrading.md. */
const readApi = () => {
  const { bin, engines, exports } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  const entries = Object.values(exports).map(({ types }) => posix.normalize(types));
  const files = new Map();
  const visit = (path) => {
    if (files.has(path)) return;
    const file = read(path);
    files.set(path, file);
    importsOf(path, file).forEach(visit);
  };
  entries.forEach(visit);
  const parts = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => {
      const declarations = file.statements.filter(({ type }) => type !== 'ImportDeclaration');
      return [`# ${path}`, ...declarations.map((each) => textOf(each, file))].join('\n');
    });
  return [JSON.stringify({ bin, engines, exports }, undefined, 2), ...parts, ''].join('\n\n');
};

if (folder === undefined) writeFileSync(record, readApi());
else process.stdout.write(readApi());
