import { test } from 'vitest';
import { createFetchHandler } from '../../adapters/fetch/fetch-handler.ts';
import { registerSuite, restApiSuites, type RestSubject } from '../conformance/index.ts';
import { multipart, multipartType } from '../conformance/rest-api/multipart.ts';
import { newClients } from '../conformance/rest-api/new-clients.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { assertDocumented } from '../support/http/assert-documented.ts';

/** Passes requests to the handler, without a server. */
const openSubject = async (): Promise<RestSubject> => {
  const { cms, clock, log } = await memoryCms({});
  const handle = createFetchHandler(cms, {
    publicUrl: 'http://cms.test',
    mediaBaseUrl: 'http://cms.test/files',
    csrfSecret: 'another secret for tests, of more than thirty-two bytes',
    clientOf: ({ headers }) => headers.get('X-Forwarded-For') ?? 'one client',
    uploadMaxBytes: 1024 * 1024,
    clock,
    log,
  });
  return {
    newClient: newClients(),
    send: async ({ method, path, headers, body, parts }) => {
      const form = parts && { 'Content-Type': multipartType };
      const sent = parts === undefined ? body : multipart(parts);
      const response = await handle(
        new Request(`http://cms.test${path}`, {
          method,
          headers: { ...headers, ...form },
          body: sent === undefined ? null : (sent as string | Uint8Array<ArrayBuffer>),
        }),
      );
      const bytes = new Uint8Array(await response.arrayBuffer());
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie(),
        bytes,
        text: new TextDecoder().decode(bytes),
      };
      assertDocumented({
        ...answer,
        method,
        path: path.split('?')[0] ?? '',
        headers: response.headers,
      });
      return answer;
    },
  };
};

for (const suite of restApiSuites) {
  registerSuite(suite, async () => ({ subject: await openSubject() }), test);
}
