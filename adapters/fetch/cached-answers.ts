import { hash } from 'node:crypto';
import { boundedEntries, type Clock, type Cms, type Snapshot } from '../../core/index.ts';
import { matchesTag } from '../http/answer/entity-tag.ts';
import type { LateJson } from '../http/answer/late-json.ts';
import { cacheHeaders, timingOf } from '../http/answer/read-facts.ts';
import { credentialOf } from '../http/caller/caller.ts';
import { headerOf, type RequestHead } from '../http/request-head.ts';
import type { AnswerState } from './answer-state.ts';
import { waitingText } from './waiting-body.ts';

/** Complete answers with content. While the store has their snapshot, equal requests get them again. */
export interface CachedAnswers {
  /** @returns undefined for a request that must be answered by its operation. */
  readonly find: (head: RequestHead, state: AnswerState) => Promise<Response | undefined>;
  /** Caches an answer that equal requests may have: see `AnswerState.reuse`. */
  readonly add: (head: RequestHead, state: AnswerState, response: Response) => void;
}

interface Entry {
  readonly text: string;
  readonly renderEnd: LateJson['renderEnd'];
  readonly headers: Headers;
  readonly snapshot: Snapshot;
  readonly goodUntil: number;
}

const limits = { entries: 1_000, bytes: 16 * 1024 * 1024 } as const;

export const cachedAnswers = (
  { cache: { snapshot, counter } }: Pick<Cms, 'cache'>,
  clock: Clock,
): CachedAnswers => {
  const entries = boundedEntries<Entry>(limits);
  counter.measure(entries.usage);
  return {
    find: async (head, state) => {
      const key = keyOf(head);
      const entry = key === undefined ? undefined : entries.find(key);
      if (key === undefined || entry === undefined) return undefined;
      const current = await snapshot().catch(() => undefined);
      const ttlMs = entry.goodUntil - clock.now();
      if (current !== entry.snapshot || ttlMs <= 0) {
        entries.drop(key, entry);
        return undefined;
      }
      counter.count(true);
      return answerAgain(entry, ttlMs, head, state);
    },

    add: (head, { reuse, sent }, { status, headers }) => {
      const key = keyOf(head);
      if (key === undefined || reuse === undefined || sent === undefined || status !== 200) return;
      const { text, renderEnd } = sent;
      const goodUntil = clock.now() + reuse.lifetimeMs;
      const entry = { text, renderEnd, headers, snapshot: reuse.snapshot, goodUntil };
      // Two bytes for each character, and about as much as the headers take.
      entries.add(key, entry, 2 * (key.length + text.length) + 2_048);
    },
  };
};

const answerAgain = (
  { text, renderEnd, headers: stored }: Entry,
  ttlMs: number,
  head: RequestHead,
  state: AnswerState,
): Response => {
  const timing = timingOf(state.elapsedMs(), 0);
  const cache = { active: true, hit: true, source: 'memory', ttlMs } as const;
  const headers = new Headers(stored);
  const own = { 'X-Request-Id': state.requestId, ...cacheHeaders(cache, timing.total) };
  for (const [name, value] of Object.entries(own)) headers.set(name, String(value));
  if (matchesTag(head.headers['if-none-match'], headers.get('ETag') ?? '')) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  if (head.method === 'HEAD') return new Response(null, { headers });
  const body = text + (renderEnd?.({ cache, timing }) ?? '');
  return new Response(waitingText(state, body), { headers });
};

const maxLength = 1_024;

/**
 * Equal for requests that have the same answer while nothing changes: everything of a request that decides about an
 * answer with content. HEAD has the answer of GET.
 */
const keyOf = (head: RequestHead): string | undefined => {
  const { method, path, querystring, headers } = head;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const credential = credentialOf(headers);
  const caller =
    credential && `${credential.kind} ${hash('sha256', credential.value, 'base64url')}`;
  const preference = headerOf(head, 'Prefer');
  // No URL and no header contains a line feed.
  const key = [caller, preference, path, querystring].join('\n');
  return key.length <= maxLength ? key : undefined;
};
