import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadExtensions } from '../../bootstrap/config-file/load-extensions.ts';
import { filesOf, readPage } from '../architecture/doc-examples.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
let app: TestApp;
let author: SignedIn;
let editor: SignedIn;
let collectionId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, Object.fromEntries(filesOf(readPage('docs/hooks.md'))));
  const config = { configFile: undefined, dataDir: `${folder.path}/data` };
  const { hooks = [] } = await loadExtensions(config, folder.path);
  app = await serveApp({ core: { hooks } });
  author = await app.signIn('author');
  editor = await app.signIn('editor');
  const collections = await app.request('/api/collections');
  collectionId = collections.json().data[0].id;
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const create = (fields: object) =>
  app.request('/api/content', {
    method: 'POST',
    headers: author.bearer,
    json: { collectionId, title: 'Tides', ...fields },
  });

const update = (id: string, { bearer }: SignedIn, json: object) =>
  app.request(`/api/content/${id}`, { method: 'PUT', headers: bearer, json });

const blocked = (hook: string, details: string) => ({
  code: 'blocked_by_hook',
  error: `Blocked by the hook '${hook}'`,
  details,
});

test('forbidden words block creating and updating, in the title and in the data', async () => {
  const reason = blocked('forbidden-words', "Remove the word 'casino'");
  for (const fields of [{ title: 'The Casino' }, { data: { content: 'A CASINO at sea.' } }]) {
    const answer = await create(fields);
    expect([answer.status, answer.json()]).toMatchObject([403, reason]);
  }
  const { data } = (await create({ slug: 'words' })).json();
  const answer = await update(data.id, editor, { title: 'casino' });
  expect([answer.status, answer.json()]).toMatchObject([403, reason]);
});

test('an author cannot publish, and not change what others published', async () => {
  const reason = blocked('second-person', 'Ask somebody else to review and publish it');
  const answer = await create({ slug: 'reviewed', status: 'published' });
  expect([answer.status, answer.json()]).toMatchObject([403, reason]);
  const { id } = (await create({ slug: 'reviewed' })).json().data;
  expect((await update(id, author, { status: 'published' })).json()).toMatchObject(reason);
  expect((await update(id, editor, { status: 'published' })).status).toBe(200);
  expect((await update(id, author, { title: 'Other' })).json()).toMatchObject(reason);
  expect((await update(id, author, { status: 'draft' })).json().data.status).toBe('draft');
});

test('the reading time is computed from the text, whatever the caller sends', async () => {
  const content = 'word '.repeat(401);
  const sent = { content, readingMinutes: 99, tags: ['a'] };
  const { data } = (await create({ slug: 'long', data: sent })).json();
  expect(data.data).toEqual({ content, readingMinutes: 3, tags: ['a'] });
  const short = (await update(data.id, author, { data: { content: 'One two' } })).json();
  expect(short.data.data).toEqual({ content: 'One two', readingMinutes: 1 });
  const stored = (await app.request(`/api/content/${data.id}`)).json();
  expect(stored.data.data).toEqual(short.data.data);
  expect((await create({ slug: 'none' })).json().data.data).toEqual({});
});
