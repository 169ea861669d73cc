import type { IncomingMessage, ServerResponse } from 'node:http';
import { boundedEntries, type Clock, type Cms, type Snapshot } from '../../../core/index.ts';
import { matchesTag } from '../../http/answer/entity-tag.ts';
import { endOf, type SentContent } from '../answer/open-body.ts';
import { reserveAnswer } from '../answer/waiting-bytes.ts';
import { cacheHeaders, timingOf } from '../../http/answer/read-facts.ts';
import type { RequestState, Reuse, Step } from '../request-state.ts';
import { filled, headOf, withoutContent, type AnswerHead } from './answer-head.ts';
import { keyOf } from './request-key.ts';

/**
 * Complete answers with content, each valid for one snapshot of the store. While the store has that snapshot,
 * equal requests get the same answer, without any other step of the application. Only the headers and members
 * that belong to each response are new.
 */
export interface FastAnswers {
  /** Caches answers of the application that equal requests may have. Must be the first step. */
  readonly record: Step;
  /** @returns whether the request was answered; else the application answers it. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ) => false | Promise<boolean>;
}

interface Entry {
  /** Undefined if the client had the content already: then only others who have it get this answer. */
  readonly sent: SentContent | undefined;
  readonly snapshot: Snapshot;
  readonly goodUntil: number;
  readonly route: string;
  readonly tag: string;
  readonly head: AnswerHead;
}

const limits = { entries: 6_000, bytes: 24 * 1024 * 1024 } as const;

/** About what an entry takes without its key and its text. */
const entryBytes = 2 * 1024;

export const fastAnswers = (
  { cache: { snapshot, counter } }: Pick<Cms, 'cache'>,
  clock: Clock,
): FastAnswers => {
  const entries = boundedEntries<Entry>(limits);
  counter.measure(entries.usage);

  /** @returns false if the content is not here, or too much waits to be sent already: the application says so. */
  const send = (
    { sent, head, tag }: Entry,
    ttlMs: number,
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ): boolean => {
    const timing = timingOf(state.elapsedMs(), 0);
    const cache = { active: true, hit: true, source: 'memory', ttlMs } as const;
    const own = { 'X-Request-Id': state.requestId, ...cacheHeaders(cache, timing.total) };
    if (matchesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304, filled(withoutContent(head), own)).end();
      return true;
    }
    if (sent === undefined) return false;
    const { start, renderEnd } = sent;
    const end = endOf(start, Buffer.from(renderEnd?.({ cache, timing }) ?? ''));
    const length = start.bytes.length + end.length;
    if (request.method !== 'HEAD' && !reserveAnswer(state, length)) return false;
    response.writeHead(200, filled(head, { ...own, 'Content-Length': length }));
    response.write(start.bytes);
    response.end(end);
    return true;
  };

  const answerFrom = async (
    entry: Entry,
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ): Promise<boolean> => {
    const current = await snapshot().catch(() => undefined);
    const ttlMs = entry.goodUntil - clock.now();
    if (current !== entry.snapshot || ttlMs <= 0) {
      entries.drop(key, entry);
      return false;
    }
    // To a client that has gone, nothing is sent.
    const isSent = response.destroyed || send(entry, ttlMs, request, response, state);
    if (!isSent) return false;
    state.route = entry.route;
    counter.count(true);
    return true;
  };

  return {
    record: async (ctx, next) => {
      await next();
      const { reuse, sent, route = '' } = ctx.state;
      const isWhole = ctx.status === 200 && sent !== undefined;
      if (reuse?.good === undefined || !(isWhole || ctx.status === 304)) return;
      const { key, good } = reuse;
      const entry = {
        sent,
        snapshot: good.snapshot,
        goodUntil: good.until,
        route,
        tag: String(ctx.res.getHeader('ETag')),
        head: headOf(ctx.res),
      };
      entries.add(key, entry, entryBytes + key.length + (sent?.start.bytes.length ?? 0));
    },

    answer: (request, response, state) => {
      const key = keyOf(request);
      if (key === undefined) return false;
      state.reuse = reuseOf(key, clock);
      const entry = entries.find(key);
      return entry !== undefined && answerFrom(entry, key, request, response, state);
    },
  };
};

const reuseOf = (key: string, clock: Clock): Reuse => {
  let good: Reuse['good'];
  return {
    key,
    get good() {
      return good;
    },
    allow: ({ snapshot, lifetimeMs }) => {
      good = { snapshot, until: clock.now() + lifetimeMs };
      return lifetimeMs;
    },
  };
};
