/**
 * Writes the public API of the package that `package.mjs` has built to `test/package/api-record.txt`. With a folder as
 * argument, prints the API of the package in this folder. A test fails while the two differ.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { exportedDeclarations } from '../../bootstrap/tools/declarations.mjs';
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
  const parts = exportedDeclarations(built).map((path) => {
    const file = read(path);
    const declarations = file.statements.filter(({ type }) => type !== 'ImportDeclaration');
    return [`# ${path}`, ...declarations.map((each) => textOf(each, file))].join('\n');
  });
  return [JSON.stringify({ bin, engines, exports }, undefined, 2), ...parts, ''].join('\n\n');
};

if (folder === undefined) writeFileSync(record, readApi());
else process.stdout.write(readApi());
