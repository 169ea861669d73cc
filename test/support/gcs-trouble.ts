/** The kind of a request. */
export type Step =
  | 'insert'
  | 'session'
  | 'part'
  | 'query'
  | 'media'
  | 'metadata'
  | 'list'
  | 'delete';

/** A fault of a whole request or response. */
export type RequestFault =
  /** Responds with this status and does nothing. */
  | { readonly kind: 'status'; readonly status: number }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** Responds after a delay. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Closes the connection and does nothing. */
  | { readonly kind: 'cut' }
  /** Carries out the request and closes the connection instead of responding. */
  | { readonly kind: 'cut-answer' }
  /** Acknowledges an upload and discards the object. */
  | { readonly kind: 'discard' };

/** A fault of the bytes sent or received. */
export type ByteFault =
  /** Closes the connection after this many bytes of the object. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Sends this many bytes of the object as if they were the whole object. */
  | { readonly kind: 'shorten'; readonly bytes: number }
  /** Sends this many bytes of the object, then stalls. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Flips a bit in the first byte received or sent. */
  | { readonly kind: 'corrupt' }
  /** Reports a size that is one byte too small. */
  | { readonly kind: 'misreport' };

export type Fault = RequestFault | ByteFault;

export interface Plan {
  readonly step?: Step;
  readonly after?: number;
  readonly times?: number;
}

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
  plan(fault: Fault, { step, after = 0, times = 1 }: Plan = {}): void {
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
