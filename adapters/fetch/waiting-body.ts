import { reserveOrRefuse } from '../../core/index.ts';
import { countedBytes } from '../http/answer/byte-counts.ts';
import type { AnswerState } from './answer-state.ts';

/*
 * The bytes of these bodies count as waiting until the client has taken them, or has left. Both throw DomainError
 * `overloaded` if too many wait to be sent already.
 */

type Waiting = Pick<AnswerState, 'reserve' | 'signal'>;

export const waitingText = (state: Waiting, text: string): string | ReadableStream<Uint8Array> => {
  if (text.length < countedBytes) return text;
  return freedAtEnd(oneChunk(text), state.signal, reserveOrRefuse(state.reserve, text.length));
};

/** @param bytes how many the stream holds at the same time. */
export const waitingStream = async (
  state: Waiting,
  bytes: number,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<ReadableStream<Uint8Array>> => {
  const free = reserveOrRefuse(state.reserve, bytes);
  try {
    return freedAtEnd(await open(), state.signal, free);
  } catch (error) {
    free();
    throw error;
  }
};

/** Without it, a stream holds what nobody has asked for. */
const nothingAhead = { highWaterMark: 0 } as const;

const freedAtEnd = (
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  free: () => void,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader();
  // Not every platform cancels a body that it has not begun to send.
  signal.addEventListener('abort', free);
  if (signal.aborted) free();
  const end = (): void => {
    signal.removeEventListener('abort', free);
    free();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    } catch (error) {
      end();
      throw error;
    }
  };
  const cancel = async (reason: unknown): Promise<void> => {
    end();
    await reader.cancel(reason);
  };
  return new ReadableStream<Uint8Array>({ pull, cancel }, nothingAhead);
};

const utf8 = new TextEncoder();

const oneChunk = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        controller.enqueue(utf8.encode(text));
        controller.close();
      },
    },
    nothingAhead,
  );
