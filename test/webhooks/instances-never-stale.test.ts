import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import {
  expectStatus,
  personAt,
  serveInstances,
  type Instances,
  type Person,
} from '../support/core/instances.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { receiverEnv, startReceiver, type Receiver } from '../support/webhooks/receiver.ts';

const rounds = 6;

await withPostgres('migrated', (url) => {
  let instances: Instances;
  let receiver: Receiver;
  let admin: Person;

  beforeAll(async () => {
    receiver = await startReceiver();
    instances = await serveInstances(2, { DATABASE_URL: url, ...receiverEnv });
    admin = await personAt(instances, 'admin', 'ada');
    const { cms } = instances.services[0]!.service;
    await cms.webhooks.create(operator, { name: 'Hook', url: receiver.url });
  });
  afterAll(async () => {
    await instances[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  describe.each([true, false])('with the cache plugin active: %s', (active) => {
    test('a read that begins after a request was received shows the event, on every instance', async () => {
      const { clients, services } = instances;
      await services[0]!.service.cms.plugins.configure(operator, 'cache', { active });
      const { headers } = admin;
      const pages = '/api/content?collection=pages&limit=1000';
      const seen: (readonly [expected: string, shown: readonly (string | undefined)[]])[] = [];
      receiver.respond = async ({ event }) => {
        const { id, title } = event.data as { readonly id: string; readonly title: string };
        const shown: (string | undefined)[] = [];
        for (const client of clients) {
          const list = (await expectStatus(200, client, pages)).json();
          const items = list.data as readonly { readonly id: string; readonly title: string }[];
          shown.push(items.find((item) => item.id === id)?.title);
          shown.push((await expectStatus(200, client, `/api/content/${id}`)).json().data.title);
        }
        seen.push([title, shown]);
        return 204;
      };
      const title = (round: number) => `Round ${round} ${active}`;
      const created = await expectStatus(201, clients[0]!, '/api/content', {
        method: 'POST',
        headers,
        json: { collection: 'pages', title: title(0), status: 'published' },
      });
      const { id } = created.json().data;
      for (let round = 0; round < rounds; round += 1) {
        if (round > 0) {
          const json = { title: title(round) };
          const path = `/api/content/${id}`;
          await expectStatus(200, clients[round % 2]!, path, { method: 'PUT', headers, json });
        }
        // Fills the caches meanwhile.
        await vi.waitUntil(
          async () => {
            await Promise.all(clients.map((client) => expectStatus(200, client, pages)));
            return seen.length > round;
          },
          { timeout: 20_000 },
        );
      }
      expect(seen).toEqual(
        Array.from({ length: rounds }, (_, round) => [
          title(round),
          [title(round), title(round), title(round), title(round)],
        ]),
      );
    });
  });
});
