import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { seededRandom } from '../../support/seeded-random.ts';
import { measureRate } from '../driver/driver.ts';
import { items } from '../driver/exchanges.ts';
import { openServices, send, type Service } from '../servers/service.ts';
import { percentile } from '../statistics.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';
import type { HostileRequests } from './hostile-clients.ts';

/** The characters of the texts, of which a question has 32. */
const characters = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e_00 + at * 7));

const random = seededRandom(47);
const longText = (): string =>
  Array.from({ length: 60_000 }, () => characters[Math.floor(random() * 200)]).join('');

const question = encodeURIComponent(characters.slice(0, 32).join(' '));

/** A few mebibytes each: less would not be costly, and more is refused. */
const costly = [
  `/api/search?limit=100&collection=long&q=${question}`,
  '/api/collections/long/query?limit=1&total=true&sort=data.note,-data.text&where[data.text][contains]=0' +
    '&where[data.text][ne]=x&where[data.note][ne]=y',
  '/api/search?limit=100&q=the',
];

const fill = async (service: Service): Promise<void> => {
  const schema = {
    type: 'object',
    properties: { text: { type: 'textarea' }, note: { type: 'string' } },
  };
  await send(service, 'POST', '/api/collections', { name: 'long', schema }, service.token);
  for (let number = 0; number < 100; number += 1) {
    const item = { title: `Long ${number}`, status: 'published', data: { text: longText() } };
    await send(service, 'POST', '/api/content', { collection: 'long', ...item }, service.token);
  }
};

const only = (process.env['HOSTILE'] ?? '0,1,2').split(',');
const startAttack = (url: string): (() => Promise<void>) => {
  const stream = '/api/changes/stream?after=start&collection=long';
  const workerData: HostileRequests = {
    url,
    costly: costly.filter((_, i) => only.includes(String(i))),
    stream,
  };
  const worker = new Worker(new URL('hostile-clients.ts', import.meta.url), { workerData });
  const ended = once(worker, 'exit');
  return async () => {
    worker.postMessage('end');
    await ended;
  };
};

/**
 * 100 reads by id in a second, far fewer than the service can answer, alone and beside searches, queries and streams that
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
    await fill(service);
    const read = async (): Promise<number> => {
      const load = { connections: 4, next: items(rows, 5_000), seconds, perSecond: 100 };
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
