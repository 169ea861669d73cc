import type { Operation } from '../../../contracts/index.ts';
import { boundedEntries, type Clock, type Cms, type Reusable } from '../../../core/index.ts';
import type { Snapshot } from '../../../core/vocabulary.ts';
import { matchesTag } from '../answer/entity-tag.ts';
import type { LateJson } from '../answer/late-json.ts';
import { cacheHeaders, timingOf } from '../answer/read-facts.ts';
import {
  fieldOf,
  filled,
  headOf,
  withoutContent,
  type AnswerHead,
  type OwnValues,
} from './answer-head.ts';
import { keyOf, type AskedFor, type CodingFor } from './request-key.ts';

/**
 * Complete answers with content, each valid for one snapshot of the store. While the store has that snapshot,
 * equal requests get the same answer, without any other step of the adapter. Only the headers and members
 * that belong to each response are new.
 */
export interface AnswerCache<Start> {
  /** @returns undefined for a request whose answer is neither repeated nor cached. */
  readonly reuseOf: (request: AskedFor) => Reuse | undefined;
  /**
   * Sends the cached answer of equal requests, if it is still right.
   *
   * @param send returns undefined if it cannot send the answer: then the operation must answer the request.
   * @returns undefined, at once or later, if the operation must answer the request.
   */
  readonly repeat: <T>(
    reuse: Reuse,
    asking: Asking,
    send: (answer: Repeated<Start>) => T | undefined,
  ) => Promise<T | undefined> | undefined;
  /** Caches an answer of an operation, if equal requests may have it. */
  readonly add: (reuse: Reuse, answer: Sent<Start>) => void;
}

/** For which requests, in which state of the store, and until when an answer is right. */
export interface Reuse {
  readonly key: string;
  /** Undefined while the answer is for one request only. */
  readonly good: { readonly snapshot: Snapshot; readonly until: number } | undefined;
  /** Lets equal requests have the answer. @returns for how many milliseconds. */
  readonly allow: (reusable: Reusable) => number;
}

/** A request that may be answered again. */
export interface Asking {
  readonly requestId: string;
  /** The header `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
}

/** Content that was sent. */
export interface SentContent<Start> {
  /** What is the same in all answers, ready to be sent. */
  readonly start: Start;
  /** Renders what follows it. */
  readonly renderEnd: LateJson['renderEnd'];
}

/** An answer of an operation. */
export interface Sent<Start> {
  readonly status: number;
  /** Undefined if it has none, for example because the client had the content already. */
  readonly content: SentContent<Start> | undefined;
  /** The path template, for the log. */
  readonly route: string;
  /** All fields of its head, in their order. */
  readonly fields: () => Iterable<readonly [name: string, value: string]>;
}

/** A cached answer for one more request. */
export type Repeated<Start> = {
  readonly route: string;
} & (
  | { readonly status: 304; readonly head: string[] }
  | {
      readonly status: 200;
      /** @returns names and values, by turns. @param length of the body, if the head has it. */
      readonly headWith: (length?: number) => string[];
      readonly start: Start;
      readonly end: string;
    }
);

interface Entry<Start> {
  /** Undefined if the client had the content already: then only others who have it get this answer. */
  readonly content: SentContent<Start> | undefined;
  readonly snapshot: Snapshot;
  readonly goodUntil: number;
  readonly route: string;
  readonly tag: string;
  readonly head: AnswerHead;
}

export interface AnswerCacheOptions<Start> {
  /** The memory that the start of an answer takes. */
  readonly bytesOf: (start: Start) => number;
  /** By default, answers have no coding. */
  readonly codingFor?: CodingFor;
}

const limits = { entries: 6_000, bytes: 24 * 1024 * 1024 } as const;

/** About what an entry takes without its key and its content. */
const entryBytes = 2 * 1024;

export const answerCache = <Start>(
  { cache: { snapshot, counter } }: Pick<Cms, 'cache'>,
  clock: Clock,
  { bytesOf, codingFor = () => undefined }: AnswerCacheOptions<Start>,
): AnswerCache<Start> => {
  const entries = boundedEntries<Entry<Start>>(limits);
  counter.measure(entries.usage);

  const repeatEntry = async <T>(
    entry: Entry<Start>,
    { key }: Reuse,
    asking: Asking,
    send: (answer: Repeated<Start>) => T | undefined,
  ): Promise<T | undefined> => {
    const current = await snapshot().catch(() => undefined);
    const ttlMs = entry.goodUntil - clock.now();
    if (current !== entry.snapshot || ttlMs <= 0) {
      entries.drop(key, entry);
      return undefined;
    }
    const answer = repeated(entry, ttlMs, asking);
    const sent = answer && send(answer);
    if (sent !== undefined) counter.count(true);
    return sent;
  };

  return {
    reuseOf: (request) => {
      const key = keyOf(request, codingFor);
      return key === undefined ? undefined : openReuse(key, clock);
    },

    repeat: (reuse, asking, send) => {
      const entry = entries.find(reuse.key);
      return entry && repeatEntry(entry, reuse, asking, send);
    },

    add: ({ key, good }, { status, content, route, fields }) => {
      const isWhole = status === 200 && content !== undefined;
      if (good === undefined || !(isWhole || status === 304)) return;
      const head = headOf(fields());
      const entry = {
        content: isWhole ? content : undefined,
        snapshot: good.snapshot,
        goodUntil: good.until,
        route,
        tag: fieldOf(head, 'etag') ?? '',
        head,
      };
      const size = isWhole ? bytesOf(content.start) : 0;
      entries.add(key, entry, entryBytes + key.length + size);
    },
  };
};

/** @returns undefined if the client needs the content, and it is not here. */
const repeated = <Start>(
  { content, head, tag, route }: Entry<Start>,
  ttlMs: number,
  { requestId, ifNoneMatch, elapsedMs }: Asking,
): Repeated<Start> | undefined => {
  const timing = timingOf(elapsedMs(), 0);
  const cache = { active: true, hit: true, source: 'memory', ttlMs } as const;
  const own: OwnValues = { 'X-Request-Id': requestId, ...cacheHeaders(cache, timing.total) };
  if (matchesTag(ifNoneMatch, tag)) {
    return { status: 304, route, head: filled(withoutContent(head), own) };
  }
  if (content === undefined) return undefined;
  return {
    status: 200,
    route,
    headWith: (length) => filled(head, { ...own, 'Content-Length': length }),
    start: content.start,
    end: content.renderEnd?.({ cache, timing }) ?? '',
  };
};

const openReuse = (key: string, clock: Clock): Reuse => {
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

/** Lets equal requests have the answer of an operation, if its request has a key. @returns see `Reuse.allow`. */
export const allowReuse =
  (state: { readonly operation?: Operation; readonly reuse?: Reuse }) =>
  (reusable: Reusable): number =>
    // The effect of other headers is unknown.
    state.operation?.headers === undefined ? (state.reuse?.allow(reusable) ?? 0) : 0;
