import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { measureRate } from '../driver/driver.ts';
import { items } from '../driver/exchanges.ts';
import { openServices, send } from '../servers/service.ts';
import { percentile } from '../statistics.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';
import type { HostileRequests } from './hostile-clients.ts';

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

const startAttack = (url: string): (() => Promise<void>) => {
  const stream = '/api/changes/stream?after=start&collection=long';
  const workerData: HostileRequests = { url, costly, stream };
  const worker = new Worker(new URL('hostile-clients.ts', import.meta.url), { workerData });
  const ended = once(worker, 'exit');
  return async () => {
    worker.postMessage('end');
    await ended;
  };
};

/**
 * 200 reads by id in a second, far fewer than the service can answer, alone and beside searches, queries and streams that
 * are made to cost much.
 *
 * @param program of another version.
 */
export const besideHostile =
  (program?: string, version = ''): Workload =>
  async (conditions) => {
    const { rounds, seconds, rows } = conditions;
    await using opened = await openServices(conditions, 1, false, program);
    const [service] = opened.services;
    await send(service, 'POST', '/api/collections', { name: 'long' }, service.token);
    for (let number = 0; number < 40; number += 1) {
      const item = {
        title: `Long ${number}`,
        status: 'published',
        data: { text: longText(number) },
      };
      await send(service, 'POST', '/api/content', { collection: 'long', ...item }, service.token);
    }
    const read = async (): Promise<number> => {
      const load = { connections: 4, next: items(rows, 5_000), seconds, perSecond: 200 };
      const { latencies } = await measureRate({ servers: [service], ...load });
      return percentile(latencies, 0.95);
    };
    const beside = async (): Promise<number> => {
      const stop = startAttack(service.url);
      try {
        return await read();
      } finally {
        await stop();
      }
    };
    const measured = await inRounds(rounds, { alone: read, beside });
    const title = `small reads beside hostile ones, p95${version}`;
    const aim = { max: 1.5 };
    return [valueRow(title, 'ms', measured.beside, aim, 'alone', measured.alone)];
  };
