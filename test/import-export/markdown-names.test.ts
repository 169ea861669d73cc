import { expect, test } from 'vitest';
import {
  dateOfPagePath,
  isSectionPage,
  readName,
  slugSourceOf,
} from '../../adapters/cli/markdown/document-name.ts';

const dayOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().replace('T00:00:00.000Z', '');

test.each([
  ['hello.md', 'hello', undefined, undefined],
  ['2020-01-02-hello.md', 'hello', '2020-01-02', undefined],
  ['_posts/2020-1-2-hello-world.md', 'hello-world', '2020-01-02', undefined],
  ['2020-01-02_hello.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02 hello.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02.md', '2020-01-02', '2020-01-02', undefined],
  ['2020-01-02-hello/index.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02/index.md', '2020-01-02', '2020-01-02', undefined],
  ['2020-01-02/hello.md', 'hello', undefined, '2020-01-02'],
  ['2020/01/02/hello.md', 'hello', undefined, '2020-01-02'],
  ['blog/2020/1/2/hello/index.md', 'hello', undefined, '2020-01-02'],
  ['2020/01/02/2021-03-04-hello.md', 'hello', '2021-03-04', '2020-01-02'],
  ['2020/01/02.md', '2020-01-02', '2020-01-02', undefined],
  ['2020/01/02/index.md', '2020-01-02', '2020-01-02', undefined],
  ['2020/01/hello.md', 'hello', undefined, undefined],
  ['2020/01/02/images/hello.md', 'hello', undefined, undefined],
  ['2020-02-30-hello.md', '2020-02-30-hello', undefined, undefined],
  ['2020/13/02/hello.md', 'hello', undefined, undefined],
  ['20-01-02-hello.md', '20-01-02-hello', undefined, undefined],
  ['v2020-01-02-hello.md', 'v2020-01-02-hello', undefined, undefined],
  ['2020-01-02hello.md', '2020-01-02hello', undefined, undefined],
  ['2020-01-023.md', '2020-01-023', undefined, undefined],
  ['cve-2015-8027.md', 'cve-2015-8027', undefined, undefined],
  ['index.md', 'index', undefined, undefined],
])('%s is named %s, with the date %s, in folders of %s', (path, name, date, folderDate) => {
  const read = readName(path);
  expect([read.name, dayOf(read.date), dayOf(read.folderDate)]).toEqual([name, date, folderDate]);
});

test.each([
  ['2025/06/26/Rust-1.88.0', '2025-06-26'],
  ['/blog/2025/6/26/', '2025-06-26'],
  ['blog/2025-06-26-rust', '2025-06-26'],
  ['2025/06/26/2025-06-26-rust', '2025-06-26'],
  ['2025/06/26/2024-06-26-rust', undefined],
  ['2025/06/rust', undefined],
  ['2025/02/30/rust', undefined],
  ['about', undefined],
  ['', undefined],
  [20_250_626, undefined],
  [undefined, undefined],
])('the path of a page %j has the date %s', (path, date) => {
  expect(dayOf(dateOfPagePath(path))).toBe(date);
});

test.each([
  ['hello.md', 'hello'],
  ['news/2020-01-02-hello.md', 'news/2020-01-02-hello'],
  ['news/hello/index.md', 'news/hello'],
  ['index.md', 'index'],
])('the slug of the path %s is made from %s', (path, source) => {
  expect(slugSourceOf(path)).toBe(source);
});

test.each([
  ['_index.md', true],
  ['a/_index.fr.md', true],
  ['a/_index.pt-br.md', true],
  ['index.md', false],
  ['a/_indexes.md', false],
])('%s is the page of a section: %s', (path, expected) => {
  expect(isSectionPage(path)).toBe(expected);
});
