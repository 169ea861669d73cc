import { expect, test } from 'vitest';
import { fileResolver } from '../../adapters/cli/markdown/file-resolver.ts';

const filesIn = (root: string, paths: readonly string[]) => paths.map((path) => ({ root, path }));

const resolve = fileResolver({
  documents: ['posts/tides/index.md', 'posts/pools.md', 'notes/pools.md'],
  files: filesIn('/site/content', [
    'images/blog/tides/map.png',
    'images/blog/winter/map.png',
    'images/one of a kind.svg',
    'images/odd#name?.gif',
    'posts/tides/pool.jpg',
    'posts/tides/index.html',
    'posts/Ca\u0301diz.png',
    'pool.jpg',
    'files/tides 2026.pdf',
    'report.pdf',
  ]),
  staticFiles: filesIn('/site/static', [
    'pool.jpg',
    'images/blog/map.png',
    'files/report.pdf',
    'files/Ca\u0301diz.zip',
    'notes.md',
  ]),
});

const find = (address: string, from = 'posts/tides/index.md') => resolve(address, from);

const inContent = (path: string, suffix = '') => ({
  kind: 'file',
  file: { root: '/site/content', path },
  suffix,
});

const inStatic = (path: string, suffix = '') => ({
  kind: 'file',
  file: { root: '/site/static', path },
  suffix,
});

test.each([
  ['pool.jpg', 'posts/tides/pool.jpg'],
  ['./pool.jpg', 'posts/tides/pool.jpg'],
  ['../tides/pool.jpg', 'posts/tides/pool.jpg'],
  ['../../pool.jpg', 'pool.jpg'],
  ['posts/tides/pool.jpg', 'posts/tides/pool.jpg'],
  ['/posts/tides/pool.jpg', 'posts/tides/pool.jpg'],
  ['/pool.jpg', 'pool.jpg'],
  ['/static/images/blog/tides/map.png', 'images/blog/tides/map.png'],
  ['/winter/map.png', 'images/blog/winter/map.png'],
  ['/assets/one%20of%20a%20kind.svg', 'images/one of a kind.svg'],
  ['/assets/one of a kind.svg', 'images/one of a kind.svg'],
  ['../../images/odd#name?.gif', 'images/odd#name?.gif'],
  ['../C\u00e1diz.png', 'posts/Ca\u0301diz.png'],
  ['/files/tides%202026.pdf', 'files/tides 2026.pdf'],
  ['/posts/tides/index.html', 'posts/tides/index.html'],
])('%j is the file %j', (address, path) => {
  expect(find(address)).toEqual(inContent(path));
});

test.each([
  ['/files/report.pdf', 'files/report.pdf'],
  ['/images/blog/map.png', 'images/blog/map.png'],
  ['/files/C%C3%A1diz.zip', 'files/Ca\u0301diz.zip'],
  ['/images/../files/./report.pdf', 'files/report.pdf'],
  ['/notes.md', 'notes.md'],
])('%j is the static file %j', (address, path) => {
  expect(find(address)).toEqual(inStatic(path));
});

test('the imported folder comes before the static files, and an exact path before a similar one', () => {
  expect(find('/pool.jpg')).toEqual(inContent('pool.jpg'));
  expect(find('/files/report.pdf#page=2')).toEqual(inStatic('files/report.pdf', '#page=2'));
  expect(find('/downloads/report.pdf')).toEqual(inContent('report.pdf'));
});

test.each(['files/report.pdf', '../files/report.pdf', '/deep/files/C%C3%A1diz.zip'])(
  '%j is not looked up in the static files',
  (address) => {
    expect(find(address).kind).toBe('missing');
  },
);

test('query and fragment of a URL are kept', () => {
  expect(find('pool.jpg?w=200#top')).toEqual(inContent('posts/tides/pool.jpg', '?w=200#top'));
});

test.each([
  ['a name that several files share', '/static/map.png', 'it could be any of'],
  ['a missing file', 'gone.png', 'no such file'],
  ['a relative URL that matches only at its end', 'deep/winter/map.png', 'no such file'],
  ['a path above the folder', '../../../etc/passwd.png', 'no such file'],
  ['an encoded path above the folder', '%2e%2e/%2e%2e/%2e%2e/etc/passwd.png', 'no such file'],
  ['a path above the static files', '/../etc/passwd', 'no such file'],
  ['an encoded path above the static files', '/%2e%2e/content/pool.jpeg', 'no such file'],
  ['the URL of a page', '/about/index.html', 'no such file'],
  ['a name that several documents share', '/blog/pools.md', 'it could be any of'],
  ['an incomplete percent encoding', '/50%.png', 'no such file'],
])('%s is missing', (_, address, reason) => {
  expect(find(address)).toEqual({ kind: 'missing', reason: expect.stringContaining(reason) });
});

test.each([
  'https://example.com/pool.jpg',
  '//example.com/pool.jpg',
  'data:image/png;base64,AA==',
  '#top',
  '',
  '../pools.md#tides',
  '/posts/pools.md',
  '/blog/tides/index.md',
])('%j is another site, a fragment or a document', (address) => {
  expect(find(address)).toEqual({ kind: 'elsewhere' });
});

test('a URL that is too long for a path is rejected quickly', () => {
  const long = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}.png`;
  expect(find(long).kind).toBe('missing');
  expect(find(`/${long}`).kind).toBe('missing');
  expect(find(`pool.jpg?${long}`)).toMatchObject({
    file: { path: 'posts/tides/pool.jpg' },
  });
});
