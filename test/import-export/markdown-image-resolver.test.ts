import { expect, test } from 'vitest';
import { imageResolver } from '../../adapters/cli/markdown/image-resolver.ts';

const resolve = imageResolver([
  'images/blog/tides/map.png',
  'images/blog/winter/map.png',
  'images/one of a kind.svg',
  'images/odd#name?.gif',
  'posts/tides/pool.jpg',
  'posts/Ca\u0301diz.png',
  'pool.jpg',
]);

const find = (address: string, from = 'posts/tides/index.md') => resolve(address, from);

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
])('%j is the file %j', (address, path) => {
  expect(find(address)).toEqual({ kind: 'file', path, suffix: '' });
});

test('query and fragment of an image URL are kept', () => {
  expect(find('pool.jpg?w=200#top')).toMatchObject({
    path: 'posts/tides/pool.jpg',
    suffix: '?w=200#top',
  });
});

test.each([
  ['a name that several files share', '/static/map.png', 'it could be any of'],
  ['a missing file', 'gone.png', 'no such image'],
  ['a relative URL that matches only at its end', 'deep/winter/map.png', 'no such image'],
  ['a path above the folder', '../../../etc/passwd.png', 'no such image'],
  ['an encoded path above the folder', '%2e%2e/%2e%2e/%2e%2e/etc/passwd.png', 'no such image'],
  ['an incomplete percent encoding', '/50%.png', 'no such image'],
])('%s is missing', (_, address, reason) => {
  expect(find(address)).toEqual({ kind: 'missing', reason: expect.stringContaining(reason) });
});

test.each([
  'https://example.com/pool.jpg',
  '//example.com/pool.jpg',
  'data:image/png;base64,AA==',
  '#top',
  '',
])('%j is not a path in the folder', (address) => {
  expect(find(address)).toEqual({ kind: 'elsewhere' });
});

test('an image URL that is too long for a path is rejected quickly', () => {
  const long = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}.png`;
  expect(find(long).kind).toBe('missing');
  expect(find(`/${long}`).kind).toBe('missing');
  expect(find(`pool.jpg?${long}`)).toMatchObject({ path: 'posts/tides/pool.jpg' });
});
