import type { RateLimiter, WebhookSender } from '../../core/index.ts';

export interface LimitCount {
  allowed: number;
  rejected: number;
}

export interface RequestCount {
  succeeded: number;
  failed: number;
}

/** What happened at the ports of this process since the start. */
export interface PortCounts {
  /** Attempts by the name of the limit. */
  readonly limits: ReadonlyMap<string, Readonly<LimitCount>>;
  /** Requests to the receivers of webhooks. */
  readonly webhooks: Readonly<RequestCount>;
}

/** Counts what passes through ports. Counting costs an addition. */
export interface PortCounter {
  readonly counts: PortCounts;
  readonly limiter: (limiter: RateLimiter) => RateLimiter;
  readonly sender: (sender: WebhookSender) => WebhookSender;
}

export const portCounter = (): PortCounter => {
  const limits = new Map<string, LimitCount>();
  const webhooks: RequestCount = { succeeded: 0, failed: 0 };
  const countOf = (key: string): LimitCount => {
    // What follows names the client.
    const name = key.slice(0, key.indexOf(':'));
    let count = limits.get(name);
    if (count === undefined) limits.set(name, (count = { allowed: 0, rejected: 0 }));
    return count;
  };
  return {
    counts: { limits, webhooks },
    limiter: (limiter) => ({
      attempt: async (key, limit) => {
        const rejection = await limiter.attempt(key, limit);
        countOf(key)[rejection === undefined ? 'allowed' : 'rejected'] += 1;
        return rejection;
      },
    }),
    sender: (sender) => ({
      refusalOf: (url) => sender.refusalOf(url),
      send: async (request) => {
        const response = await sender.send(request);
        const isSuccess = 'status' in response && response.status >= 200 && response.status < 300;
        webhooks[isSuccess ? 'succeeded' : 'failed'] += 1;
        return response;
      },
    }),
  };
};
