import type { ServerResponse } from 'node:http';

/** What a double of a bucket responds. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The kind of a request. The last request of an upload in parts is a `part` or, on other services, `complete`. */
export type Step =
  | 'put'
  | 'start'
  | 'part'
  | 'complete'
  | 'abort'
  | 'get'
  | 'head'
  | 'list'
  | 'delete';

export type Fault =
  /** Responds with this status and does nothing. */
  | { readonly kind: 'status'; readonly status: number }
  /** Never responds, and calls `meanwhile` instead. */
  | { readonly kind: 'hang'; readonly meanwhile?: () => Promise<unknown> }
  /** Responds after this has resolved. */
  | { readonly kind: 'late'; readonly until: () => Promise<unknown> }
  /** Closes the connection and does nothing. */
  | { readonly kind: 'cut' }
  /** Carries out the request and closes the connection instead of responding. */
  | { readonly kind: 'cut-answer' }
  /** Acknowledges an upload and discards its object. */
  | { readonly kind: 'discard' }
  /** Closes the connection after this many bytes of the object. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Sends this many bytes of the object as if they were the whole object. */
  | { readonly kind: 'shorten'; readonly bytes: number }
  /** Sends this many bytes of the object, then stalls. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Flips a bit of the object, received or sent. */
  | { readonly kind: 'corrupt' };

interface Planned {
  readonly fault: Fault;
  readonly step: Step | undefined;
  /** The number of requests that succeed first. */
  wait: number;
  left: number;
}

/** The planned faults of a server. */
export class Trouble {
  #planned: Planned[] = [];

  /** After `after` requests of one step, or of any step, the next `times` requests have this fault. */
  plan(
    fault: Fault,
    { step, after = 0, times = 1 }: { step?: Step; after?: number; times?: number } = {},
  ): void {
    this.#planned.push({ fault, step, wait: after, left: times });
  }

  clear(): void {
    this.#planned = [];
  }

  take(step: Step): Fault | undefined {
    const due = this.#planned.find(
      (each) => each.left > 0 && (each.step === undefined || each.step === step),
    );
    if (due === undefined) return undefined;
    if (due.wait > 0) {
      due.wait -= 1;
      return undefined;
    }
    due.left -= 1;
    return due.fault;
  }
}

export const flipBit = (bytes: Buffer, at: number): void => {
  if (at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
};

/** Sends a response, or what a fault makes of it. A body of bytes is an object. */
export const sendAnswer = (response: ServerResponse, answer: Answer, fault?: Fault): void => {
  const bytes = Buffer.from(answer.body ?? '');
  const isMedia = Buffer.isBuffer(answer.body);
  if (isMedia && fault?.kind === 'corrupt') flipBit(bytes, 0);
  const limit = isMedia && fault && 'bytes' in fault ? fault.bytes : bytes.length;
  const length = fault?.kind === 'shorten' ? limit : bytes.length;
  response.writeHead(answer.status, {
    ...(answer.status !== 204 && { 'content-length': String(length) }),
    ...answer.headers,
  });
  const sent = bytes.subarray(0, limit);
  if (fault?.kind === 'stall') response.write(sent);
  else if (fault?.kind === 'truncate') response.write(sent, () => response.destroy());
  else response.end(sent);
};
