import { setTimeout as sleep } from 'node:timers/promises';
import { measureRate, type Exchange, type Rate } from '../driver/driver.ts';
import { mixedExchanges } from '../driver/mixed-exchanges.ts';
import { postId } from '../posts.ts';
import { withClient } from '../resources.ts';
import { openServices, send, type Service, type Services } from '../servers/service.ts';
import { slope } from '../statistics.ts';
import { rateRow, valueRow, type Row } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';
import { loads, measureBoth } from './comparisons.ts';

const keepRevisions = (service: Service, historyMaxPerItem: number): Promise<unknown> =>
  send(service, 'PUT', '/api/settings', { historyMaxPerItem }, service.token);

/** Creations and updates, with the history and without one. */
export const history: Workload = async (conditions) => {
  const rows: Row[] = [];
  for (const name of ['create', 'update'] as const) {
    const open = async (): Promise<Services> => openServices(conditions, 1, false);
    const openWithout = async (): Promise<Services> => {
      const opened = await open();
      await keepRevisions(opened.services[0], 0);
      return opened;
    };
    const [own, without] = await measureBoth(conditions, loads[name], [open, openWithout]);
    rows.push(rateRow(`${name}, with a history`, own, 'own, without', without, { min: 0.7 }));
  }
  return rows;
};

/** Pages of the history of an item with 10,000 revisions, compared with one that has ten. */
export const historyList: Workload = async (conditions) => {
  const { rounds, seconds, connections, rows } = conditions;
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  const [long, short] = [postId(rows - 1), postId(rows - 2)];
  await withClient(opened.databaseUrl, async (client) => {
    for (const [id, count] of [
      [long, 10_000],
      [short, 10],
    ]) {
      await client.query(
        `insert into content_revisions (content_id, version, author_id, title, slug, status,
          collection_id, changed, is_autosave, created_at, data)
        select id, n, author_id, title, slug, status, collection_id, '["data.content"]', false, n, data
        from content, generate_series(1, $2::integer) n where id = $1`,
        [id, count],
      );
    }
    await client.query('vacuum (analyze) content_revisions');
  });
  const measure = (id: string): Promise<Rate> => {
    const next = (): Exchange => ({
      path: `/api/content/${id}/revisions?limit=10`,
      headers: { Authorization: `Bearer ${service.token}` },
      minBytes: 1_000,
    });
    return measureRate({ servers: [service], connections, next, seconds });
  };
  const rates = await inRounds(rounds, { long: () => measure(long), short: () => measure(short) });
  const title = 'the newest 10 of 10,000 revisions of an item';
  return [rateRow(title, rates.long, 'own, of 10', rates.short, { min: 0.9 })];
};

const samplePauseMs = 5_000;

const writtenTables = ['content', 'content_revisions', 'content_title_words', 'outbox'] as const;

/**
 * How much space a history with limits takes while 1,000 items are edited without a pause. It needs `--minutes`, and a
 * server that vacuums by itself.
 */
export const historySoak: Workload = async (conditions) => {
  const { minutes, rows } = conditions;
  if (minutes === undefined) return [];
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  await keepRevisions(service, 5);
  let writes = 0;
  const update = mixedExchanges({ rows, writes: 1, token: service.token });
  const next = (): Exchange => {
    writes += 1;
    return update();
  };
  const load = { servers: [service], connections: 2, next, seconds: minutes * 60, warmSeconds: 0 };
  const running = new AbortController();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const sample = async (): Promise<void> => {
    while (!running.signal.aborted) {
      await sleep(samplePauseMs, undefined, { signal: running.signal }).catch(() => undefined);
      const sizes = await sizesOf(opened.databaseUrl, writtenTables);
      samples.push({ x: (performance.now() - startedAt) / 3_600_000, writes, sizes });
    }
  };
  await Promise.all([measureRate(load).finally(() => running.abort()), sample()]);
  // By then each item has as many revisions as it may have, and removals have made free space.
  const warm = samples.slice(Math.floor(samples.length / 2));
  return writtenTables.flatMap((table) => {
    const sizes = warm.map(({ x, sizes: all }) => ({ x, y: all[table] ?? 0 }));
    const perHour = slope(sizes);
    const written = slope(warm.map(({ x, writes: y }) => ({ x, y })));
    return [
      valueRow(
        `size of ${table}`,
        'MB',
        sizes.map(({ y }) => y),
      ),
      valueRow(`its growth for each write`, 'kB', [(perHour / written) * 1_000]),
    ];
  });
};

interface Sample {
  /** Hours since the start. */
  readonly x: number;
  readonly writes: number;
  readonly sizes: Sizes;
}

/** Megabytes of tables with their indexes, by name. */
type Sizes = Readonly<Record<string, number>>;

const sizesOf = (databaseUrl: string, tables: readonly string[]): Promise<Sizes> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ readonly name: string; readonly bytes: string }>(
      'select name, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) name',
      [tables],
    );
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes) / 1_000_000]));
  });
