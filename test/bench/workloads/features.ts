import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureRate, type Exchange } from '../driver/driver.ts';
import { numbered } from '../driver/exchanges.ts';
import { postId, postTitle, sentences } from '../posts.ts';
import { withClient } from '../resources.ts';
import { openServices, send, startService, type Service } from '../servers/service.ts';
import { percentile } from '../statistics.ts';
import { rateRow, valueRow, type Row } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';
import { get, readsP95 } from './reads.ts';

/** The exchanges in turn, again and again. */
const inTurn = (exchanges: readonly Exchange[]): (() => Exchange) =>
  numbered((number) => exchanges[number % exchanges.length]!);

/** Sends each request once, on one connection. @returns the time in ms below which 95 % of them stay. */
const p95 = async (service: Service, exchanges: readonly Exchange[]): Promise<number> => {
  const load = { servers: [service], connections: 1, next: inTurn(exchanges), seconds: 3_600 };
  const measured = await measureRate({ ...load, warmSeconds: 0, maxRequests: exchanges.length });
  return percentile(measured.latencies, 0.95);
};

const putSchema = (service: Service, collection: string, properties: object): Promise<unknown> =>
  send(
    service,
    'PUT',
    `/api/collections/${collection}`,
    { schema: { type: 'object', properties } },
    service.token,
  );

/** The entries of all items, in a table without its index, which is faster to create than to fill. */
const fillSearch = `
drop index content_search_vector_idx;
insert into content_search (content_id, collection_id, status, created_at, version, rebuild, language, title, vector)
select id, collection_id, status, created_at, version, 1, 'simple', content_search_vector('simple', title, ''),
  array_to_tsvector(content_search_keys('simple', collection_id, status, created_at)) ||
  content_search_vector('simple', title, concat_ws(' ', slug, data ->> 'excerpt', data ->> 'content'))
from content;
create index content_search_vector_idx on content_search using gin (vector)
  with (fastupdate = on, gin_pending_list_limit = 1024);
vacuum (analyze) content_search;`;

/** The last two words of a title: many items have the first one, few the number after it. */
const rareWords = (title: string): string => title.split(' ').slice(-2).join(' ');

const searches = (rows: number) => {
  const common = ['water', 'harbour', 'winter', 'pool', 'evening', 'boats'];
  const rare = Array.from({ length: 50 }, (_, index) => Math.floor((rows / 50) * (index + 0.5)));
  return {
    common: common.map((word) => `/api/search?limit=50&q=${word}`),
    rare: rare.map(
      (number) => `/api/search?limit=50&q=${encodeURIComponent(rareWords(postTitle(number)))}`,
    ),
  };
};

/** Searches in the large data set, with a plain client, because the answers have no length. It needs `--rows`. */
export const search: Workload = async (conditions) => {
  const { resources, rounds, largeRows } = conditions;
  if (largeRows === undefined) return [];
  const databaseUrl = await resources.copy(largeRows);
  await withClient(databaseUrl, async (client) => {
    for (const statement of fillSearch.split(';').slice(0, -1)) await client.query(statement);
  });
  const measured = await (async () => {
    await using service = await startService(conditions, databaseUrl);
    const { common, rare } = searches(largeRows);
    const sides = {
      common: () => readsP95(service, common, 60),
      rare: () => readsP95(service, rare, 200),
    };
    await inRounds(1, sides);
    return await inRounds(rounds, sides);
  })();
  await resources.drop(databaseUrl);
  const of = `of ${largeRows.toLocaleString('en-US')} items, p95`;
  return [
    valueRow(`search for a common word ${of}`, 'ms', measured.common, { max: 100 }),
    valueRow(`search for a rare pair of words ${of}`, 'ms', measured.rare, { max: 20 }),
  ];
};

