import { expect, test } from 'vitest';
import { Type } from 'typebox';
import {
  api,
  errorsOf,
  isConditional,
  jsonBody,
  needsCsrfToken,
  operations,
  answersErrorsWithPage,
  returnsReply,
  type Operation,
} from '../../contracts/index.ts';

const plain: Operation = {
  method: 'get',
  path: '/x',
  tag: 'System',
  summary: 'x',
  description: 'x',
  auth: 'none',
  success: { kind: 'json', status: 200, schema: Type.Object({}) },
};

const errorsWith = (changes: Partial<Operation>) => errorsOf({ ...plain, ...changes });

test('every operation rejects malformed requests and other hosts, can fail, and can be unavailable', () => {
  expect(errorsWith({})).toEqual([400, 421, 500, 503]);
});

test('every operation with credentials can reject them', () => {
  expect(errorsWith({ auth: 'public' })).toEqual([400, 401, 403, 421, 500, 503]);
  expect(errorsWith({ auth: 'user' })).toEqual([400, 401, 403, 421, 500, 503]);
  expect(errorsWith({ auth: 'admin' })).toEqual([400, 401, 403, 421, 500, 503]);
  expect(errorsWith({ auth: 'lenient' })).toEqual([400, 421, 500, 503]);
});

test('every write can be forbidden, and can reject an invalid API token', () => {
  for (const method of ['post', 'put', 'delete'] as const) {
    expect(errorsWith({ method })).toEqual([400, 401, 403, 421, 500, 503]);
  }
});

test('a path parameter adds 404, and a body adds 413 and 415', () => {
  const some = Type.Object({ name: Type.String() });
  expect(errorsWith({ params: some })).toEqual([400, 404, 421, 500, 503]);
  expect(errorsWith({ body: jsonBody(some) })).toEqual([400, 413, 415, 421, 500, 503]);
});

test('an optional body adds no 415', () => {
  expect(errorsOf(api.logOut)).not.toContain(415);
  expect(errorsOf(api.logInByForm)).toContain(415);
});

test('conflicts, versions and rate limits are declared only where they can occur', () => {
  const those = (status: 409 | 412 | 429) =>
    operations.flatMap(([id, each]) => (errorsOf(each).includes(status) ? [id] : [])).toSorted();
  expect(those(412)).toEqual(['deleteContent', 'updateContent']);
  expect(those(429)).toEqual([
    'changePassword',
    'checkSlug',
    'countContent',
    'findContent',
    'getCollectionContent',
    'getContent',
    'getContentInfo',
    'listCollectionContent',
    'listContent',
    'listSummaries',
    'logIn',
    'logInByForm',
    'register',
  ]);
  expect(those(409)).toEqual([
    'createCollection',
    'createContent',
    'createUser',
    'deleteCollection',
    'deleteUser',
    'importMedia',
    'register',
    'updateAccount',
    'updateCollection',
    'updateContent',
    'updateUser',
  ]);
});

test('writes need a CSRF token, except for operations without credentials', () => {
  const exempt = operations
    .filter(([, each]) => each.method !== 'get' && !needsCsrfToken(each))
    .map(([id]) => id);
  expect(exempt.toSorted()).toEqual(['logIn', 'logInByForm', 'register']);
  expect(operations.some(([, each]) => each.method === 'get' && needsCsrfToken(each))).toBe(false);
});

test('content and files support conditional requests', () => {
  const conditional = operations.filter(([, each]) => isConditional(each)).map(([id]) => id);
  expect(conditional.toSorted()).toEqual([
    'getCollectionContent',
    'getContent',
    'getFile',
    'listCollectionContent',
    'listContent',
  ]);
});

test('errors of pages and redirects are pages', () => {
  const pages = operations.filter(([, each]) => answersErrorsWithPage(each)).map(([id]) => id);
  expect(pages.toSorted()).toEqual(['logInByForm', 'logOutByLink', 'showDocs', 'showLogin']);
});

test('a handler returns a reply if its operation has headers or several statuses', () => {
  expect(returnsReply(api.checkSlug)).toBe(false);
  expect(returnsReply(api.getContent)).toBe(true);
  expect(returnsReply(api.getSystemHealth)).toBe(true);
});
