import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import type { PostgresStore } from '../../adapters/postgres/postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters, type CreateApp } from '../support/http/http-adapters.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

/** Two services, each in a schema of its own, with an instance on each adapter. */
const schemas = ['first', 'second'] as const;

await withPostgres('empty', (url) => {
  const stores: PostgresStore[] = [];
  const apps: Record<string, readonly TestApp[]> = {};

  const serve = async (schema: string, create: CreateApp): Promise<TestApp> => {
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    const store = openPostgresStore({ url: address.href, poolMax: 3 }, new SystemTimer());
    stores.push(store);
    await store.migrate();
    return serveApp({ create, core: { ports: { store } } });
  };

  beforeAll(async () => {
    const store = openPostgresStore({ url, poolMax: 1 }, new SystemTimer());
    stores.push(store);
    for (const schema of schemas) {
      await store.database.pool.knex.raw('create schema ??', [schema]);
      apps[schema] = await Promise.all(httpAdapters.map(({ create }) => serve(schema, create)));
    }
  });

  afterAll(async () => {
    for (const app of Object.values(apps).flat()) await app[Symbol.asyncDispose]();
    for (const store of stores) await store.close();
  });

  test('services in one database see all of their own writes at once, and none of the other', async () => {
    const items = new Map<string, string>();
    for (const schema of schemas) {
      const { cms } = apps[schema]![0]!;
      const { id } = await cms.content.create(operator, { collection: 'pages', title: schema });
      items.set(schema, id);
    }
    const titles = async ({ url: base }: TestApp): Promise<readonly string[]> => {
      const { data } = (await (await fetch(`${base}/api/content`)).json()) as {
        readonly data: readonly { readonly title: string }[];
      };
      return data.map(({ title }) => title);
    };
    for (let n = 0; n < 30; n += 1) {
      await Promise.all(
        schemas.map(async (schema) => {
          const [writer, reader] = apps[schema]!;
          const title = `${schema} ${n}`;
          await writer!.cms.content.update(operator, items.get(schema)!, { title });
          expect([await titles(reader!), await titles(writer!)]).toEqual([[title], [title]]);
        }),
      );
    }
  });
});
