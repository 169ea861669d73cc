import { pageIds, postId } from '../data/posts.ts';
import { sentencesOf } from '../data/sentences.ts';
import type { Exchange } from './exchange.ts';
import type {
  ConditionalRequests,
  CreateRequests,
  ItemRequests,
  LogInRequests,
  PageRequests,
  Requests,
} from './load.ts';
import { mixedExchanges } from './mixed-exchanges.ts';

/** Returns the next request of any connection. */
export type NextExchange = () => Exchange;

export const exchangesOf = (requests: Requests): NextExchange => {
  switch (requests.kind) {
    case 'pages':
      return pages(requests);
    case 'items':
      return items(requests);
    case 'conditional':
      return conditional(requests);
    case 'create':
      return creations(requests);
    case 'log-in':
      return logIns(requests);
    case 'mixed':
      return mixedExchanges(requests);
  }
};

/** The first ones, and then one of many: to parse all would make the driver the limit. */
const isSample = (number: number, every: number): boolean => number < 16 || number % every === 0;

const counter = (): (() => number) => {
  let count = -1;
  return () => {
    count += 1;
    return count;
  };
};

/** @returns what is wrong with a page. */
const pageMistake = (
  expected: readonly string[],
  json: ReturnType<typeof JSON.parse>,
): string | undefined => {
  const listed: readonly { readonly id: string }[] = json.data;
  const ids = listed.map(({ id }) => id);
  if (ids.length !== expected.length) return `${ids.length} items instead of ${expected.length}`;
  if (ids.some((id, index) => id !== expected[index])) return 'the ids are not those of the page';
  return json.meta.count === ids.length ? undefined : `meta.count is ${json.meta.count}`;
};

/** The same for a list that grows. */
const orderMistake = (limit: number, json: ReturnType<typeof JSON.parse>): string | undefined => {
  const listed: readonly { readonly created_at: number }[] = json.data;
  if (listed.length !== limit) return `${listed.length} items instead of ${limit}`;
  const times = listed.map((each) => each.created_at);
  const isOrdered = times.every((time, index) => time <= (times[index - 1] ?? Infinity));
  return isOrdered ? undefined : 'the newest items do not come first';
};

const pages = (requests: PageRequests): NextExchange => {
  const { data, status, grows = false, limit, from, step, count } = requests;
  const next = counter();
  const filter = status === undefined ? '' : `&status=${status}`;
  return () => {
    const number = next();
    const offset = from + (number % count) * step;
    return {
      path: `/api/content?limit=${limit}&offset=${offset}${filter}`,
      status: 200,
      isChecked: isSample(number, 256),
      check: ({ length }, json) => {
        if (json !== undefined) {
          return grows
            ? orderMistake(limit, json)
            : pageMistake(pageIds(data, offset, limit, status), json);
        }
        return length > limit * 1_000 ? undefined : `only ${length} bytes`;
      },
    };
  };
};

const items = ({ data, count }: ItemRequests): NextExchange => {
  const next = counter();
  const ids = Array.from({ length: count }, (_, index) => postId(data, data.rows - 1 - index));
  return () => {
    const number = next();
    const id = ids[number % count] ?? '';
    return {
      path: `/api/content/${id}`,
      status: 200,
      isChecked: isSample(number, 64),
      check: ({ length }, json) => {
        if (json === undefined) return length > 1_000 ? undefined : `only ${length} bytes`;
        return json.data.id === id ? undefined : `the id is ${json.data.id}`;
      },
    };
  };
};

const conditional = ({ path, etag }: ConditionalRequests): NextExchange => {
  const exchange: Exchange = {
    path,
    headers: { 'If-None-Match': etag },
    status: 304,
    isChecked: true,
    check: ({ length }) => (length === 0 ? undefined : 'the response has a body'),
  };
  return () => exchange;
};

const creations = ({ data: { seed }, token, run }: CreateRequests): NextExchange => {
  const next = counter();
  const sentences = sentencesOf(seed);
  const data = { excerpt: sentences[0], content: sentences.slice(1, 15).join(' '), tags: ['new'] };
  return () => {
    const number = next();
    const title = `Created ${run} ${number}`;
    return {
      method: 'POST',
      path: '/api/content',
      headers: { Authorization: `Bearer ${token}` },
      json: { collection: 'blog-posts', title, data },
      status: 201,
      isChecked: isSample(number, 64),
      check: ({ length }, json) => {
        if (json === undefined) return length > 1_000 ? undefined : `only ${length} bytes`;
        const isSame = json.data.title === title && json.data.data.content === data.content;
        return isSame ? undefined : 'the response contains another item than the request';
      },
    };
  };
};

const logIns = ({ email, password, run }: LogInRequests): NextExchange => {
  const next = counter();
  return () => {
    const number = run * 100_000 + next();
    const address = [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.');
    return {
      method: 'POST',
      path: '/auth/login',
      headers: { 'X-Forwarded-For': address },
      json: { email, password },
      status: 200,
      isChecked: true,
      check: (_, json) => (typeof json.token === 'string' ? undefined : 'there is no token'),
    };
  };
};
