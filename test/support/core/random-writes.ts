import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { HttpClient } from '../http/http-client.ts';
import { runSeed } from '../seeded-random.ts';
import { expectStatus, type Instances, type Person } from './instances.ts';

/** The expected state of an item. */
interface Known {
  readonly id: string;
  readonly title: string;
  readonly collectionId: string;
  readonly created_at: number;
}

const limit = 20;

const steps = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'update', 'delete'),
  writer: fc.nat(),
  /** Selects the instance that reads the write back. */
  away: fc.nat(),
  item: fc.nat(),
  collection: fc.constantFrom('pages', 'blog-posts'),
});

/**
 * Makes random writes, each through a random instance. Reads each back immediately through another
 * instance: the item, the list of all items and the list of its collection must show the write. After
 * every fiftieth write, reads everything through all instances, each of which must then answer from its
 * cache. The service must have no content; it has none afterwards.
 *
 * @param before is called before each write with its number.
 */
export const writeAndReadBack = async (
  { clients }: Instances,
  { headers }: Person,
  options: {
    readonly writes: number;
    readonly before?: (write: number) => Promise<void>;
  },
): Promise<void> => {
  const { writes, before } = options;
  const [first] = clients;
  if (first === undefined) throw new Error('There is no instance');
  const collections: readonly { readonly id: string; readonly name: string }[] = (
    await expectStatus(200, first, '/api/collections')
  ).json().data;
  const idOf = (name: string) => collections.find((one) => one.name === name)?.id ?? '';
  const nameOf = (id: string) => collections.find((one) => one.id === id)?.name ?? '';
  const items = new Map<string, Known>();

  const read = async (client: HttpClient, path: string, status = 200) =>
    (await expectStatus(status, client, path)).json();

  const readItem = async (client: HttpClient, id: string, at: string): Promise<void> => {
    const known = items.get(id);
    const { data } = await read(client, `/api/content/${id}`, known === undefined ? 404 : 200);
    expect(data?.title, at).toBe(known?.title);
  };

  /** Reads and checks the first page of all items, and of some collections. */
  const readLists = async (
    client: HttpClient,
    collectionIds: readonly string[],
    at: string,
  ): Promise<void> => {
    const newest = [...items.values()].toSorted(
      (a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1),
    );
    const lists: (readonly [path: string, expected: readonly Known[]])[] = [
      ['/api/content', newest],
    ];
    for (const id of collectionIds) {
      const inside = newest.filter(({ collectionId }) => collectionId === id);
      lists.push([`/api/collections/${nameOf(id)}/content`, inside]);
    }
    for (const [path, expected] of lists) {
      const { data } = await read(client, `${path}?limit=${limit}`);
      const titles = (data as readonly Known[]).map((item) => item.title);
      expect(titles, at).toEqual(expected.slice(0, limit).map(({ title }) => title));
    }
  };

  /** Fails if the instance keeps no lists, as the checks of fresh reads would then prove nothing. */
  const untilCached = (client: HttpClient) =>
    vi.waitUntil(async () => (await read(client, `/api/content?limit=${limit}`)).meta.cache.hit, {
      timeout: 10_000,
    });

  for (const [n, step] of fc.sample(steps, { numRuns: writes, seed: runSeed }).entries()) {
    await before?.(n);
    const writer = clients[step.writer % clients.length] ?? first;
    const readerIndex = step.writer + 1 + (step.away % (clients.length - 1));
    const reader = clients[readerIndex % clients.length] ?? first;
    const chosen = [...items.values()][step.item % Math.max(1, items.size)];
    const kind = chosen === undefined ? 'create' : step.kind;
    const title = `Title ${n}`;
    const record = (known: Known) => {
      items.set(known.id, known);
      return known;
    };
    const write = async (): Promise<Known> => {
      if (kind === 'create' || chosen === undefined) {
        const json = { collectionId: idOf(step.collection), title };
        const created = await expectStatus(201, writer, '/api/content', {
          method: 'POST',
          headers,
          json,
        });
        return record(created.json().data);
      }
      const path = `/api/content/${chosen.id}`;
      if (kind === 'update') {
        const updated = await expectStatus(200, writer, path, {
          method: 'PUT',
          headers,
          json: { title },
        });
        return record(updated.json().data);
      }
      await expectStatus(200, writer, path, { method: 'DELETE', headers });
      items.delete(chosen.id);
      return chosen;
    };
    const touched = await write();

    const at = `write ${n} of SEED=${runSeed}: ${kind}`;
    await readItem(reader, touched.id, at);
    await readLists(reader, [touched.collectionId], at);
    // Fill the caches of every instance, so that the next write makes them stale.
    for (const client of clients) await readLists(client, [], at);
    if (n % 50 > 0) continue;
    for (const client of clients) {
      for (const id of items.keys()) await readItem(client, id, at);
      await readLists(
        client,
        collections.map(({ id }) => id),
        at,
      );
      await untilCached(client);
    }
  }
  for (const id of items.keys()) {
    await expectStatus(200, first, `/api/content/${id}`, { method: 'DELETE', headers });
  }
};
