import { expect, test } from 'vitest';
import { fileResolver } from '../../../adapters/cli/markdown/file-resolver.ts';

const filesIn = (root: string, paths: readonly string[]) => paths.map((path) => ({ root, path }));

const resolve = fileResolver({
  root: '/site/content',
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
  ['../%E4%B8%96%E7%95%8C/%E4%BD%A0.png'],
  ['../世界/你.png'],
  ['/old/世界/你.png'],
  ['[[你.png]]'],
])('%s is a file whose name is percent-encoded on the disk', (address) => {
  const root = '/site';
  const path = '%e4%b8%96%e7%95%8c/%E4%BD%A0.png';
  const files = [...filesIn(root, [path]), ...filesIn(root, ['other/你2.png'])];
  const inSite = fileResolver({ root, documents: ['%E4%BD%A0.md'], files, staticFiles: [] });
  expect(inSite(address, 'posts/a.md')).toMatchObject({ kind: 'file', file: { path } });
  expect(inSite('{{< ref "你" >}}', 'posts/a.md')).toEqual({ kind: 'elsewhere' });
  expect(inSite('../你.md', 'posts/a.md')).toEqual({ kind: 'elsewhere' });
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
  ['/files/tides+2026.pdf', 'files/tides 2026.pdf'],
  ['..\\..\\images\\blog\\tides\\map.png', 'images/blog/tides/map.png'],
  ['@/images/one of a kind.svg', 'images/one of a kind.svg'],
  ['~/images/blog/winter/map.png', 'images/blog/winter/map.png'],
  ['{{site.url}}{{ site.baseurl }}/winter/map.png', 'images/blog/winter/map.png'],
  ['{{ "/pool.jpg" | relative_url }}', 'pool.jpg'],
  ["{{ '/images/blog/tides/map.png' | absolute_url | escape }}", 'images/blog/tides/map.png'],
  ['{{< param "cdn" >}}/winter/map.png', 'images/blog/winter/map.png'],
  ['Pool.JPG', 'posts/tides/pool.jpg'],
  ['/Winter/MAP.png', 'images/blog/winter/map.png'],
  ['[[one of a kind.svg]]', 'images/one of a kind.svg'],
  ['![[winter/map.png|300]]', 'images/blog/winter/map.png'],
  ['[[TIDES 2026.pdf]]', 'files/tides 2026.pdf'],
])('%j is the file %j', (address, path) => {
  expect(find(address)).toEqual(inContent(path));
});

test.each([
  ['/files/report.pdf', 'files/report.pdf'],
  ['/images/blog/map.png', 'images/blog/map.png'],
  ['/files/C%C3%A1diz.zip', 'files/Ca\u0301diz.zip'],
  ['/images/../files/./report.pdf', 'files/report.pdf'],
  ['/notes.md', 'notes.md'],
  ['files/report.pdf', 'files/report.pdf'],
  ['../../../static/files/report.pdf', 'files/report.pdf'],
  ['@site/static/files/report.pdf', 'files/report.pdf'],
  ['pathname:///files/report.pdf', 'files/report.pdf'],
  ['{{ site.baseurl }}/files/report.pdf', 'files/report.pdf'],
  ['/FILES/Report.PDF', 'files/report.pdf'],
])('%j is the static file %j', (address, path) => {
  expect(find(address)).toEqual(inStatic(path));
});

test('the imported folder comes before the static files, and an exact path before a similar one', () => {
  expect(find('/pool.jpg')).toEqual(inContent('pool.jpg'));
  expect(find('/files/report.pdf#page=2')).toEqual(inStatic('files/report.pdf', '#page=2'));
  expect(find('/downloads/report.pdf')).toEqual(inContent('report.pdf'));
});

