import { Client } from 'pg';
import { absent } from './history.ts';
import {
  dataOf,
  isSuccess,
  isUnknown,
  type Caller,
  type HistoryRecorder,
} from './history-recorder.ts';
import type { Outcome } from '../service/request-load.ts';

export interface HistoryWorld {
  readonly recorder: HistoryRecorder;
  /** Has a session that nobody ends. */
  readonly admin: Caller;
  /** Others, who may have lost their rights. */
  readonly callers: () => readonly Caller[];
  readonly random: () => number;
}

/** Each call sends one request to an instance. */
export interface HistoryClients {
  /** Reads an item, a list or the settings, as any caller. */
  readonly read: (url: string) => Promise<void>;
  /** Reads all items. */
  readonly list: (url: string, caller: Caller) => Promise<Outcome>;
  /** Creates, changes or deletes an item, or changes the settings. */
  readonly write: (url: string) => Promise<void>;
  /** Changes the settings. */
  readonly rename: (url: string) => Promise<void>;
  /** Changes an item in the database, as an operator does. */
  readonly writeBySql: (database: string) => Promise<void>;
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

const siteName = 'site name';
const anonymous: Caller = { headers: {} };
/** Few, so that most reads are answered from memory, and a list shows all of them. */
const itemCount = 8;

export const historyClients = ({
  recorder,
  admin,
  callers,
  random,
}: HistoryWorld): HistoryClients => {
  const { send, noteRead, noteWrite } = recorder;
  /** Items that may be stored, and those that were created last, deleted ones too. */
  const stored = new Set<string>();
  const created: string[] = [];
  /** Creations with an unknown outcome, by title. */
  const lost = new Map<string, Outcome>();
  let names = 0;

  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const next = (name: string): string => `${name} ${(names += 1)}`;
  const itemAt = (id: string): string => `item ${id}`;

  const noteItem = ({ id, title }: Shown, outcome: Outcome, version?: number): void => {
    const creation = lost.get(title);
    if (lost.delete(title) && creation !== undefined) addItem(id, title, creation);
    noteRead(itemAt(id), title, outcome, version);
  };

  const addItem = (id: string, title: string, outcome: Outcome, version?: number): void => {
    stored.add(id);
    created.splice(0, Math.max(0, created.length - 2 * itemCount));
    created.push(id);
    noteWrite(itemAt(id), title, outcome, version);
  };

  const noteGone = (id: string, outcome: Outcome): void => {
    stored.delete(id);
    noteRead(itemAt(id), absent, outcome);
  };

  const create = async (url: string): Promise<void> => {
    const title = next('Title');
    const slug = random() < 0.5 ? { slug: `slug-${Math.floor(random() * itemCount)}` } : {};
    const body = { collection: 'pages', title, status: 'published', ...slug };
    const path = '/api/content';
    const outcome = await send(url, { method: 'POST', path, body, caller: admin });
    if (isSuccess(outcome)) addItem(itemIn(outcome).id, title, outcome, versionIn(outcome));
    else if (isUnknown(outcome)) lost.set(title, outcome);
  };

  const update = async (url: string, id: string): Promise<void> => {
    const title = next('Title');
    const path = `/api/content/${id}`;
    const outcome = await send(url, { method: 'PUT', path, body: { title }, caller: admin });
    if (outcome.status === 404) noteGone(id, outcome);
    else noteWrite(itemAt(id), title, outcome, isSuccess(outcome) ? versionIn(outcome) : undefined);
  };

  const remove = async (url: string, id: string): Promise<void> => {
    const path = `/api/content/${id}`;
    const outcome = await send(url, { method: 'DELETE', path, caller: admin });
    if (outcome.status === 404) noteGone(id, outcome);
    else noteWrite(itemAt(id), absent, outcome);
    if (isSuccess(outcome)) stored.delete(id);
  };

  const rename = async (url: string): Promise<void> => {
    const name = next('Site');
    const body = { siteName: name };
    const request = { method: 'PUT', path: '/api/settings', body, caller: admin } as const;
    noteWrite(siteName, name, await send(url, request));
  };

  const list = async (url: string, caller: Caller): Promise<Outcome> => {
    const path = random() < 0.5 ? '/api/content?limit=100' : '/api/content?collection=pages';
    const outcome = await send(url, { path, caller });
    if (!isSuccess(outcome)) return outcome;
    const shown = dataOf<readonly Shown[]>(outcome);
    for (const item of shown) noteItem(item, outcome);
    const ids = new Set(shown.map(({ id }) => id));
    for (const id of stored) if (!ids.has(id)) noteRead(itemAt(id), absent, outcome);
    const slugs = new Set(shown.map(({ slug }) => slug));
    if (slugs.size < shown.length) throw new Error(`Two items share a slug: ${outcome.body}`);
    return outcome;
  };

  const readItem = async (url: string, id: string, caller: Caller): Promise<void> => {
    const outcome = await send(url, { path: `/api/content/${id}`, caller });
    if (isSuccess(outcome)) noteItem(itemIn(outcome), outcome, versionIn(outcome));
    if (outcome.status === 404) noteGone(id, outcome);
  };

  const readSettings = async (url: string, caller: Caller): Promise<void> => {
    const outcome = await send(url, { path: '/api/settings', caller });
    const isAdmin = isSuccess(outcome);
    if (isAdmin) {
      const settings = dataOf<{ readonly siteName: string }>(outcome);
      noteRead(siteName, settings.siteName, outcome);
    }
    if (caller.role === undefined) return;
    if (isAdmin || outcome.status === 403) {
      noteRead(caller.role, isAdmin ? 'admin' : 'viewer', outcome);
    }
  };

  const writeBySql = async (database: string): Promise<void> => {
    const id = pick([...stored]);
    if (id === undefined) return;
    const title = next('Title');
    const startedAt = performance.now();
    const { version, isUnknown: isLost } = await changeTitle(database, id, title);
    const outcome = {
      status: isLost ? 0 : 200,
      body: '',
      retryAfter: null,
      etag: null,
      startedAt,
      endedAt: performance.now(),
    };
    if (isLost || version !== undefined) noteWrite(itemAt(id), title, outcome, version);
  };

  return {
    list,
    rename,
    writeBySql,
    read: async (url) => {
      const caller = pick(random() < 0.3 ? callers() : [admin, anonymous]) ?? admin;
      const id = pick(created);
      const dice = random();
      if (dice < 0.3) await readSettings(url, caller.role === undefined ? admin : caller);
      else if (dice < 0.6 || id === undefined) await list(url, caller);
      else await readItem(url, id, caller);
    },
    write: async (url) => {
      const id = pick([...stored]);
      const dice = random();
      if (dice < 0.15) await rename(url);
      else if (id === undefined || (dice < 0.4 && stored.size < itemCount)) await create(url);
      else if (dice < 0.75) await update(url, id);
      else await remove(url, id);
    },
  };
};

/** @returns the new version; undefined if there is no such item. */
const changeTitle = async (
  connectionString: string,
  id: string,
  title: string,
): Promise<{ readonly version?: number | undefined; readonly isUnknown: boolean }> => {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  let isSent = false;
  try {
    await client.connect();
    isSent = true;
    const { rows } = await client.query<{ readonly version: number }>(
      'update content set title = $2, version = version + 1 where id = $1 returning version',
      [id, title],
    );
    return { version: rows[0]?.version, isUnknown: false };
  } catch {
    return { isUnknown: isSent };
  } finally {
    await client.end().catch(() => undefined);
  }
};

const itemIn = (outcome: Outcome): Shown => dataOf<Shown>(outcome);
/** An entity tag of an item begins with its version. */
const versionIn = ({ etag }: Outcome): number => Number(/^(?:W\/)?"(\d+)-/.exec(etag ?? '')?.[1]);
