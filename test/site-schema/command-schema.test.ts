import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { quoin } from '../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let app: TestApp;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  app = await serveApp();
  await app.signIn('admin');
  file = join(folder.path, 'site.json');
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const schema = (command: string) => {
  const target = ['--url', app.url, '--email', 'admin@example.com'];
  return quoin(['schema', command, '--file', file, ...target], { password: testPassword });
};

const write = (value: unknown) => writeFile(file, JSON.stringify(value));

test('what was pulled is what the service is', async () => {
  const pulled = await schema('pull');
  expect(pulled).toMatchObject({ exitCode: 0, printed: [] });
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toEqual(await app.cms.siteSchema.read(operator));
  expect(text.endsWith('}\n')).toBe(true);
  expect(await schema('check')).toMatchObject({ exitCode: 0, printed: [] });
  expect(await schema('plan')).toMatchObject({ exitCode: 0, printed: ['No changes.'] });
});

test('a check names the path of each difference, until the file is that of the service', async () => {
  await write(await app.cms.siteSchema.read(operator));
  await app.cms.settings.update(operator, { siteName: 'Harbour' });
  await app.cms.collections.update(operator, 'pages', { description: 'Of the site' });
  expect(await schema('check')).toMatchObject({
    exitCode: 3,
    printed: ['update  collections.pages', 'update  settings.siteName'],
  });
  await schema('pull');
  expect(await schema('check')).toMatchObject({ exitCode: 0 });
});

test('a plan shows each effect with its reason, and ends with 0', async () => {
  const properties = { text: { type: 'string' } };
  await app.cms.collections.create(operator, { name: 'notes', schema: { properties } });
  const { id: collectionId } = await app.cms.collections.get(operator, 'notes');
  const fields = { collectionId, title: 'Long', data: { text: 'much' } };
  const { id } = await app.cms.content.create(operator, fields);
  await write({
    collections: [
      { name: 'pages' },
      { name: 'blog-posts' },
      { name: 'places' },
      { name: 'notes', schema: { properties: { text: { type: 'string', maxLength: 2 } } } },
    ],
  });
  const { printed, exitCode } = await schema('plan');
  expect(printed).toEqual([
    'safe      create  collections.places (everybody will see it)',
    'breaking  update  collections.notes.schema.properties.text: 1 item',
    `            Long (${id}): data.text must have at most 2 characters`,
    '2 changes: 1 safe, 1 breaking.',
  ]);
  expect(exitCode).toBe(0);
  await write({ collections: [{ name: 'pages' }, { name: 'blog-posts' }] });
  expect((await schema('plan')).printed).toEqual([
    'blocked   delete  collections.notes: collection_not_empty',
    '1 change: 1 blocked.',
  ]);
});

test('a file with mistakes is explained, and nothing is sent for one that is no schema', async () => {
  expect(await schema('plan')).toMatchObject({ exitCode: 1 });
  await writeFile(file, '{ "locales": ');
  expect((await schema('check')).notices.join('\n')).toContain(`${file} is not JSON`);
  await write({ collections: [{ name: 1 }] });
  const { notices, exitCode } = await schema('plan');
  expect(notices.join('\n')).toContain(`${file} is no schema: collections.0.name must be string`);
  expect(exitCode).toBe(1);
  await write({ partial: true, collections: [{ name: 'A' }, { name: 'b', baseLocale: 'de' }] });
  const wrong = await schema('plan');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.notices.join('\n')).toContain('collections.0.name must be lower-case letters');
  expect(wrong.notices.join('\n')).toContain('collections.1.baseLocale needs localized: true');
});

test('a schema in TypeScript is compared, and never overwritten', async () => {
  file = join(folder.path, 'site.ts');
  const text = `import { defineSchema } from 'quoin/config';
const name: string = 'Harbour';
export default defineSchema({ settings: { siteName: name } });
`;
  await writeFile(file, text);
  expect(await schema('check')).toMatchObject({
    exitCode: 3,
    printed: ['update  settings.siteName'],
  });
  expect(await schema('pull')).toMatchObject({ exitCode: 2 });
  expect(await readFile(file, 'utf8')).toBe(text);
});
