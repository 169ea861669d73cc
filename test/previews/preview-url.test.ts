import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { previewUrlMaxLength } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';

test.each([
  'https://example.com',
  'HTTPS://Example.COM/',
  'http://localhost:3000/preview',
  'http://127.0.0.1/{slug}',
  'http://[::1]:8080/{id}',
  'https://xn--bcher-kva.example/{collection}/{slug}?status={status}#{token}',
  'https://example.com?id={id}&token={token}&token={token}',
  'https://example.com/{locale}/{slug}',
  'https://example.com/büro/(a)!$*+,;=:@~%20',
])('%s is the URL of a preview', async (previewUrl) => {
  const { cms } = await coreWorld();
  const { name } = await cms.collections.create(operator, { name: 'notes', previewUrl });
  expect((await cms.collections.get(operator, name)).previewUrl).toBe(previewUrl);
});

test.each([
  ['javascript:alert(1)', 'another scheme'],
  ['data:text/html,x', 'another scheme'],
  ['ftp://example.com/', 'another scheme'],
  ['//example.com/', 'no scheme'],
  ['example.com', 'no scheme'],
  ['/preview/{id}', 'no host'],
  ['https://', 'no host'],
  ['https:///path', 'no host'],
  ['https://user:secret@example.com/', 'credentials'],
  ['https://example.com@evil.example/', 'credentials'],
  ['https://{slug}.example.com/', 'a placeholder in the host'],
  ['https://example.com{slug}', 'a placeholder in the host'],
  ['https://example.com:{id}/', 'a placeholder in the port'],
  ['{token}://example.com', 'a placeholder in the scheme'],
  ['https://example.com\\@evil.example', 'a backslash'],
  ['https://example.com:port/', 'a port that is no number'],
  ['https://bücher.example/', 'a host that is not ASCII'],
  ['https://*.example.com/', 'a wildcard'],
  ['https://example.com/{name}', 'an unknown placeholder'],
  ['https://example.com/{Id}', 'an unknown placeholder'],
  ['https://example.com/{', 'a single brace'],
  ['https://example.com/{{id}}', 'braces around a placeholder'],
  ['https://example.com/a b', 'a space'],
  ['https://example.com/a\nb', 'a line break'],
  ['https://example.com/"><script>', 'markup'],
  [`https://example.com/${'x'.repeat(previewUrlMaxLength)}`, 'too long'],
])('%s has %s', async (previewUrl) => {
  const { cms } = await coreWorld();
  await rejectsWith(
    'invalid_input',
    cms.collections.create(operator, { name: 'notes', previewUrl }),
  );
  await rejectsWith('invalid_input', cms.collections.update(operator, 'pages', { previewUrl }));
  const [record] = await cms.collections.list(operator);
  const [outcome] = await cms.transfer.importCollections(operator, [
    { ...record!, schema: { type: 'object' }, previewUrl },
  ]);
  expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'invalid_input' } });
});

test('the URL names the locale of the item, which is empty without one', async () => {
  const { cms, localise, person, posts, pages } = await localeWorld();
  const previewUrl = 'https://example.com/{locale}/{slug}';
  for (const { name } of [posts, pages]) {
    await cms.collections.update(operator, name, { previewUrl });
  }
  await localise(posts.name);
  const editor = await person('editor');
  const urlOf = async (fields: object) => {
    const { id } = await cms.content.create(editor, { title: 'Marées', ...fields });
    return (await cms.previews.createForItem(editor, id)).url;
  };
  expect(await urlOf({ collectionId: posts.id, locale: 'fr' })).toBe(
    'https://example.com/fr/marees',
  );
  expect(await urlOf({ collectionId: pages.id, slug: 'ohne' })).toBe('https://example.com//ohne');
});

test('no value of an item can leave its place in the URL', async () => {
  const { cms, write, person } = await coreWorld();
  const editor = await person('editor');
  const previewUrl = 'https://example.com/{slug}/{collection}?{id}={status}';
  await cms.collections.update(operator, 'blog-posts', { previewUrl });
  const { id } = await write(editor, { slug: 'приливы' });
  const { url } = await cms.previews.createForItem(editor, id);
  const slug = encodeURIComponent('приливы');
  expect(url).toBe(`https://example.com/${slug}/blog-posts?${id}=draft`);
});

test('an import sets the URL of a collection, and keeps it if the record has none', async () => {
  const { cms, posts } = await coreWorld();
  const previewUrl = 'https://example.com/{id}';
  const record = { ...posts, schema: { ...posts.schema } as never, updatedAt: posts.updatedAt + 1 };
  const read = async () => (await cms.collections.get(operator, posts.name)).previewUrl;
  const run = async (changes: object) => {
    const [outcome] = await cms.transfer.importCollections(operator, [{ ...record, ...changes }], {
      overwrite: true,
    });
    return [outcome?.outcome, await read()];
  };
  expect(await run({ previewUrl })).toEqual(['updated', previewUrl]);
  expect(await run({ previewUrl })).toEqual(['unchanged', previewUrl]);
  for (const none of [{}, { previewUrl: null }, { previewUrl: '' }]) {
    expect(await run(none)).toEqual(['unchanged', previewUrl]);
  }
  expect(await run({ description: 'New' })).toEqual(['updated', previewUrl]);
  const other = 'https://example.org/';
  expect(await run({ previewUrl: other, description: 'New' })).toEqual(['updated', other]);
});
