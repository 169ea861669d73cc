import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { expectStatus, at, expectError, restWorld, textAt } from './rest-world.ts';

/** Health, the OpenAPI document, and the common properties of all responses. */
export const restSystemSuite = suite<RestSubject>('REST system', {
  'the health endpoint reports a healthy process': async (subject) => {
    const { anonymous } = restWorld(subject);
    const { json } = expectStatus(await anonymous.get('/api/health'), 200);
    equal(textAt(json, 'data', 'status'), 'healthy', 'status');
    ok(!Number.isNaN(Date.parse(textAt(json, 'data', 'timestamp'))), 'timestamp is a date');
  },

  'the system health contains the latency of each dependency': async (subject) => {
    const { anonymous } = restWorld(subject);
    const { json } = expectStatus(await anonymous.get('/api/system/health'), 200);
    equal(textAt(json, 'data', 'status'), 'healthy', 'status');
    ok(typeof at(json, 'data', 'uptime') === 'number', 'uptime');
    for (const name of ['database', 'keyValue', 'storage']) {
      ok(typeof at(json, 'data', 'checks', name, 'latency') === 'number', `latency of ${name}`);
      equal(textAt(json, 'data', 'checks', name, 'status'), 'healthy', `status of ${name}`);
    }
  },

  'the OpenAPI document is served with and without a trailing slash': async (subject) => {
    const { anonymous } = restWorld(subject);
    const { text, json } = expectStatus(await anonymous.get('/api/'), 200);
    equal(textAt(json, 'openapi'), '3.0.3', 'version');
    at(json, 'paths', '/api/content/{id}', 'put');
    at(json, 'paths', '/api/collections/{name}/content', 'get');
    equal((await anonymous.get('/api')).text, text, 'the document at /api');
  },

  'the document of a service has the collections that the caller sees': async (subject) => {
    const { admin, anonymous, as } = restWorld(subject);
    const caller = await admin();
    const everything = expectStatus(await anonymous.get('/api/openapi'), 200);
    const pages = at(everything.json, 'components', 'schemas', 'PublishedPagesItem', 'properties');
    equal(textAt(pages, 'data', '$ref'), '#/components/schemas/PagesData', 'the data of a page');
    at(everything.json, 'paths', '/api/collections/blog-posts/content', 'get');
    const body = { name: 'Pages', collections: ['pages'] };
    const created = await caller.post('/api/tokens', body);
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const some = expectStatus(await token.get('/api/openapi'), 200);
    at(some.json, 'paths', '/api/collections/pages/content', 'get');
    ok(!/BlogPosts|collections\/blog-posts/.test(some.text), 'no other collection');
    const tag = everything.headers['etag'] ?? '';
    ok(tag !== some.headers['etag'], 'the tags of different documents differ');
    const again = await anonymous.get('/api/openapi', { 'If-None-Match': tag });
    equal([again.status, again.text], [304, ''], 'the answer to the same tag');
    equal(some.headers['cache-control'], 'private, no-cache', 'Cache-Control');
  },

  'all responses have security headers and do not name the server': async (subject) => {
    const { anonymous } = restWorld(subject);
    for (const path of [
      '/api/content',
      '/api/nothing',
      '/docs',
      '/auth/login',
      '/',
      '/files/x/y',
    ]) {
      const { headers } = await anonymous.get(path);
      equal(headers['x-content-type-options'], 'nosniff', `nosniff on ${path}`);
      ok(headers['content-security-policy'] !== undefined, `a policy on ${path}`);
      ok(headers['referrer-policy'] !== undefined, `a referrer policy on ${path}`);
      equal(headers['x-powered-by'], undefined, `X-Powered-By on ${path}`);
      equal(headers['server'], undefined, `Server on ${path}`);
    }
  },

  'an unsupported method is rejected with the supported methods': async (subject) => {
    const { anonymous } = restWorld(subject);
    const response = await anonymous.send({ method: 'PATCH', path: '/api/content' });
    expectError(response, 405, 'method_not_allowed');
    const allowed = (response.headers['allow'] ?? '').split(/, */).sort();
    equal(allowed, ['GET', 'HEAD', 'OPTIONS', 'POST'], 'Allow');
    expectError(await anonymous.post('/api/health', {}), 405);
  },

  'HEAD returns the same as GET, without a body': async (subject) => {
    const { anonymous } = restWorld(subject);
    const get = await anonymous.get('/api/collections');
    const head = await anonymous.send({ method: 'HEAD', path: '/api/collections' });
    equal([head.status, head.text], [200, ''], 'status and body');
    equal(head.headers['content-type'], get.headers['content-type'], 'Content-Type');
  },

  'paths match exactly': async (subject) => {
    const { anonymous } = restWorld(subject);
    for (const path of [
      '/api/Content',
      '/API/content',
      '/api/content/',
      '/api//content',
      '/api/%63ontent/x/y',
      '/api/nothing',
    ]) {
      expectError(await anonymous.get(path), 404, 'not_found');
    }
  },

  'a body that is malformed, too large or of another type is rejected': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const send = (body: string, contentType = 'application/json') =>
      caller.send({
        method: 'POST',
        path: '/api/content',
        headers: { 'Content-Type': contentType },
        body,
      });
    for (const body of ['{', '', '[]', '"x"', 'null', '1', '{"a":1}x', "{'a':1}"]) {
      expectError(await send(body), 400);
    }
    expectError(await send('{}', 'text/plain'), 415, 'unsupported_content_type');
    expectError(await send('a=b', 'application/x-www-form-urlencoded'), 415);
    expectError(await send(JSON.stringify({ title: 'x'.repeat(4 * 1024 * 1024) })), 413);
    expectError(await caller.put('/api/settings', { siteName: 'x'.repeat(70_000) }), 413);
    expectError(await send('{"title":"a\\u0000b","collectionId":"x"}'), 400, 'invalid_text');
  },
});
