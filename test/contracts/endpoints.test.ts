import { expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';

/**
 * All endpoints of the API, written from the specification and not from the contracts: who may call it,
 * the method, the path, and the status of success.
 */
const endpoints = `
public   GET    /api/content                       200
public   GET    /api/content/check-slug            200
user     GET    /api/content/summaries             200
user     GET    /api/content/find                  200
user     GET    /api/content/counts                200
public   GET    /api/content/{id}                  200
user     GET    /api/content/{id}/info             200
user     POST   /api/content                       201
user     PUT    /api/content/{id}                  200
user     DELETE /api/content/{id}                  200

public   GET    /api/collections                   200
public   GET    /api/collections/{name}/content    200
public   GET    /api/collections/{name}/content/{idOrSlug} 200
admin    POST   /api/collections                   201
admin    GET    /api/collections/{name}            200
admin    PUT    /api/collections/{name}            200
admin    POST   /api/collections/{name}/check      200
admin    DELETE /api/collections/{name}            200

user     GET    /api/media                         200
user     POST   /api/media/upload                  201
user     GET    /api/media/{id}                    200
user     PUT    /api/media/{id}                    200
user     DELETE /api/media/{id}                    200
admin    POST   /api/media/rebase                  200
none     GET    /files/{key}                       200

none     GET    /api/                              200
none     GET    /api                               200
none     GET    /api/health                        200
none     GET    /api/system/health                 200
none     GET    /docs                              200

none     POST   /auth/login                        200
none     POST   /auth/login/form                   303
lenient  GET    /auth/login                        200
none     POST   /auth/register                     201
lenient  POST   /auth/logout                       200
lenient  GET    /auth/logout                       302
user     POST   /auth/logout/others                200
user     GET    /auth/me                           200
user     PUT    /auth/me                           200
user     PUT    /auth/password                     200

admin    GET    /api/tokens                        200
admin    POST   /api/tokens                        201
admin    DELETE /api/tokens/{id}                   200

admin    GET    /api/users                         200
admin    POST   /api/users                         201
admin    GET    /api/users/{id}                    200
admin    PUT    /api/users/{id}                    200
admin    DELETE /api/users/{id}                    200
admin    PUT    /api/users/{id}/permissions        200

admin    GET    /api/settings                      200
admin    PUT    /api/settings                      200
admin    GET    /api/plugins                       200
admin    PUT    /api/plugins/{name}                200
admin    POST   /api/plugins/cache/purge           200
admin    GET    /api/plugins/cache/stats           200

admin    POST   /api/transfer/content              200
admin    POST   /api/transfer/collections          200
admin    POST   /api/transfer/media                201
admin    GET    /api/transfer/export               200
`;

const expected = endpoints
  .split('\n')
  .map((line) => line.trim().replace(/\s+/g, ' '))
  .filter((line) => line !== '');

test('the operations are exactly the endpoints of the specification', () => {
  const actual = operations.map(
    ([, { auth, method, path, success }]) =>
      `${auth} ${method.toUpperCase()} ${path} ${success.status}`,
  );
  expect(actual.toSorted()).toEqual(expected.toSorted());
});

test('the parameters of a path equal those in its template', () => {
  for (const [id, { path, params }] of operations) {
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.properties ?? {}), id).toEqual(named);
  }
});

test('a path parameter is a whole segment', () => {
  for (const [, { path }] of operations) {
    expect(path).toMatch(/^(?:\/(?:[a-z-]+|\{[a-zA-Z]+\}))+\/?$/);
  }
});

test('every creation of something with a URL returns its Location', () => {
  for (const [id, { success }] of operations) {
    if (success.status === 201) expect(success.headers?.properties, id).toHaveProperty('Location');
  }
});

test('bodies are limited to 64 KiB, content to 4 MiB and imports to 8 MiB', () => {
  const limits = operations.flatMap(([id, { body }]) =>
    body === undefined || body.limit === 64 * 1024 ? [] : [[id, body.limit / 1024 ** 2]],
  );
  expect(Object.fromEntries(limits)).toEqual({
    createContent: 4,
    updateContent: 4,
    importContent: 8,
    importCollections: 8,
  });
});
