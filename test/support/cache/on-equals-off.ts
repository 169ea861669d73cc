import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isDomainError, operator, type Cms } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import { hour } from '../../../core/vocabulary.ts';
import { alteredStore } from '../core/altered-store.ts';
import { altered } from '../core/altered.ts';
import { serveApp, type TestApp } from '../http/app.ts';
import type { CreateApp } from '../http/http-adapters.ts';
import { httpConnections } from '../http/http-connections.ts';
import { manualClock } from '../core/manual-clock.ts';
import type { ReceivedResponse } from '../http/read-response.ts';
import { withoutPlugin } from './without-plugin.ts';

type Headers = Readonly<Record<string, string>>;

/** Each ends with a read; most are the last one with something changed. */
export const steps = [
  'read',
  'another caller reads',
  'read with other headers',
  'read later',
  'write, then read',
  'read during a write',
] as const;

/** Numbers choose what is asked for. */
interface Asked {
  readonly path: number;
  readonly caller: number;
  readonly header: number;
}

export interface Step extends Asked {
  readonly kind: (typeof steps)[number];
  readonly write: number;
}

/** How many paths, callers, headers and writes a step can choose from. */
export const choices = { path: 7, caller: 7, header: 6, write: 9 } as const;

const headers: readonly Headers[] = [
  {},
  {},
  { Prefer: 'handling=strict' },
  { Origin: 'https://pages.test' },
  { 'Accept-Encoding': 'gzip' },
  { 'Accept-Encoding': 'br' },
];

/** A read takes some turns of the event loop, in which others write. */
const slowStore = (store: Store): Store =>
  alteredStore(store, ({ contents }) => {
    const late = async <T>(read: Promise<T>): Promise<T> => {
      const found = await read;
      for (let n = 0; n < 4; n += 1) await nextTurn();
      return found;
    };
    return {
      contents: altered(contents, {
        list: (...query) => late(contents.list(...query)),
        getById: (...query) => late(contents.getById(...query)),
        getBySlug: (...query) => late(contents.getBySlug(...query)),
      }),
    };
  });

/**
 * Runs reads and writes against two applications on one store, of which only the first one caches.
 *
 * @param create creates both.
 * @returns descriptions of the first read with different answers; undefined if there is none.
 */
export const firstDifference = async (
  create: CreateApp,
  plan: readonly Step[],
): Promise<readonly string[] | undefined> => {
  const options = { create, corsOrigins: ['https://pages.test'] };
  const clock = manualClock();
  await using origin = await serveApp({
    ...options,
    cachesAnswers: false,
    core: { ports: { clock } },
  });
  const { ports, cms } = origin;
  // All of them have the clock of the first.
  const serve = (store: Store, extra = {}) =>
    serveApp({ ...options, ...extra, clock, core: { ports: { ...ports, clock, store } } });
  await using on = await serve(slowStore(ports.store));
  await using off = await serve(withoutPlugin(ports.store), { cachesAnswers: false });
  const lifetime = { ttlSeconds: 86_400 };
  await cms.plugins.configure(operator, 'cache', { active: true, settings: lifetime });
  const world = await fill(origin);
  const connections = [on, off].map(({ url }) => httpConnections(url));
  const read = async (at: number, { path, caller, header }: Asked): Promise<string> =>
    comparable(
      await connections[at]!.send({
        method: 'GET',
        path: world.paths[path]!,
        headers: { ...world.callers[caller], ...headers[header] },
      }),
    );
  try {
    let asked: Asked = { path: 0, caller: 0, header: 0 };
    for (const { kind, write, ...step } of plan) {
      asked = nextOf(kind, asked, step);
      if (kind === 'read later') clock.advance(7 * hour);
      if (kind === 'write, then read') await world.write(write);
      if (kind === 'read during a write') {
        const reading = read(0, asked);
        for (let n = 0; n < 6; n += 1) await nextTurn();
        await world.write(write);
        await reading;
      }
      const [cached, plain] = [await read(0, asked), await read(1, asked)];
      if (cached !== plain) return [kind, JSON.stringify(asked), cached, plain];
    }
    return undefined;
  } finally {
    connections.forEach(({ close }) => close());
  }
};

const nextOf = (kind: Step['kind'], last: Asked, { path, caller, header }: Asked): Asked => {
  switch (kind) {
    case 'another caller reads':
      return { ...last, caller };
    case 'read with other headers':
      return { ...last, header };
    case 'read later':
    case 'write, then read':
      return last;
    case 'read':
    case 'read during a write':
      return { path, caller, header };
  }
};

/** Stores some content and callers. */
const fill = async (app: TestApp) => {
  const { cms } = app;
  const item = await cms.content.create(operator, {
    collection: 'pages',
    title: 'First',
    status: 'published',
    data: { text: 'x'.repeat(1_500) },
  });
  const { token, bearer } = await app.signIn('editor');
  const { secret } = await cms.apiTokens.create(operator, { name: 'all' });
  const scoped = await cms.apiTokens.create(operator, { name: 'one', collections: ['pages'] });
  const paths = [
    '/api/content',
    '/api/content?unknown=1',
    '/api/content?status=draft&limit=2',
    '/api/collections/pages/content',
    '/api/collections/blog-posts/content',
    `/api/content/${item.id}`,
    '/api/collections/pages/content/first',
  ];
  const callers: readonly Headers[] = [
    {},
    bearer,
    { Cookie: `auth_token=${token}` },
    { 'X-API-Key': token },
    { 'X-API-Key': secret },
    { 'X-API-Key': scoped.secret },
    { Authorization: 'Bearer none' },
  ];
  let count = 0;
  const write = async (choice: number): Promise<void> => {
    count += 1;
    await writes(cms, item.id, count)[choice]!().catch((error: unknown) => {
      // The item may be gone.
      if (!isDomainError(error)) throw error;
    });
  };
  return { paths, callers, write };
};

const writes = (cms: Cms, id: string, n: number): readonly (() => Promise<unknown>)[] => {
  const { content, settings, collections, plugins, apiTokens } = cms;
  const isEven = n % 2 === 0;
  return [
    () => content.update(operator, id, { title: `Title ${n}` }),
    () => content.update(operator, id, { status: isEven ? 'draft' : 'published' }),
    () => content.update(operator, id, { slug: isEven ? 'first' : 'other' }),
    () => content.create(operator, { collection: 'blog-posts', title: `New ${n}` }),
    async () => {
      await content.delete(operator, id);
      const record = { id, collection: 'pages', title: `Again ${n}`, slug: 'first' };
      await cms.transfer.importContent(operator, { records: [record] });
    },
    () => settings.update(operator, { publicContent: isEven ? 'all' : 'published' }),
    () => collections.update(operator, 'pages', { isActive: isEven }),
    () => plugins.purgeCache(operator),
    async () => {
      const [shown] = await apiTokens.list(operator);
      if (shown !== undefined && n % 5 === 0) await apiTokens.revoke(operator, shown.token.id);
    },
  ];
};

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

const comparedHeaders = [
  'etag',
  'cache-control',
  'vary',
  'content-type',
  'content-encoding',
  'preference-applied',
  'access-control-allow-origin',
];

/** What must be equal. */
const comparable = ({ status, headers: fields, bytes }: ReceivedResponse): string => {
  const [coding = ''] = fields.get('content-encoding') ?? [];
  const body = Buffer.from(decoders[coding]?.(bytes) ?? bytes).toString();
  return JSON.stringify([
    status,
    comparedHeaders.map((name) => fields.get(name)),
    body.replace(/"timestamp".*"timing":\{[^}]*\}/, ''),
  ]);
};
