import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  joinChunks,
  lengthOfChunks,
  type Cms,
  type FoundText,
  type KeptText,
  type MemoryEntry,
} from '../../../core/index.ts';
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
import { writeHead, type Current } from './head-template.ts';
import type { AskedAnswer, KnownRequest } from './known-requests.ts';

/** An answer whose text is in memory. */
export interface KeepableAnswer {
  readonly kept: KeptText;
  /** Renders what follows the text. Without it, the text is the whole body. */
  readonly renderEnd?: (timing: Timed<unknown>['timing']) => string;
}

/** A complete answer, except for its text and for what differs for each response. */
export interface KeptAnswer extends Pick<KeepableAnswer, 'renderEnd'> {
  readonly entry: MemoryEntry;
  readonly tag: string;
}

/** Complete answers in memory. */
export interface KeptAnswers {
  /** Keeps an answer. @param tag its `ETag`. */
  readonly keep: (
    known: KnownRequest,
    asked: AskedAnswer,
    keepable: KeepableAnswer,
    tag: string,
  ) => void;
  /**
   * Sends the answer, if it is in memory; while the cache plugin is off, once it is certain that nothing has
   * changed.
   *
   * @returns whether it was sent.
   */
  readonly send: (
    known: KnownRequest,
    asked: AskedAnswer,
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ) => boolean | Promise<boolean>;
}

/** A compressed text. Made when a request accepts it, for later ones. */
type Compressed = Readonly<Partial<Record<ContentCoding, CompressedStart>>>;

const nothing = Buffer.alloc(0);
const fromMemory = { active: true, hit: true, source: 'memory' } as const;

/** What an answer takes in memory, without texts. Requests share heads. */
const answerBytes = 256;

export const keptAnswers = ({ renderedContent }: Pick<Cms, 'renderedContent'>): KeptAnswers => {
  const compressed = new WeakMap<KeptText, Compressed>();

  /** Texts that are being compressed, or could not be. */
  const compressing = new WeakSet<KeptText>();

  const compress = async (kept: KeptText, coding: ContentCoding): Promise<void> => {
    if (lengthOfChunks(kept.text) < compressibleBytes || compressing.has(kept)) return;
    compressing.add(kept);
    const start = await compressStart(joinChunks(kept.text), coding).catch(() => undefined);
    if (start === undefined) return;
    compressing.delete(kept);
    if (renderedContent.entryOf(kept, start.bytes.byteLength) === undefined) return;
    compressed.set(kept, { ...compressed.get(kept), [coding]: start });
  };

  /** @returns undefined if the text is not compressed yet. Then it is compressed for later requests. */
  const compressedFor = (
    kept: KeptText,
    coding: ContentCoding | undefined,
  ): CompressedStart | undefined => {
    if (coding === undefined) return undefined;
    const start = compressed.get(kept)?.[coding];
    if (start === undefined) void compress(kept, coding);
    return start;
  };

  const send = (
    { heads, route }: KnownRequest,
    { tag, renderEnd }: KeptAnswer,
    { kept, text, ttlMs }: FoundText,
    coding: ContentCoding | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ): void => {
    state.route = route;
    const timing = timingOf(state.elapsedMs(), 0);
    const current: Current = {
      'X-Request-Id': state.requestId,
      ETag: tag,
      ...(kept.isCached && cacheHeaders({ ...fromMemory, ttlMs }, timing.total)),
    };
    if (matchesTag(request.headers['if-none-match'], tag)) {
      writeHead(response, 304, heads.notModified, current);
      response.end();
      return;
    }
    const rest = renderEnd === undefined ? nothing : Buffer.from(renderEnd(timing));
    const start = compressedFor(kept, coding);
    const chunks = start === undefined ? text : [start.bytes];
    const end = start === undefined ? rest : compressEnd(start, rest);
    const length = lengthOfChunks(chunks) + end.byteLength;
    const head = start === undefined ? heads.whole : heads.compressed[start.coding];
    writeHead(response, 200, head, { ...current, 'Content-Length': length });
    const [only] = chunks;
    if (chunks.length === 1 && end.byteLength === 0) {
      response.end(only);
      return;
    }
    for (const chunk of chunks) response.write(chunk);
    response.end(end);
  };

  return {
    keep: (known, { coding }, { kept, renderEnd }, tag) => {
      const entry = renderedContent.entryOf(kept, answerBytes);
      known.answer = entry && { entry, tag, ...(renderEnd && { renderEnd }) };
      if (coding !== undefined) void compress(kept, coding);
    },

    send: (known, { coding }, request, response, state) => {
      const { answer } = known;
      const found = answer && renderedContent.findIn(answer.entry);
      if (answer === undefined || found === undefined) return false;
      if (found.kept.isCached) {
        send(known, answer, found, coding, request, response, state);
        return true;
      }
      // While the plugin is off, the application compresses every answer that is worth it.
      const isWorthIt = coding !== undefined && lengthOfChunks(found.text) >= compressibleBytes;
      if (isWorthIt && compressedFor(found.kept, coding) === undefined) return false;
      return renderedContent.isConfirmed(found.kept).then((isConfirmed) => {
        if (isConfirmed) send(known, answer, found, coding, request, response, state);
        return isConfirmed;
      });
    },
  };
};
