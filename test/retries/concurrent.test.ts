import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator, type Attempt, type DomainEvent } from '../../core/index.ts';
import {
  personAt,
  serveInstances,
  type Instances,
  type Person,
} from '../support/core/instances.ts';
import { serveApp } from '../support/http/app.ts';
import type { Answer } from '../support/http/http-client.ts';
import { tellEvents } from '../support/core/tell-events.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

/** An application whose hook waits for a signal before it lets an item be created. */
const appWithHook = async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const events: DomainEvent[] = [];
  const decide = async (attempt: Attempt): Promise<undefined> => {
    if (attempt.operation === 'content.create' && attempt.item.title !== 'Slow') return;
    begun.resolve();
    await released.promise;
  };
  const hooks = [{ name: 'slow', operations: ['content.create'] as const, decide }];
  const app = await serveApp({ core: { hooks, onEvent: (event) => void events.push(event) } });
  const { bearer } = await app.signIn('editor');
  const [collection] = await app.cms.collections.list(operator);
  const post = (key: string, title: string): Promise<Answer> =>
    app.request('/api/content', {
      method: 'POST',
      headers: { ...bearer, 'Idempotency-Key': key },
      json: { collectionId: collection?.id, title },
    });
  return { app, events, post, begun: begun.promise, release: released.resolve };
};

describe('while the first request runs', () => {
  test('a repeat gets 409 with Retry-After, and another request 422', async () => {
    const { app, events, post, begun, release } = await appWithHook();
    await using _ = app;
    const first = post('running', 'Slow');
    await begun;
    const repeat = await post('running', 'Slow');
    expect([repeat.status, repeat.json().code]).toEqual([409, 'in_progress']);
    expect(repeat.headers.get('retry-after')).toMatch(/^[12]$/);
    expect(repeat.headers.get('idempotent-replayed')).toBeNull();
    const other = await post('running', 'Other');
    expect([other.status, other.json().code]).toEqual([422, 'idempotency_mismatch']);
    // Nothing waits for a request that has not written yet.
    expect((await post('another', 'Quick')).status).toBe(201);
    release();
    const created = await first;
    expect(created.status).toBe(201);
    const again = await post('running', 'Slow');
    expect([again.status, again.text]).toEqual([201, created.text]);
    await tellEvents(app.cms);
    const written = events.filter(({ type }) => type === 'content.created');
    expect(written).toHaveLength(2);
  });
});

await withPostgres('migrated', (url) => {
  describe('three instances on one Postgres', () => {
    let instances: Instances;
    let editor: Person;
    let collectionId: string;

    beforeAll(async () => {
      instances = await serveInstances(3, { DATABASE_URL: url });
      editor = await personAt(instances, 'editor', 'racer');
      const [first] = instances.services;
      collectionId = (await first?.service.cms.collections.list(operator))?.[0]?.id ?? '';
    });

    afterAll(() => instances[Symbol.asyncDispose]());

    const post = (instance: number, key: string): Promise<Answer> => {
      const { request } = instances.clients[instance % 3] ?? instances.proxied;
      return request('/api/content', {
        method: 'POST',
        headers: { ...editor.headers, 'Idempotency-Key': key },
        json: { collectionId, title: `Of ${key}` },
      });
    };

    test('one of concurrent requests runs; the others are in progress or get its response', async () => {
      for (let round = 0; round < 20; round += 1) {
        const key = `race-${round}`;
        const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => post(n, key)));
        const own = answers.filter(
          ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
        );
        expect(own).toHaveLength(1);
        for (const answer of answers) {
          if (answer.status === 409) expect(answer.json().code).toBe('in_progress');
          else expect([answer.status, answer.text]).toEqual([201, own[0]?.text]);
        }
        const repeats = await Promise.all([0, 1, 2].map((n) => post(n, key)));
        for (const { status, text, headers } of repeats) {
          expect([status, text, headers.get('idempotent-replayed')]).toEqual([
            201,
            own[0]?.text,
            'true',
          ]);
        }
      }
      const { data } = (await instances.proxied.request('/api/content?limit=1000')).json();
      expect(data).toHaveLength(20);
    });

    test('concurrent updates of one item with different keys are all made', async () => {
      const { id } = (await post(0, 'the-item')).json().data;
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const { request } = instances.clients[n % 3] ?? instances.proxied;
          const headers = { ...editor.headers, 'Idempotency-Key': `update-${n}` };
          const json = { title: `Title ${n}` };
          return (await request(`/api/content/${id}`, { method: 'PUT', headers, json })).status;
        }),
      );
      expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
      const read = await instances.proxied.request(`/api/content/${id}`);
      expect(read.headers.get('etag')).toMatch(/^"31-/);
    });
  });
});
