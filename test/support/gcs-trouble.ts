/** What a request is about. */
export type Step =
  | 'insert'
  | 'session'
  | 'part'
  | 'query'
  | 'media'
  | 'metadata'
  | 'list'
  | 'delete';

/** Concerns the request, or the answer as a whole. */
export type RequestFault =
  /** Answers with this status and does nothing. */
  | { readonly kind: 'status'; readonly status: number }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Answers later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Ends the connection and does nothing. */
  | { readonly kind: 'cut' }
  /** Does what it is asked, and ends the connection in place of the answer. */
  | { readonly kind: 'cut-answer' }
  /** Acknowledges an upload and keeps nothing. */
  | { readonly kind: 'forget' };

/** Concerns the bytes on their way in or out. */
export type ByteFault =
  /** Ends the connection after so many bytes of the object. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Sends so many bytes of the object as if that were all. */
  | { readonly kind: 'shorten'; readonly bytes: number }
  /** Sends so many bytes of the object, then no more. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Changes the first byte that comes or goes. */
  | { readonly kind: 'corrupt' }
  /** Says of an upload that it has a byte less. */
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
  /** Requests that go well before. */
  wait: number;
  left: number;
}

/** The faults that are still to come. */
export class Trouble {
  #planned: Planned[] = [];

  /** After `after` requests, of one step or of any, the next `times` meet this fault. */
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
