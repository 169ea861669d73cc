import { expect, test } from 'vitest';
import { Type } from 'typebox';
import {
  api,
  errorsOf,
  isConditional,
  jsonBody,
  needsCsrfToken,
  operations,
  refusesWithPage,
  returnsReply,
  type Operation,
} from '../../contracts/index.ts';

const plain: Operation = {
  method: 'get',
  path: '/x',
  tag: 'System',
  summary: 'x',
  auth: 'none',
  success: { kind: 'json', status: 200, schema: Type.Object({}) },
};

const refusalsOf = (changes: Partial<Operation>) => errorsOf({ ...plain, ...changes });

test('anything can fail or be unavailable', () => {
  expect(refusalsOf({})).toEqual([500, 503]);
});

test('whoever is asked for credentials can be refused for them', () => {
  expect(refusalsOf({ auth: 'public' })).toEqual([401, 403, 500, 503]);
  expect(refusalsOf({ auth: 'user' })).toEqual([401, 403, 500, 503]);
  expect(refusalsOf({ auth: 'admin' })).toEqual([401, 403, 500, 503]);
  expect(refusalsOf({ auth: 'lenient' })).toEqual([500, 503]);
});

test('any write can be forbidden, and refused for an API token that is wrong', () => {
  for (const method of ['post', 'put', 'delete'] as const) {
    expect(refusalsOf({ method })).toEqual([401, 403, 500, 503]);
  }
});

test('what is named in a path can be missing, what is sent can be wrong', () => {
  const some = Type.Object({ name: Type.String() });
  expect(refusalsOf({ params: some })).toEqual([404, 500, 503]);
  expect(refusalsOf({ query: some })).toEqual([400, 500, 503]);
  expect(refusalsOf({ body: jsonBody(some) })).toEqual([400, 413, 415, 500, 503]);
});

test('a body that may be missing may also be of another type', () => {
  expect(errorsOf(api.logOut)).not.toContain(415);
  expect(errorsOf(api.logInByForm)).toContain(415);
});

test('conflicts, versions and limits are named by the operations that know them', () => {
  const those = (status: 409 | 412 | 429) =>
    operations.flatMap(([id, each]) => (errorsOf(each).includes(status) ? [id] : [])).toSorted();
  expect(those(412)).toEqual(['deleteContent', 'updateContent']);
  expect(those(429)).toEqual([
    'changePassword',
    'checkSlug',
    'getContent',
    'listCollectionContent',
    'listContent',
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

test('writes need a CSRF token, except for those that ask nobody who they are', () => {
  const exempt = operations
    .filter(([, each]) => each.method !== 'get' && !needsCsrfToken(each))
    .map(([id]) => id);
  expect(exempt.toSorted()).toEqual(['logIn', 'logInByForm', 'register']);
  expect(operations.some(([, each]) => each.method === 'get' && needsCsrfToken(each))).toBe(false);
});

test('content and files can be asked for only if they have changed', () => {
  const conditional = operations.filter(([, each]) => isConditional(each)).map(([id]) => id);
  expect(conditional.toSorted()).toEqual(['getContent', 'getFile']);
});

test('pages and redirects are refused with pages', () => {
  const pages = operations.filter(([, each]) => refusesWithPage(each)).map(([id]) => id);
  expect(pages.toSorted()).toEqual(['logInByForm', 'logOutByLink', 'showDocs', 'showLogin']);
});

test('a handler returns a reply where its operation has headers or other statuses', () => {
  expect(returnsReply(api.checkSlug)).toBe(false);
  expect(returnsReply(api.getContent)).toBe(true);
  expect(returnsReply(api.getSystemHealth)).toBe(true);
});
