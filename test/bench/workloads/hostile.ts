import { measureRate } from '../driver/driver.ts';
import { items } from '../driver/exchanges.ts';
import { openServices, send, type Service } from '../servers/service.ts';
import { percentile } from '../statistics.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

/** The characters of the texts, of which a question has 32. */
const characters = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e_00 + at * 7));

const longText = (seed: number): string =>
  Array.from({ length: 60_000 }, (_, at) => characters[(at * 31 + at * at + seed) % 200]).join('');

const question = encodeURIComponent(characters.slice(0, 32).join(' '));

const costly = [
  `/api/search?limit=100&collection=long&q=${question}`,
  `/api/search?limit=100&q=the`,
  '/api/collections/blog-posts/query?limit=1&total=true&sort=data.body,-data.excerpt' +
    '&where[data.body][contains]=e&where[data.body][ne]=x&where[data.excerpt][contains]=e',
];

/** Of 2 clients, each of which sends every costly request again and again, and does not read 20 streams. */
const attack = (service: Service): (() => Promise<void>) => {
  const end = new AbortController();
  const { signal } = end;
  const request = (path: string, client: number): Promise<Response> =>
    fetch(service.url + path, { signal, headers: { 'X-Forwarded-For': `198.51.100.${client}` } });
  const again = async (path: string, client: number): Promise<void> => {
    while (!signal.aborted) {
      await request(path, client)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  const loops = [1, 2].flatMap((client) => costly.map((path) => again(path, client)));
  const streams = [1, 2].flatMap((client) =>
    Array.from({ length: 20 }, () =>
      request('/api/changes/stream?after=start&collection=long', client).catch(() => undefined),
    ),
  );
  return async () => {
    end.abort();
    await Promise.all([...loops, ...streams]);
  };
};

/** Reads by id, alone and beside searches, queries and streams that are made to cost much. */
export const hostile: Workload = async (conditions) => {
  const { rounds, seconds, rows } = conditions;
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  await send(service, 'POST', '/api/collections', { name: 'long' }, service.token);
  for (let number = 0; number < 40; number += 1) {
    const item = { title: `Long ${number}`, status: 'published', data: { text: longText(number) } };
    await send(service, 'POST', '/api/content', { collection: 'long', ...item }, service.token);
  }
  const read = async (): Promise<number> => {
    const next = items(rows, 5_000);
    const { latencies } = await measureRate({ servers: [service], connections: 4, next, seconds });
    return percentile(latencies, 0.95);
  };
  const beside = async (): Promise<number> => {
    const stop = attack(service);
    try {
      return await read();
    } finally {
      await stop();
    }
  };
  const measured = await inRounds(rounds, { alone: read, beside });
  return [
    valueRow(
      'small reads beside hostile ones, p95',
      'ms',
      measured.beside,
      { max: 1.5 },
      'alone',
      measured.alone,
    ),
  ];
};
