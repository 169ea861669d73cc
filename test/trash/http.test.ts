import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let bearer: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await serveApp();
  ({ bearer } = await app.signIn('admin'));
});
afterAll(() => app[Symbol.asyncDispose]());

const newItem = async (): Promise<string> => {
  const [collection] = await app.cms.collections.list(operator);
  const collectionId = collection!.id;
  return (await app.cms.content.create(operator, { collectionId, title: 'Tides' })).id;
};

/** Sends a request to restore a deleted item with this body. */
const restoreWith = async (body: string | undefined, headers = {}): Promise<unknown> => {
  const id = await newItem();
  await app.cms.content.delete(operator, id);
  const response = await fetch(`${app.url}/api/trash/${id}/restore`, {
    method: 'POST',
    headers: { ...bearer, ...headers },
    ...(body !== undefined && { body }),
  });
  const { code = '' } = (await response.json()) as { readonly code?: string };
  if (response.status === 200) await app.cms.content.delete(operator, id);
  await app.cms.trash.delete(operator, id);
  return [response.status, code];
};

const json = { 'Content-Type': 'application/json' };

test.each([
  ['no body', undefined, {}, [200, '']],
  ['no body, but a media type', undefined, json, [200, '']],
  ['an empty body', '', json, [200, '']],
  ['an empty object', '{}', json, [200, '']],
  ['a slug', '{"slug":"waves"}', json, [200, '']],
  ['a slug of the wrong type', '{"slug":null}', json, [400, 'invalid_input']],
  ['a slug without letters', '{"slug":"!"}', json, [400, 'invalid_slug']],
  ['broken JSON', '{', json, [400, 'malformed_body']],
  ['another media type', '{}', { 'Content-Type': 'text/plain' }, [415, 'unsupported_content_type']],
] as const)('a restore accepts or rejects %s', async (_, body, headers, expected) => {
  expect(await restoreWith(body, headers)).toEqual(expected);
});

test('a response about the trash is never stored by caches', async () => {
  for (const path of ['/api/trash', '/api/trash/counts']) {
    const { headers } = await app.request(path, { headers: bearer });
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('a bulk result has the details and the issues of a single write', async () => {
  const id = await newItem();
  await app.cms.content.delete(operator, id);
  await newItem();
  const { status, json: body } = await app.request('/api/content/bulk', {
    method: 'POST',
    headers: bearer,
    json: { action: 'restore', ids: [id], atomic: true },
  });
  expect(status).toBe(409);
  expect(body()).toEqual({
    error: 'Nothing was changed, because a change failed',
    details: 'The results contain the reason',
    code: 'bulk_failed',
    results: [
      {
        id,
        status: 409,
        error: "The slug 'tides' is taken",
        details: "'tides-2' is free",
        code: 'slug_taken',
        issues: [{ path: 'slug', message: 'must not be taken' }],
      },
    ],
  });
});
