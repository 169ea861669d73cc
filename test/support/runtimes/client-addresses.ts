import { request } from 'node:http';
import { expect, test } from 'vitest';
import { builtPackage } from './built-package.ts';
import type { RuntimeServer } from './runtime-process.ts';

/** A client: its own address, and the headers that its platform sets. */
interface Client {
  readonly localAddress: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const password = 'correct horse battery';

/**
 * Registers the test of the client's address for a runtime that serves the file in `docs/examples/runtimes`.
 *
 * @param clients two of them, and the headers that no client chooses there.
 */
export const testClientAddresses = (
  start: (folder: string) => Promise<RuntimeServer>,
  [attacker, other]: readonly [Client, Client] = [
    { localAddress: '127.0.0.1' },
    { localAddress: '127.0.0.2' },
  ],
): void => {
  test('no client chooses its address: guesses reach the limit, and another client signs in', async () => {
    await using server = await start(await builtPackage());
    const email = 'ada@example.org';
    expect(await post(server, '/auth/register', attacker, { email, password })).toBe(201);
    const guesses: number[] = [];
    for (let guess = 1; guess <= 6; guess += 1) {
      const invented = `10.1.0.${guess}`;
      const headers = {
        ...Object.fromEntries(inventedHeaders.map((name) => [name, invented])),
        Forwarded: `for=${invented}`,
        ...attacker.headers,
      };
      const body = { email, password: `guess ${guess}` };
      guesses.push(await post(server, '/auth/login', { ...attacker, headers }, body));
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await post(server, '/auth/login', other, { email, password })).toBe(200);
  });
};

const inventedHeaders = [
  'CF-Connecting-IP',
  'X-Forwarded-For',
  'X-Real-IP',
  'True-Client-IP',
  'Fly-Client-IP',
];

const post = (
  { url }: RuntimeServer,
  path: string,
  { localAddress, headers = {} }: Client,
  body: unknown,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const type = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', localAddress, headers: { ...headers, ...type } };
    request(url + path, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(JSON.stringify(body));
  });
