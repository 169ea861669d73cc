import { Type } from 'typebox';
import { expect, test } from 'vitest';
import {
  answersErrorsWithPage,
  api,
  errorsOf,
  isConditional,
  jsonBody,
  needsCsrfToken,
  operations,
  returnsReply,
  whoMay,
  type Operation,
} from '../../contracts/index.ts';
import { documentedEndpoints } from '../architecture/pages.ts';

test('docs/rest-api.md lists exactly the operations', () => {
  const listed = documentedEndpoints.map(({ method, path }) => `${method} ${path}`);
  const actual = operations.map(([, { method, path }]) => `${method} ${path}`);
  expect(listed.toSorted()).toEqual(actual.toSorted());
});

test('only operations for users need a right', () => {
  const needing = operations.filter(([, { right }]) => right !== undefined);
  expect(needing.length).toBeGreaterThan(20);
  for (const [id, { auth }] of needing) expect([id, auth]).toEqual([id, 'user']);
});

test('who may call an operation follows from the table of rights', () => {
  const who = new Map(operations.map(([id, operation]) => [id, whoMay(operation)]));
  expect(
    ['getContent', 'getAccount', 'createUser', 'createContent', 'updateContent'].map((id) =>
      who.get(id),
    ),
  ).toEqual(['anybody', 'users', 'admin', 'author, editor, admin', 'author (own), editor, admin']);
  expect(['bulkContent', 'emptyTrash'].map((id) => who.get(id))).toEqual([
    'author, editor, admin',
    'editor, admin',
  ]);
});

test('an operation that docs/rest-api.md says creates one thing returns 201, and no other does', () => {
  const creating = documentedEndpoints.filter(({ does }) =>
    /^(?:creates|uploads|registers|imports) an? /.test(does),
  );
  const actual = operations.filter(([, { success }]) => success.status === 201);
  expect(creating.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    actual.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
  );
});

test('every creation of something with a URL returns its Location', () => {
  for (const [id, { success }] of operations) {
    if (success.status === 201) expect(success.headers?.properties, id).toHaveProperty('Location');
  }
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

test('bodies are limited to 64 KiB, content and schemas to 4 MiB, and imports to 8 MiB', () => {
  const mebibyte = 1024 ** 2;
  const larger: Readonly<Record<string, number>> = {
    Content: 4 * mebibyte,
    Schema: 4 * mebibyte,
    Transfer: 8 * mebibyte,
  };
  for (const [id, { tag, body }] of operations) {
    if (body !== undefined) expect([64 * 1024, larger[tag]], id).toContain(body.limit);
  }
  expect(api.createContent.body.limit).toBe(larger['Content']);
  expect(api.planSchema.body.limit).toBe(larger['Schema']);
  expect(api.importContent.body.limit).toBe(larger['Transfer']);
});

const plain: Operation = {
  method: 'get',
  path: '/x',
  tag: 'System',
  summary: 'x',
  description: 'x',
  auth: 'none',
  success: { kind: 'json', status: 200, schema: Type.Object({}) },
};
const writes = ['post', 'put', 'delete'] as const;

const errorsWith = (changes: Partial<Operation>) => errorsOf({ ...plain, ...changes });

test('every operation rejects malformed requests and other hosts, can fail, and can be unavailable', () => {
  expect(errorsWith({})).toEqual([400, 421, 500, 503]);
});

test('every operation with credentials can reject them', () => {
  expect(errorsWith({ auth: 'public' })).toEqual([400, 401, 421, 500, 503]);
  expect(errorsWith({ auth: 'user' })).toEqual([400, 401, 403, 421, 500, 503]);
  expect(errorsWith({ auth: 'admin' })).toEqual([400, 401, 403, 421, 500, 503]);
  expect(errorsWith({ auth: 'lenient' })).toEqual([400, 421, 500, 503]);
  expect(errorsWith({ auth: 'diagnostic' })).toEqual([400, 421, 500, 503]);
});

test('every write can be forbidden, and can reject an invalid API token', () => {
  for (const method of writes) {
    expect(errorsWith({ method })).toEqual([400, 401, 403, 421, 500, 503]);
  }
});

test('a path parameter adds 404, a body 413 and 415, and a precondition 412', () => {
  const some = Type.Object({ name: Type.String() });
  expect(errorsWith({ params: some })).toEqual([400, 404, 421, 500, 503]);
  expect(errorsWith({ body: jsonBody(some) })).toEqual([400, 413, 415, 421, 500, 503]);
  const headers = Type.Object({ 'If-Match': Type.Optional(Type.String()) });
  expect(errorsWith({ headers })).toEqual([400, 412, 421, 500, 503]);
});

test('an optional body adds no 415', () => {
  expect(errorsOf(api.logOut)).not.toContain(415);
  expect(errorsOf(api.logInByForm)).toContain(415);
});

test('writes need a CSRF token, except for operations without credentials', () => {
  for (const auth of ['lenient', 'public', 'user', 'admin'] as const) {
    expect(needsCsrfToken({ ...plain, auth })).toBe(false);
    for (const method of writes) expect(needsCsrfToken({ ...plain, method, auth })).toBe(true);
  }
  for (const method of writes) expect(needsCsrfToken({ ...plain, method })).toBe(false);
});

test('a read with an ETag supports conditional requests', () => {
  const headers = Type.Object({ ETag: Type.String() });
  const tagged = { ...plain, success: { ...plain.success, headers } } as Operation;
  expect(isConditional(tagged)).toBe(true);
  expect(isConditional({ ...tagged, method: 'put' })).toBe(false);
  expect(isConditional(plain)).toBe(false);
  expect(isConditional({ ...tagged, auth: 'admin' })).toBe(false);
});

test('errors of pages and redirects are pages', () => {
  expect(answersErrorsWithPage(api.showLogin)).toBe(true);
  expect(answersErrorsWithPage(api.logOutByLink)).toBe(true);
  expect(answersErrorsWithPage(api.getFile)).toBe(false);
  expect(answersErrorsWithPage(plain)).toBe(false);
});

test('a handler returns a reply if its operation has headers or several statuses', () => {
  expect(returnsReply(api.checkSlug)).toBe(false);
  expect(returnsReply(api.getContent)).toBe(true);
  expect(returnsReply(api.getSystemHealth)).toBe(true);
});