test.each(['../files/report.pdf', '/deep/files/C%C3%A1diz.zip'])(
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
  ['a name of a wiki that several files share', '[[map.png]]', 'it could be any of'],
  ['a name of a wiki in another folder', '[[summer/map.png]]', 'no such file'],
  ['a hidden file', '/files/.hidden/deep.png', 'hidden files are not imported'],
  ['a file URL', 'file:///home/ada/pool.jpg', "on the author's computer"],
  ['a path of Windows', 'C:\\images\\pool.jpg', "on the author's computer"],
  ['a missing file', 'gone.png', 'no such file'],
  ['a relative URL that matches only at its end', 'deep/winter/map.png', 'no such file'],
  ['a path above the folder', '../../../etc/passwd.png', 'no such file'],
  ['an encoded path above the folder', '%2e%2e/%2e%2e/%2e%2e/etc/passwd.png', 'no such file'],
  ['a path above the static files', '/../etc/passwd', 'no such file'],
  ['an encoded path above the static files', '/%2e%2e/content/pool.jpeg', 'no such file'],
  ['the URL of a page', '/about/index.html', 'no such file'],
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
  // Several documents have this name.
  '/blog/pools.md',
])('%j is another site, a fragment or a document', (address) => {
  expect(find(address)).toEqual({ kind: 'elsewhere' });
});

test.each([
  '@/tides/index.md#part',
  '@site/posts/pools.md',
  '{{< ref "pools" >}}',
  '{{< ref "/posts/tides/" >}}',
  '{{% relref path="tides/index.md#part" lang="en" %}}',
  '{{< ref "#part" >}}',
  '{% link posts/pools.md %}',
  '{% post_url pools %}#part',
  '[[pools.md#part]]',
  'POOLS.md',
])('%j is a document of the import', (address) => {
  expect(find(address, 'posts/a.md')).toEqual({ kind: 'elsewhere' });
});

test.each([
  'gone.md',
  '../../other/gone.mdx',
  '@/gone.md#part',
  '@site/docs/gone.md',
  '{{< ref "gone" >}}',
  '{% post_url 2020-01-02-gone %}',
])('%j is a document that is not part of the import', (address) => {
  expect(find(address)).toEqual({ kind: 'missing document' });
});

test.each(['{{ page.image }}', '/img/{{ page.name }}.png', '{% if a %}a{% endif %}.png'])(
  'only the system of the site can compute %j',
  (address) => {
    expect(find(address)).toEqual({ kind: 'unread' });
  },
);

test('a link to a file is found where it is, and a file beside the post in a folder of its name', () => {
  expect(find('{% link files/report.pdf %}')).toEqual(inStatic('files/report.pdf'));
  expect(find('pool.jpg', 'posts/tides.md')).toEqual(inContent('posts/tides/pool.jpg'));
});

test('files are found through a link to their folder', () => {
  const linked = fileResolver({
    root: '/site',
    documents: [],
    files: filesIn('/site', ['images/pool.jpg', 'images/blog/map.png']),
    staticFiles: [],
    links: new Map([['posts/images', 'images']]),
  });
  expect(linked('images/blog/map.png', 'posts/a.md')).toMatchObject({
    file: { path: 'images/blog/map.png' },
  });
  expect(linked('images/gone.png', 'posts/a.md').kind).toBe('missing');
});

test('of several files that differ only in case, none is guessed', () => {
  const files = filesIn('/site', ['a/Pool.jpg', 'a/pool.jpg', 'b/POOL.jpg']);
  const resolved = fileResolver({ root: '/site', documents: [], files, staticFiles: [] });
  expect(resolved('pool.jpg', 'a/x.md')).toMatchObject({ file: { path: 'a/pool.jpg' } });
  expect(resolved('pOOL.jpg', 'a/x.md').kind).toBe('missing');
  expect(resolved('/pOOL.jpg', 'a/x.md')).toMatchObject({ kind: 'missing' });
});

test('a URL that is too long for a path is rejected quickly', () => {
  const long = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}.png`;
  expect(find(long).kind).toBe('missing');
  expect(find(`/${long}`).kind).toBe('missing');
  expect(find(`pool.jpg?${long}`)).toMatchObject({
    file: { path: 'posts/tides/pool.jpg' },
  });
});
