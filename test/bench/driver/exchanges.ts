import { randomBytes, randomInt } from 'node:crypto';
import { pageIds, postId, sentences } from '../posts.ts';
import { admin } from '../servers/service.ts';
import type { Exchange } from './driver.ts';

/** Makes requests one after the other. @param exchangeOf is called with 0, 1, 2, … */
export const numbered = (exchangeOf: (number: number) => Exchange): (() => Exchange) => {
  let count = -1;
  return () => {
    count += 1;
    return exchangeOf(count);
  };
};

/** Whether to parse a response: the first ones, and then one of many. */
const isSample = (number: number, every: number): boolean => number < 16 || number % every === 0;

export interface PageRequests {
  /** How many posts there are. */
  readonly rows: number;
  readonly limit?: number;
  /** The offset of the first page. */
  readonly from?: number;
  /** How far each page is from the one before. */
  readonly step?: number;
  /** After this many pages, the first one follows again. */
  readonly count: number;
  /** Filters the list. */
  readonly status?: 'published';
  /** Whether items are created meanwhile, which come first. */
  readonly grows?: boolean;
}

/** Pages of the list. */
export const pages = (requests: PageRequests): (() => Exchange) => {
  const { rows, limit = 50, from = 0, step = 1, count, status, grows = false } = requests;
  const filter = status === undefined ? '' : `&status=${status}`;
  return numbered((number) => {
    const offset = from + (number % count) * step;
    return {
      path: `/api/content?limit=${limit}&offset=${offset}${filter}`,
      minBytes: limit * 1_000,
      checkJson: !isSample(number, 256)
        ? undefined
        : grows
          ? (json) => orderMistake(limit, json.data)
          : (json) => pageMistake(pageIds(rows, offset, limit, status), json),
    };
  });
};

interface Listed {
  readonly id: string;
  readonly created_at: number;
}

interface Page {
  readonly data: readonly Listed[];
  readonly meta: { readonly count: number };
}

const pageMistake = (expected: readonly string[], { data, meta }: Page): string | undefined => {
  if (data.length !== expected.length) return `${data.length} items instead of ${expected.length}`;
  if (data.some(({ id }, index) => id !== expected[index])) return 'not the ids of the page';
  return meta.count === data.length ? undefined : `meta.count is ${meta.count}`;
};

const orderMistake = (limit: number, data: readonly Listed[]): string | undefined => {
  if (data.length !== limit) return `${data.length} items instead of ${limit}`;
  const isOrdered = data.every((item, index) => {
    return item.created_at <= (data[index - 1]?.created_at ?? Infinity);
  });
  return isOrdered ? undefined : 'the newest items do not come first';
};

/** The newest items by their ids. */
export const items = (rows: number, count: number): (() => Exchange) => {
  const ids = Array.from({ length: count }, (_, index) => postId(rows - 1 - index));
  return numbered((number) => {
    const id = ids[number % count] ?? '';
    return {
      path: `/api/content/${id}`,
      minBytes: 1_000,
      checkJson: isSample(number, 64)
        ? ({ data }) => (data.id === id ? undefined : `the id is ${data.id}`)
        : undefined,
    };
  });
};

/** A list that the client already has. */
export const notModified = async (url: string): Promise<() => Exchange> => {
  const path = '/api/content?limit=50';
  const { headers } = await fetch(url + path);
  const etag = headers.get('ETag');
  if (etag === null) throw new Error('A list has no ETag');
  return () => ({ path, headers: { 'If-None-Match': etag }, status: 304 });
};

/** New drafts of the size of the other posts. */
export const creations = (token: string): (() => Exchange) => {
  const run = randomBytes(4).toString('hex');
  const content = sentences.slice(1, 15).join(' ');
  const data = { excerpt: sentences[0], content, tags: ['new'] };
  return numbered((number) => {
    // Titles make the slugs, which are unique.
    const title = `Created ${run} ${number}`;
    return {
      method: 'POST',
      path: '/api/content',
      headers: { Authorization: `Bearer ${token}` },
      json: { collection: 'blog-posts', title, data },
      status: 201,
      minBytes: 1_000,
      checkJson: isSample(number, 64)
        ? ({ data: created }) =>
            created.title === title && created.data.content === content
              ? undefined
              : 'the response contains another item than the request'
        : undefined,
    };
  });
};

/** Logins from different addresses, because the service limits the logins of an address. */
export const logIns = (): (() => Exchange) => {
  const first = randomInt(100) * 100_000;
  return numbered((number) => {
    const digits = first + number;
    const address = [10, (digits >> 16) & 255, (digits >> 8) & 255, digits & 255].join('.');
    return {
      method: 'POST',
      path: '/auth/login',
      headers: { 'X-Forwarded-For': address },
      json: admin,
      checkJson: ({ token }) => (typeof token === 'string' ? undefined : 'there is no token'),
    };
  });
};
