import { expect, test } from 'vitest';
import { api } from '../../../adapters/admin/api/client.ts';
import {
  pictureRequests,
  readPictures,
} from '../../../adapters/admin/screens/content/query/read-pictures.ts';
import { operator, type Cms } from '../../../core/index.ts';
import { modelWorld } from '../../support/admin/model-world.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield paintedPng(80, 60);
}

const upload = (cms: Cms) =>
  cms.media.upload(operator, { originalName: 'a.png', body: bytes(), folder: () => undefined });

const createCollection = async (cms: Cms, name: string, properties: object): Promise<string> => {
  const schema = { type: 'object', properties, required: [] } as never;
  return (await cms.collections.create(operator, { name, displayName: name, schema })).id;
};

/** What the list of all content reads for its pictures. */
const requestsOfAll = async (): Promise<string> => {
  const [collections, items] = await Promise.all([api.listCollections(), api.listSummaries()]);
  return pictureRequests(collections.body.data, items.body.data);
};

test('a page of all content reads the pictures of each collection that has some in one request', async () => {
  using world = await modelWorld();
  const { cms } = world;
  const walks = await createCollection(cms, 'walks', {
    icon: { type: 'media' },
    photo: { type: 'media' },
  });
  const people = await createCollection(cms, 'people', { portrait: { type: 'media' } });
  const notes = await createCollection(cms, 'notes', { text: { type: 'string' } });
  await createCollection(cms, 'empty', { photo: { type: 'media' } });
  const [one, other] = [await upload(cms), await upload(cms)];
  const write = async (collectionId: string, title: string, data: object): Promise<string> =>
    (await cms.content.create(operator, { collectionId, title, data: data as never })).id;
  const pool = await write(walks, 'Pool', { photo: one.id });
  const bare = await write(walks, 'Bare', {});
  const mara = await write(people, 'Mara', { portrait: other.id });
  await write(notes, 'Note', { text: 'Low tide' });

  const requests = await requestsOfAll();
  const before = world.requests.length;
  const pictures = await readPictures(requests);
  expect(
    world.requests
      .slice(before)
      .map(({ url }) => new URL(url).pathname)
      .toSorted(),
  ).toEqual(['/api/collections/people/query', '/api/collections/walks/query']);
  expect(pictures).toEqual(
    new Map([
      [mara, `/files/${other.key}?w=40`],
      [pool, `/files/${one.key}?w=40`],
    ]),
  );
  expect(pictures?.has(bare)).toBe(false);
});

test('content without fields for pictures asks for none', async () => {
  using world = await modelWorld();
  const notes = await createCollection(world.cms, 'notes', { text: { type: 'string' } });
  await world.cms.content.create(operator, { collectionId: notes, title: 'A' });
  const requests = await requestsOfAll();
  const before = world.requests.length;
  expect(requests).toBe('');
  expect(await readPictures(requests)).toBe(undefined);
  expect(world.requests).toHaveLength(before);
});
