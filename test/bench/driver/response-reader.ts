export interface ResponseHead {
  readonly status: number;
  /** The status line and the headers. */
  readonly text: string;
}

export interface Received extends ResponseHead {
  /** The number of bytes of the body. */
  readonly length: number;
  /** Empty unless the body was requested. */
  readonly body: Buffer;
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const nothing = Buffer.alloc(0);

/**
 * Reads the responses of one connection, one at a time. It counts bytes and keeps none of them, except
 * those of bodies for which `keepsBody` returns true.
 *
 * @returns a function that takes the received bytes, which may be overwritten afterwards.
 */
export const responseReader = (
  keepsBody: (head: ResponseHead) => boolean,
  onResponse: (received: Received) => void,
): ((bytes: Buffer) => void) => {
  let state: 'head' | 'body' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' = 'head';
  let pending = nothing;
  let head: ResponseHead = { status: 0, text: '' };
  let keeps = false;
  let remaining = 0;
  let length = 0;
  let parts: Buffer[] = [];

  const finish = (): void => {
    const body = parts.length === 0 ? nothing : Buffer.concat(parts);
    const received = { ...head, length, body };
    state = 'head';
    length = 0;
    parts = [];
    onResponse(received);
  };

  /** @returns the text before `end`, or undefined if it has not arrived completely. */
  const takeUntil = (bytes: Buffer, end: Buffer): { text: string; rest: Buffer } | undefined => {
    const all = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    const at = all.indexOf(end);
    if (at < 0) {
      pending = Buffer.from(all);
      return undefined;
    }
    pending = nothing;
    return { text: all.toString('latin1', 0, at), rest: all.subarray(at + end.length) };
  };

  const beginBody = (text: string): void => {
    const status = Number(text.slice(9, 12));
    const [, digits = '0'] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? [];
    head = { status, text };
    keeps = keepsBody(head);
    remaining = status === 304 || status === 204 ? 0 : Number(digits);
    if (/\r\ntransfer-encoding: *chunked/i.test(text)) state = 'chunk-size';
    else if (remaining === 0) finish();
    else state = 'body';
  };

  const beginChunk = (text: string): void => {
    const size = Number.parseInt(text, 16);
    if (Number.isNaN(size)) throw new Error(`This is not the size of a chunk: ${text}`);
    remaining = size;
    state = size === 0 ? 'trailer' : 'chunk';
  };

  const takeBody = (bytes: Buffer): Buffer => {
    const part = bytes.subarray(0, remaining);
    if (keeps) parts.push(Buffer.from(part));
    length += part.length;
    remaining -= part.length;
    if (remaining === 0) {
      if (state === 'body') finish();
      else state = 'chunk-end';
    }
    return bytes.subarray(part.length);
  };

  return (received) => {
    let bytes = received;
    while (bytes.length > 0) {
      if (state === 'body' || state === 'chunk') {
        bytes = takeBody(bytes);
        continue;
      }
      const taken = takeUntil(bytes, state === 'head' ? headEnd : lineEnd);
      if (taken === undefined) return;
      bytes = taken.rest;
      if (state === 'head') beginBody(taken.text);
      else if (state === 'chunk-size') beginChunk(taken.text);
      else if (state === 'chunk-end') state = 'chunk-size';
      else if (taken.text === '') finish();
    }
  };
};
