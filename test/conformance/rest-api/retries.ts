import { equal } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { expectError, expectStatus, restWorld, textAt, type JsonResponse } from './rest-world.ts';

const replayed = ({ headers }: JsonResponse): string | undefined => headers['idempotent-replayed'];

/** What a repeat has in common with the first response. */
const sameOf = ({ status, json, headers }: JsonResponse) => ({
  status,
  json,
  tag: headers['etag'],
  location: headers['location'],
});

/** Writes with `Idempotency-Key`. */
export const restRetriesSuite = suite<RestSubject>('REST safe retries', {
  'a repeated write is made once, and gets the first response again': async (subject) => {
    const caller = await restWorld(subject).admin();
    const writes = [
      () =>
        caller.post(
          '/api/content',
          { collection: 'pages', title: 'Tides' },
          { 'Idempotency-Key': 'a' },
        ),
      () => caller.post('/api/collections', { name: 'notes' }, { 'Idempotency-Key': 'b' }),
      () => caller.put('/api/collections/notes', { description: 'x' }, { 'Idempotency-Key': 'c' }),
      () => caller.delete('/api/collections/notes', { 'Idempotency-Key': 'd' }),
    ];
    for (const write of writes) {
      const first = await write();
      equal([first.status < 300, replayed(first)], [true, undefined], 'the first response');
      const second = await write();
      equal([sameOf(second), replayed(second)], [sameOf(first), 'true'], 'the repeat');
    }
  },

  'errors are stored, and a key cannot be used for another request': async (subject) => {
    const caller = await restWorld(subject).admin();
    const key = { 'Idempotency-Key': '"in-quotes"' };
    const create = (title: string) =>
      caller.post('/api/content', { collection: 'pages', title }, key);
    const [first, second] = [await create(''), await create('')];
    expectError(second, 400, 'invalid_input');
    equal([replayed(first), replayed(second)], [undefined, 'true'], 'the repeat of an error');
    expectError(await create('Tides'), 422, 'idempotency_mismatch');
    const long = { 'Idempotency-Key': 'x'.repeat(256) };
    expectError(await caller.post('/api/content', {}, long), 400, 'invalid_input');
  },

  'rights are checked before a response is sent again': async (subject) => {
    const world = restWorld(subject);
    const admin = await world.admin();
    const author = await world.person(admin, 'author');
    const create = () =>
      author.post(
        '/api/content',
        { collection: 'pages', title: 'Tides' },
        { 'Idempotency-Key': 'a' },
      );
    const id = textAt(expectStatus(await create(), 201).json, 'data', 'id');
    equal(textAt((await create()).json, 'data', 'id'), id, 'the repeat');
    expectStatus(await admin.put(`/api/users/${author.id}`, { role: 'viewer' }), 200);
    expectError(await create(), 403, 'forbidden');
  },
});