/** Queries by indexed fields of the large data set, from any place in it. It needs `--rows`. */
export const query: Workload = async (conditions) => {
  const { resources, rounds, largeRows } = conditions;
  if (largeRows === undefined) return [];
  const databaseUrl = await resources.copy(largeRows);
  const values = await (async () => {
    await using service = await startService(conditions, databaseUrl);
    await putSchema(service, 'blog-posts', {
      excerpt: { type: 'string', indexed: true, indexedWith: ['created_at'] },
      rank: { type: 'number', indexed: true },
    });
    await indexesReady(service, 'blog-posts');
    await withClient(databaseUrl, (client) => client.query('vacuum (analyze) content'));
    const path = '/api/collections/blog-posts/query?limit=50';
    const exchanges: Exchange[] = [];
    for (let number = 0; number < 40; number += 1) {
      const rank = Math.floor((largeRows / 40) * number);
      for (const asked of [
        `${path}&where[data.rank][gte]=${rank}&sort=data.rank`,
        `${path}&where[data.excerpt][eq]=${encodeURIComponent(sentences[number]!)}`,
        `${path}&where[data.excerpt][eq]=${encodeURIComponent(sentences[number]!)}&where[created_at][lt]=${Date.UTC(2024, 0, 1) + (rank + 10_000) * 60_000}`,
      ]) {
        const first = await get<QueryPage>(service, asked);
        exchanges.push({ path: asked, minBytes: 10_000 });
        if (first.meta.cursor !== undefined) {
          exchanges.push({ path: `${asked}&after=${first.meta.cursor}`, minBytes: 10_000 });
        }
      }
    }
    const measure = () => p95(service, exchanges);
    await measure();
    return await inRounds(rounds, { measure });
  })();
  await resources.drop(databaseUrl);
  const title = `query of ${largeRows.toLocaleString('en-US')} items, 50 from any place, p95`;
  return [valueRow(title, 'ms', values.measure, { max: 30 })];
};

interface QueryPage {
  readonly meta: { readonly cursor?: string };
}

interface Indexed {
  readonly data: { readonly indexes: readonly { readonly state: string }[] };
}

const indexesReady = async (service: Service, collection: string): Promise<void> => {
  for (;;) {
    const { data } = await get<Indexed>(service, `/api/collections/${collection}`);
    if (data.indexes.every(({ state }) => state === 'ready')) return;
    if (data.indexes.some(({ state }) => state === 'failed')) {
      throw new Error(JSON.stringify(data.indexes));
    }
    await sleep(500);
  }
};

const references = {
  first: { type: 'reference', collection: 'blog-posts' },
  second: { type: 'reference', collection: 'blog-posts' },
};

const text = { content: { type: 'string' }, excerpt: { type: 'string' } };
const hiddenText = {
  content: { type: 'string', searchable: false },
  excerpt: { type: 'string', searchable: false },
};

const createCollection = (service: Service, name: string, properties: object): Promise<unknown> =>
  send(
    service,
    'POST',
    '/api/collections',
    { name, schema: { type: 'object', properties } },
    service.token,
  );

const item = (collection: string, title: string, number: number, rows: number) => ({
  collection,
  title,
  status: 'published',
  data: {
    excerpt: sentences[number % sentences.length],
    content: sentences.slice(1, 15).join(' '),
    ...(collection === 'linked' && {
      first: postId((number * 7) % rows),
      second: postId((number * 7 + 3) % rows),
    }),
  },
});

/** Lists of items with two references each, expanded and not. */
export const expand: Workload = async (conditions) => {
  const { rounds, seconds, connections, rows } = conditions;
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  await createCollection(service, 'linked', { ...text, ...references });
  for (let number = 0; number < 100; number += 1) {
    const created = item('linked', `Linked ${number}`, number, rows);
    await send(service, 'POST', '/api/content', created, service.token);
  }
  const measure = (parameters: string, minBytes: number) => () => {
    const paths = Array.from({ length: 50 }, (_, offset) => offset).map((offset) => ({
      path: `/api/collections/linked/content?limit=50&offset=${offset}${parameters}`,
      minBytes,
    }));
    return measureRate({ servers: [service], connections, next: inTurn(paths), seconds });
  };
  const rates = await inRounds(rounds, {
    expanded: measure('&expand=first,second', 150_000),
    plain: measure('', 50_000),
  });
  const title = 'list of 50 with two references each, expanded';
  return [rateRow(title, rates.expanded, 'own, plain', rates.plain, { min: 0.33 })];
};

/** Creations with references and a text for the search, and without both. */
export const createLinked: Workload = async (conditions) => {
  const { rounds, seconds, connections, rows } = conditions;
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  await createCollection(service, 'linked', { ...text, ...references });
  await createCollection(service, 'unlinked', hiddenText);
  const measure = (collection: string) => () => {
    const run = randomBytes(4).toString('hex');
    const next = numbered((number) => ({
      method: 'POST',
      path: '/api/content',
      headers: { Authorization: `Bearer ${service.token}` },
      json: item(collection, `Created ${run} ${number}`, number, rows),
      status: 201,
    }));
    return measureRate({ servers: [service], connections, next, seconds });
  };
  const rates = await inRounds(rounds, {
    linked: measure('linked'),
    unlinked: measure('unlinked'),
  });
  const title = 'create with two references and a searchable text';
  const row: Row = rateRow(title, rates.linked, 'own, without', rates.unlinked, { min: 0.5 });
  return [row];
};
