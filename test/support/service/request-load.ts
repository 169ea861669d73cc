import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of one request. */
export interface Outcome {
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 if there was no response. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly etag: string | null;
  readonly body: string;
}

/** Sends a request and returns its outcome. Never throws. */
export const attempt = async (url: string, init: RequestInit): Promise<Outcome> => {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, init);
    const body = await response.text();
    const { status, headers } = response;
    const [retryAfter, etag] = [headers.get('Retry-After'), headers.get('ETag')];
    return { startedAt, endedAt: performance.now(), status, retryAfter, etag, body };
  } catch (error) {
    const endedAt = performance.now();
    return { startedAt, endedAt, status: 0, retryAfter: null, etag: null, body: String(error) };
  }
};

export const asJson = (method: string, body: object, token?: string): RequestInit => ({
  method,
  headers: {
    'Content-Type': 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});

export interface Load {
  /** Resolves when every worker has finished its last request. */
  readonly stop: () => Promise<void>;
}

/** Starts workers that repeat `once`, with a pause of 50 ms. */
export const startLoad = (workers: number, once: (worker: number) => Promise<unknown>): Load => {
  let isOn = true;
  const running = Array.from({ length: workers }, async (_, worker) => {
    while (isOn) {
      await once(worker);
      await sleep(50);
    }
  });
  return {
    stop: async () => {
      isOn = false;
      await Promise.all(running);
    },
  };
};

/** The number of outcomes with each status. */
export const countStatuses = (outcomes: readonly Outcome[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
