import { afterAll, inject, test } from 'vitest';
import type { Unavailable } from './services.ts';

/** A database of PostgreSQL that nobody else uses. */
interface FreshDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * A new database: migrated, or with nothing in it at all.
 *
 * @throws Error when there is no PostgreSQL to be had and `REQUIRE_SERVICES` is 1.
 */
const freshDatabase = async (
  schema: 'migrated' | 'empty' = 'migrated',
): Promise<FreshDatabase | Unavailable> => {
  const answer = (await ask('POST', schema)) as { readonly url: string } | Unavailable;
  if ('unavailable' in answer) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(answer.unavailable);
    return answer;
  }
  const { url } = answer;
  return { url, [Symbol.asyncDispose]: async () => void (await ask('DELETE', url)) };
};

/**
 * Registers the tests of a file that needs a database of its own. Where there is none to be had,
 * they are one skipped test that says why.
 */
export const withPostgres = async (
  schema: 'migrated' | 'empty',
  registerTests: (url: string) => void | Promise<void>,
): Promise<void> => {
  const database = await freshDatabase(schema);
  if ('unavailable' in database) {
    test('all of this needs PostgreSQL', ({ skip }) => skip(database.unavailable));
    return;
  }
  afterAll(() => database[Symbol.asyncDispose]());
  await registerTests(database.url);
};

const ask = async (method: string, body: string): Promise<unknown> => {
  const response = await fetch(inject('servicesUrl'), { method, body });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};
