import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import {
  expectStatus,
  personAt,
  serveInstances,
  type Instances,
  type Person,
} from '../support/core/instances.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

interface Listed {
  readonly data: readonly { readonly id: string; readonly title: string }[];
}

/** How many changes are followed in each case. */
const rounds = Number(process.env['FEED_ROUNDS'] ?? 15);

await withPostgres('migrated', (url) => {
  let instances: Instances;
  let admin: Person;

  beforeAll(async () => {
    instances = await serveInstances(2, { DATABASE_URL: url });
    admin = await personAt(instances, 'admin', 'ada');
  });
  afterAll(() => instances[Symbol.asyncDispose]());

  describe.each([true, false])('with the cache plugin active: %s', (active) => {
    beforeAll(async () => {
      const { cms } = instances.services[0]!.service;
      await cms.plugins.configure(operator, 'cache', { active });
    });

    test('a read that begins after a change was received shows it, on every instance', async () => {
      const { clients } = instances;
      const { headers } = admin;
      const pages = '/api/content?collection=pages&limit=1000';
      const cursorAt = async (client: (typeof clients)[number]) =>
        (await expectStatus(200, client, '/api/changes?collection=pages')).json().meta.cursor;
      const cursors = await Promise.all(clients.map(cursorAt));
      const created = await expectStatus(201, clients[0]!, '/api/content', {
        method: 'POST',
        headers,
        json: { collection: 'pages', title: `Round ${active}`, status: 'published' },
      });
      const { id } = created.json().data;
      let expected: string | undefined = `Round ${active}`;
      for (let round = 0; round <= rounds; round += 1) {
        const writer = clients[round % 2]!;
        if (round === rounds) {
          await expectStatus(200, writer, `/api/content/${id}`, { method: 'DELETE', headers });
          expected = undefined;
        } else if (round > 0) {
          expected = `Round ${round} ${active}`;
          const json = { title: expected };
          await expectStatus(200, writer, `/api/content/${id}`, { method: 'PUT', headers, json });
        }
        // Fills the caches meanwhile.
        await Promise.all(clients.map((client) => expectStatus(200, client, pages)));
        for (const [at, client] of clients.entries()) {
          const path = `/api/changes?collection=pages&wait=25&after=${cursors[at]}`;
          const { data, meta } = (await expectStatus(200, client, path)).json();
          expect(data).toMatchObject([
            expected === undefined
              ? { type: 'removed', id }
              : { type: 'upserted', id, item: { title: expected } },
          ]);
          cursors[at] = meta.cursor;
          for (const other of clients) {
            const list = (await expectStatus(200, other, pages)).json() as Listed;
            const shown = list.data.find((item) => item.id === id);
            expect(shown?.title).toBe(expected);
            const status = expected === undefined ? 404 : 200;
            const item = (await expectStatus(status, other, `/api/content/${id}`)).json();
            expect(item.data?.title).toBe(expected);
          }
        }
      }
    });
  });
});
