import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { multipart, multipartType } from '../http/multipart.ts';

export type LoadKind = 'reads' | 'creates' | 'uploads';

/** Clients that read, create and upload until `end` is called, with pauses of 50 ms. They never retry. */
export interface RestartLoad {
  /** The number of requests that have ended, with or without success. */
  readonly counts: () => Readonly<Record<LoadKind, number>>;
  /** Every response that was not 2xx, and every request without a response. */
  readonly failures: () => readonly string[];
  /** Stops the clients after their current requests. */
  readonly end: () => Promise<void>;
  /** Reads everything that was acknowledged. @returns what is missing or differs. */
  readonly missing: () => Promise<readonly string[]>;
}

const account = { email: 'ada@example.org', password: 'correct horse battery' };
const json = { 'Content-Type': 'application/json' };

/** @param url the URL of a service without accounts. */
export const startLoad = async (url: string): Promise<RestartLoad> => {
  const failures: string[] = [];
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T | undefined> => {
    const name = `${init.method ?? 'GET'} ${path}`;
    try {
      const response = await fetch(`${url}${path}`, init);
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      failures.push(`${name}: ${response.status} ${text}`);
    } catch (error) {
      failures.push(`${name}: ${String(error)}`);
    }
    return undefined;
  };
  const postJson = <T>(path: string, body: object, headers = {}): Promise<T | undefined> =>
    call(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

  const registered = await postJson<{ token: string }>('/auth/register', account);
  const bearer = { Authorization: `Bearer ${registered?.token}` };
  const collections = await call<{ data: { id: string }[] }>('/api/collections');
  const collectionId = collections?.data[0]?.id;

  const counts = { reads: 0, creates: 0, uploads: 0 };
  const created: string[] = [];
  const stored = new Map<string, string>();
  let isOver = false;
  let rounds = 0;
  const repeat = async (kind: LoadKind, work: (n: number) => Promise<void>): Promise<void> => {
    while (!isOver) {
      rounds += 1;
      await work(rounds);
      counts[kind] += 1;
      await sleep(50);
    }
  };
  const read = async (): Promise<void> => void (await call('/api/content?limit=20'));
  const create = async (n: number): Promise<void> => {
    const item = { collectionId, title: `Item ${n}`, data: { content: 'x'.repeat(500) } };
    const answer = await postJson<{ data: { id: string } }>('/api/content', item, bearer);
    if (answer !== undefined) created.push(answer.data.id);
  };
  const upload = async (n: number): Promise<void> => {
    const content = Buffer.alloc(200_000, `upload ${n} `);
    const body = slowly(multipart([{ name: 'file', filename: 'notes.txt' }, content]));
    const headers = { ...bearer, 'Content-Type': multipartType };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const answer = await call<{ data: { url: string } }>('/api/media/upload', init);
    if (answer !== undefined) stored.set(new URL(answer.data.url).pathname, sha256(content));
  };
  const running = [
    ...[1, 2, 3].map(() => repeat('reads', read)),
    ...[1, 2].map(() => repeat('creates', create)),
    ...[1, 2, 3].map(() => repeat('uploads', upload)),
  ];

  const get = async (path: string): Promise<Response> => fetch(`${url}${path}`);
  return {
    counts: () => ({ ...counts }),
    failures: () => failures,
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
    missing: async () => {
      const lost: string[] = [];
      for (const id of created) {
        const response = await get(`/api/content/${id}`);
        await response.text();
        if (response.status !== 200) lost.push(`item ${id}`);
      }
      for (const [path, digest] of stored) {
        if (sha256(await (await get(path)).bytes()) !== digest) lost.push(path);
      }
      return lost;
    },
  };
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An upload takes about one second, so that some are in progress when an instance ends. */
const slowly = (body: Uint8Array): ReadableStream<Uint8Array> => {
  const step = Math.ceil(body.length / 10);
  let sent = 0;
  return new ReadableStream({
    pull: async (controller) => {
      await sleep(100);
      controller.enqueue(body.subarray(sent, sent + step));
      sent += step;
      if (sent >= body.length) controller.close();
    },
  });
};
