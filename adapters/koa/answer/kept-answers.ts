import type { IncomingMessage, ServerResponse } from 'node:http';
import { joinChunks, type Actor, type Cms, type KeptText } from '../../../core/index.ts';
import { credentialOf, type Credential } from '../caller/caller.ts';
import { anonymousReader, classOf, knownReaders } from '../caller/known-readers.ts';
import type { RequestState, Step } from '../request-state.ts';
import { timingOf, type Timed } from '../rest/envelope.ts';
import { hostCount } from '../steps/assert-target.ts';
import { logWhenClosed, requestIdOf, type RequestLogOptions } from '../steps/request-log.ts';
import {
  compressEnd,
  compressibleBytes,
  compressStart,
  type CompressedStart,
} from './compression.ts';
import { codingFor, type ContentCoding } from './content-coding.ts';
import { matchesTag } from './entity-tag.ts';
import { filled, headOf, withoutContent, type Current, type RawNames } from './kept-head.ts';

/** An answer whose text is in memory. */
export interface KeepableAnswer {
  readonly kept: KeptText;
  /** Renders what follows the text. Without it, the text is the whole body. */
  readonly renderEnd?: (timing: Timed<unknown>['timing']) => string;
}

/** Answers from memory, before any step of the application runs. */
export interface KeptAnswers {
  /** Keeps the answers that handlers offer. Must be the first step. */
  readonly record: Step;
  /**
   * Sends the answer to the same request by a caller with the same rights, if it is in memory. It differs
   * from what the application would send only in what differs for each response.
   *
   * @returns whether it was sent.
   */
  readonly replay: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A complete answer, except for what differs for each response. */
interface KeptAnswer extends KeepableAnswer {
  readonly text: Uint8Array;
  readonly route: string;
  readonly tag: string;
  /** Names and values, by turns. */
  readonly head: readonly string[];
  /** The head of 304. */
  readonly notModifiedHead: readonly string[];
  /** The compressed text. Made when a request accepts it, for later ones. */
  readonly br?: CompressedStart;
  readonly gzip?: CompressedStart;
}

type KeptAnswersCms = Pick<Cms, 'accounts' | 'apiTokens' | 'renderedContent'>;

export const keptAnswers = (cms: KeptAnswersCms, options: RequestLogOptions): KeptAnswers => {
  const { accounts, apiTokens, renderedContent } = cms;
  const readers = knownReaders();

  const isCurrent = (actor: Actor): boolean => {
    if (actor.kind === 'user') return accounts.isCurrent(actor);
    return actor.kind === 'token' && apiTokens.isCurrent(actor);
  };

  /** @returns undefined if the caller has to be authenticated first. */
  const readerOf = (credential: Credential | undefined): string | undefined => {
    if (credential === undefined) return anonymousReader;
    const actor = readers.find(credential);
    return actor !== undefined && isCurrent(actor) ? classOf(actor) : undefined;
  };

  const keep = (key: string, answer: KeptAnswer): void => {
    const { kept, head, br, gzip } = answer;
    const compressed = (br?.bytes.byteLength ?? 0) + (gzip?.bytes.byteLength ?? 0);
    renderedContent.keepAnswer(kept, key, answer, 4 * head.join().length + compressed);
  };

  /** Answers whose text is being compressed, or could not be. */
  const compressing = new WeakSet<KeptAnswer>();

  const compress = (key: string, answer: KeptAnswer, coding: ContentCoding): void => {
    const { text } = answer;
    if (text.byteLength < compressibleBytes || compressing.has(answer)) return;
    compressing.add(answer);
    compressStart(text, coding).then(
      (start) => keep(key, { ...answer, [coding]: start }),
      () => undefined,
    );
  };

  return {
    record: async (ctx, next) => {
      await next();
      const { req, res, status, method } = ctx;
      const { keepable, actor, route = '' }: RequestState = ctx.state;
      if (keepable === undefined || actor === undefined) return;
      if (status !== 200 || method !== 'GET' || !isPlain(req)) return;
      const credential = credentialOf(req.headers);
      if (credential !== undefined) readers.add(credential, actor);
      const key = keyOf(req, classOf(actor));
      const head = headOf(res as RawNames);
      const tag = String(res.getHeader('ETag'));
      const text = joinChunks(keepable.kept.text);
      const answer = { ...keepable, text, route, tag, head, notModifiedHead: withoutContent(head) };
      keep(key, answer);
      const coding = codingFor(req.headers, credential?.kind === 'cookie');
      if (coding !== undefined) compress(key, answer, coding);
    },

    replay: (request, response) => {
      const startedAt = performance.now();
      const { method, headers } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const credential = credentialOf(headers);
      const reader = readerOf(credential);
      if (reader === undefined || !isPlain(request)) return false;
      const key = keyOf(request, reader);
      const found = renderedContent.findAnswer<KeptAnswer>(key);
      if (found === undefined) return false;
      const { value: answer, ttlMs } = found;
      const { renderEnd, route, tag } = answer;
      const requestId = requestIdOf(options, headers['x-request-id']);
      const elapsedMs = (): number => performance.now() - startedAt;
      logWhenClosed(options, response, { requestId, route, elapsedMs });
      const timing = timingOf(elapsedMs(), 0);
      const current: Current = {
        'X-Request-Id': requestId,
        'X-Cache-Status': 'HIT',
        'X-Cache-Source': 'memory',
        'X-Cache-TTL': String(Math.ceil(ttlMs / 1_000)),
        'X-Response-Time': `${timing.total}ms`,
      };
      const ifNoneMatch = headers['if-none-match'];
      if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, tag)) {
        response.writeHead(304, filled(answer.notModifiedHead, current));
        response.end();
        return true;
      }
      const rest = Buffer.from(renderEnd === undefined ? '' : renderEnd(timing));
      const coding = codingFor(headers, credential?.kind === 'cookie');
      const start = coding && answer[coding];
      if (coding !== undefined && start === undefined) compress(key, answer, coding);
      const text = start === undefined ? answer.text : start.bytes;
      const end = start === undefined ? rest : compressEnd(start, rest);
      const length = String(text.byteLength + end.byteLength);
      const head = filled(answer.head, { ...current, 'Content-Length': length });
      if (start !== undefined) head.push('Content-Encoding', start.coding);
      response.writeHead(200, head);
      if (method === 'HEAD') response.end();
      else if (end.byteLength === 0) response.end(text);
      else {
        response.write(text);
        response.end(end);
      }
      return true;
    },
  };
};

/** A request with one host and without a body. All others are answered by the application. */
const isPlain = (request: IncomingMessage): boolean => {
  const { headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return false;
  }
  return hostCount(request) === 1;
};

/** Everything of a request that changes the answer. No URL and no header contains a line feed. */
const keyOf = (
  { url, headers: { origin = '', prefer = '' } }: IncomingMessage,
  reader: string,
): string => [reader, origin, prefer, url].join('\n');
