import { randomBytes } from 'node:crypto';
import type { Comparison, Place } from '../comparison.ts';
import type { ItemRequests, MixedRequests, PageRequests } from '../driver/load.ts';

const limit = 50;

const pages =
  (from: number, count: number) =>
  ({ data }: Place): PageRequests => ({ kind: 'pages', data, limit, from, step: 1, count });

const items =
  (count: number) =>
  ({ data }: Place): ItemRequests => ({ kind: 'items', data, count });

const mixed = ({ data, service }: Place): MixedRequests => ({
  kind: 'mixed',
  data,
  writes: 0.05,
  hot: 1_000,
  token: service.token,
});

const atLeast = (value: number) => ({ comparison: 'at least', value }) as const;

/** The path of a list, with the `ETag` that the service gave it. */
const firstPage = async ({ service }: Place) => {
  const path = `/api/content?limit=${limit}`;
  const { headers } = await fetch(service.url + path);
  const etag = headers.get('ETag');
  if (etag === null) throw new Error('A list has no ETag');
  return { kind: 'conditional', path, etag } as const;
};

/** The workloads that compare the rate of one load on the service with a reference. */
export const comparisons: readonly Comparison[] = [
  {
    name: 'list-hit',
    title: 'list of 50, cache on',
    cache: true,
    reference: 'bare',
    target: atLeast(0.65),
    requests: pages(0, 10),
  },
  {
    name: 'list-304',
    title: 'list of 50, not modified',
    cache: true,
    reference: 'itself',
    target: atLeast(1.3),
    requests: firstPage,
    referenceRequests: pages(0, 10),
  },
  {
    name: 'by-id-hit',
    title: 'by id, cache on',
    cache: true,
    reference: 'bare',
    target: atLeast(0.6),
    requests: items(500),
  },
  {
    name: 'list',
    title: 'list of 50, cache off, distinct pages',
    cache: false,
    reference: 'direct',
    target: atLeast(1.5),
    requests: pages(0, 500),
  },
  {
    name: 'list-same',
    title: 'list of 50, cache off, identical requests',
    cache: false,
    reference: 'direct',
    target: atLeast(3),
    requests: pages(0, 1),
  },
  {
    name: 'by-id',
    title: 'by id, cache off',
    cache: false,
    reference: 'direct',
    target: atLeast(1),
    requests: items(5_000),
  },
  {
    name: 'list-deep',
    title: 'list of 50 at offset 9,000, cache off',
    cache: false,
    reference: 'direct',
    target: atLeast(1.5),
    requests: pages(9_000, 500),
  },
  {
    name: 'create',
    title: 'create',
    cache: false,
    reference: 'direct',
    target: atLeast(0.5),
    requests: ({ data, service: { token } }) => ({
      kind: 'create',
      data,
      token,
      run: randomBytes(4).toString('hex'),
    }),
  },
  {
    name: 'mix',
    title: '95 % reads, 5 % updates, cache off',
    cache: false,
    reference: 'direct',
    target: atLeast(1),
    requests: mixed,
  },
  {
    name: 'mix-hit',
    title: '95 % reads, 5 % updates, cache on',
    cache: true,
    reference: 'direct',
    target: atLeast(1.5),
    requests: mixed,
  },
];
