import type { FetchHandler } from 'quoin/adapters/fetch/fetch-handler';
import type { PasswordHasher } from 'quoin/core';
import { openHandler } from '../../../docs/examples/runtimes/open-handler.ts';
import { runPortable } from './portable.ts';

/** Hashing is not what the suites of the REST API are about, and takes most of their time. */
const passwords: PasswordHasher = {
  scheme: 'plain:',
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => ({ matches: hash === `plain:${password}`, outdated: false }),
};

const env = {
  PUBLIC_URL: 'https://cms.example.org',
  JWT_SECRET: 'a secret for tests, of more than thirty-two bytes',
  CSRF_SECRET: 'another secret for tests, of more than thirty-two bytes',
};

const log = { info: () => undefined, warn: console.warn, error: console.error };

let current: { readonly name: string; readonly handler: Promise<FetchHandler> } | undefined;

/** As behind one trusted proxy. */
const clientOf = ({ headers }: Request): string | undefined =>
  headers.get('X-Forwarded-For') ?? undefined;

/** A service for each value of `X-Service`. */
export default {
  fetch: async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/report') return Response.json(await runPortable());
    const name = request.headers.get('X-Service') ?? '';
    if (current?.name !== name) {
      current = { name, handler: openHandler(env, clientOf, { passwords, log }) };
    }
    return (await current.handler)(request);
  },
};
