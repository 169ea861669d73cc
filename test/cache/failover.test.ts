import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';
import { startCuttingProxy } from '../support/postgres/cutting-proxy.ts';
import { withOwnPostgres } from '../support/postgres/with-own-postgres.ts';

const valueOn = async (url: string, statement: string): Promise<unknown> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly value: unknown }>(statement);
  await client.end();
  return rows[0]?.value;
};

await withOwnPostgres((postgres) => {
  test('after a failover, reads show what the standby has, and writes go on', async () => {
    await using proxy = await startCuttingProxy(new URL(postgres.url));
    const url = new URL(postgres.url);
    url.port = String(proxy.port);
    const store = openPostgresStore({ url: url.href, poolMax: 4 }, new SystemTimer());
    await store.migrate();
    await using app = await serveApp({ core: { ports: { store } } });
    const { id } = await app.cms.content.create(operator, { collection: 'pages', title: 'One' });
    const paths = ['/api/content', `/api/content/${id}`];

    const titleAt = async (path: string): Promise<{ readonly title: string; source: unknown }> => {
      const response = await fetch(`${app.url}${path}`);
      const { data = [] } = (await response.json()) as {
        readonly data?: { readonly title: string } | readonly { readonly title: string }[];
      };
      const [item] = [data].flat();
      const source = response.headers.get('X-Cache-Source');
      return { title: item?.title ?? String(response.status), source };
    };
    const readAll = async () => Promise.all(paths.map(titleAt));
    const expectInMemory = async (title: string): Promise<void> => {
      const expected = { title, source: 'memory' };
      await expect.poll(readAll).toEqual([expected, expected]);
    };

    await expectInMemory('One');
    const standby = await postgres.startStandby();
    // The standby hears nothing more, so the next write is lost with the primary.
    await valueOn(standby.url, "alter system set primary_conninfo = ''");
    await valueOn(standby.url, 'select pg_reload_conf() as value');
    const receivers = 'select count(*)::integer as value from pg_stat_wal_receiver';
    await expect.poll(() => valueOn(standby.url, receivers)).toBe(0);
    await app.cms.content.update(operator, id, { title: 'Two' });
    await expectInMemory('Two');

    proxy.redirect(new URL(standby.url));
    await postgres.stop('immediate');
    // Connections that were closed may fail a read; none shows what the server does not have.
    const seen = new Set<string>();
    await expect
      .poll(async () => {
        const read = await readAll();
        for (const { title } of read) seen.add(title);
        return read.map(({ title }) => title);
      })
      .toEqual(['One', 'One']);
    expect([...seen].filter((title) => title !== '503')).toEqual(['One']);
    // A standby changes without transactions of its own: no whole answer is known to be unchanged.
    for (let n = 0; n < 3; n += 1) {
      expect((await titleAt(`/api/content/${id}`)).source).toBe('database');
    }

    await valueOn(standby.url, 'select pg_promote() as value');
    await expectInMemory('One');
    await expect
      .poll(async () => {
        try {
          return (await app.cms.content.update(operator, id, { title: 'Three' })).title;
        } catch (error) {
          return error;
        }
      })
      .toBe('Three');
    expect((await readAll()).map(({ title }) => title)).toEqual(['Three', 'Three']);
    await expectInMemory('Three');
    await store.close();
  });
});
