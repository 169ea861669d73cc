import type { IncomingMessage, ServerResponse } from 'node:http';
import { joinChunks, type Cms, type KeptText } from '../../../core/index.ts';
import { cacheHeaders } from './cache-headers.ts';
import type { RequestState } from '../request-state.ts';
import { timingOf, type Timed } from '../rest/envelope.ts';
import {
  compressEnd,
  compressibleBytes,
  compressStart,
  type CompressedStart,
} from './compression.ts';
import type { ContentCoding } from './content-coding.ts';
import { matchesTag } from './entity-tag.ts';
import { filled, type Current } from './head-template.ts';
import type { AskedAnswer, KnownRequest } from './known-requests.ts';

/** An answer whose text is in memory. */
export interface KeepableAnswer {
  readonly kept: KeptText;
  /** Renders what follows the text. Without it, the text is the whole body. */
  readonly renderEnd?: (timing: Timed<unknown>['timing']) => string;
}

/** Complete answers in memory, except for what differs for each response. */
export interface KeptAnswers {
  /** Keeps an answer. @param tag its `ETag`. */
  readonly keep: (
    asked: AskedAnswer,
    known: KnownRequest,
    keepable: KeepableAnswer,
    tag: string,
  ) => void;
  /** Sends the answer, if it is in memory. @returns whether it was sent. */
  readonly send: (
    asked: AskedAnswer,
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ) => boolean;
}

interface KeptAnswer extends KeepableAnswer {
  readonly text: Uint8Array;
  readonly known: KnownRequest;
  readonly tag: string;
  /** The compressed text. Made when a request accepts it, for later ones. */
  readonly br?: CompressedStart;
  readonly gzip?: CompressedStart;
}

/** What an answer takes in memory, without texts. Requests share heads. */
const answerBytes = 512;

export const keptAnswers = ({ renderedContent }: Pick<Cms, 'renderedContent'>): KeptAnswers => {
  const keep = (key: string, answer: KeptAnswer): void => {
    const { kept, br, gzip } = answer;
    const compressed = (br?.bytes.byteLength ?? 0) + (gzip?.bytes.byteLength ?? 0);
    renderedContent.keepAnswer(kept, key, answer, answerBytes + compressed);
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
    keep: ({ key, coding }, known, keepable, tag) => {
      const answer = { ...keepable, text: joinChunks(keepable.kept.text), known, tag };
      keep(key, answer);
      if (coding !== undefined) compress(key, answer, coding);
    },

    send: ({ key, coding }, request, response, state) => {
      const found = renderedContent.findAnswer<KeptAnswer>(key);
      if (found === undefined) return false;
      const { value: answer, ttlMs } = found;
      const { renderEnd, known, tag } = answer;
      state.route = known.route;
      const timing = timingOf(state.elapsedMs(), 0);
      const current: Current = {
        'X-Request-Id': state.requestId,
        ETag: tag,
        ...cacheHeaders({ active: true, hit: true, source: 'memory', ttlMs }, timing.total),
      };
      if (matchesTag(request.headers['if-none-match'], tag)) {
        response.writeHead(304, filled(known.heads.notModified, current));
        response.end();
        return true;
      }
      const rest = Buffer.from(renderEnd === undefined ? '' : renderEnd(timing));
      const start = coding && answer[coding];
      if (coding !== undefined && start === undefined) compress(key, answer, coding);
      const text = start === undefined ? answer.text : start.bytes;
      const end = start === undefined ? rest : compressEnd(start, rest);
      const length = text.byteLength + end.byteLength;
      const head = filled(known.heads.whole, { ...current, 'Content-Length': length });
      if (start !== undefined) head.push('Content-Encoding', start.coding);
      response.writeHead(200, head);
      if (end.byteLength > 0) response.write(text);
      response.end(end.byteLength > 0 ? end : text);
      return true;
    },
  };
};
