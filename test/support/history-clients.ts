import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryEvent, Seen } from './history.ts';

/** A seeded random number generator (mulberry32). Returns numbers from 0 to below 1. */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export interface HistoryWorld {
  /** The URLs of all instances. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly collectionId: string;
  readonly random: () => number;
}

export interface HistoryClients {
  /** All events, in the order in which they ended. */
  readonly events: readonly HistoryEvent[];
  /** The number of responses other than 503, from all clients. */
  readonly answered: () => number;
  /** Runs one client that sends requests until all clients together have `target` responses. */
  readonly work: (target: number) => Promise<void>;
  /** Reads all items, page by page. */
  readonly walk: () => Promise<readonly Seen[]>;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly version: number;
}

type Shown = Omit<Seen, 'updatedAt'> & { readonly updated_at: number };

export const historyClients = ({
  urls,
  token,
  collectionId,
  random,
}: HistoryWorld): HistoryClients => {
  const events: HistoryEvent[] = [];
  const known: string[] = [];
  let answered = 0;
  let titles = 0;

  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  const send = async (method: string, path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${pick(urls)}/api/content${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const version = Number((response.headers.get('ETag') ?? '').replaceAll('"', ''));
    return { status: response.status, text, version };
  };

  const seenIn = ({ text, version }: Reply): readonly Seen[] => {
    const { data } = JSON.parse(text) as { readonly data: Shown | readonly Shown[] };
    return [data].flat().map(({ id, title, slug, updated_at: updatedAt }) => ({
      id,
      title,
      slug,
      updatedAt,
      ...(version > 0 && { version }),
    }));
  };

  const record = async (
    event: Pick<HistoryEvent, 'kind' | 'id' | 'title'>,
    send: () => Promise<Reply>,
  ): Promise<void> => {
    const startedAt = performance.now();
    const reply = await send();
    const outcome = outcomeOf(event.kind, reply);
    const endedAt = outcome === 'unknown' ? Infinity : performance.now();
    const seen = reply.status < 300 && event.kind !== 'delete' ? seenIn(reply) : [];
    const id = event.kind === 'create' ? seen[0]?.id : event.id;
    events.push({ ...event, startedAt, endedAt, outcome, seen, ...(id !== undefined && { id }) });
    if (event.kind === 'create' && id !== undefined) known.push(id);
    if (reply.status === 503) await sleep(50);
    else answered += 1;
  };

  const step = async (): Promise<void> => {
    const id = pick(known.slice(-40));
    const dice = random();
    const title = `Title ${(titles += 1)}`;
    if (id === undefined || dice < 0.2) {
      const slug = random() < 0.5 ? { slug: `slug-${Math.floor(random() * 20)}` } : {};
      const body = { collectionId, title, ...slug };
      await record({ kind: 'create', title }, () => send('POST', '', body));
    } else if (dice < 0.5) {
      await record({ kind: 'update', id, title }, () => send('PUT', `/${id}`, { title }));
    } else if (dice < 0.6) {
      await record({ kind: 'delete', id }, () => send('DELETE', `/${id}`));
    } else if (dice < 0.9) {
      await record({ kind: 'read', id }, () => send('GET', `/${id}`));
    } else {
      await record({ kind: 'list' }, () => send('GET', '?limit=20'));
    }
  };

  return {
    events,
    answered: () => answered,
    work: async (target) => {
      while (answered < target) await step();
    },
    walk: async () => {
      const items: Seen[] = [];
      for (;;) {
        const page = seenIn(await send('GET', `?limit=7&offset=${items.length}`));
        if (page.length === 0) return items;
        items.push(...page);
      }
    },
  };
};

const outcomeOf = (
  kind: HistoryEvent['kind'],
  { status, text }: Reply,
): HistoryEvent['outcome'] => {
  // For a read, 404 is a valid result. For a write, it is an error.
  if (status < 300 || (status === 404 && kind === 'read')) return 'done';
  if (![404, 409, 503].includes(status)) throw new Error(`Unexpected status ${status}: ${text}`);
  return text.includes('not known whether') ? 'unknown' : 'refused';
};
