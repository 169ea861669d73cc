import type { Reserve } from '../../../core/index.ts';

/** The bytes of responses that are not sent yet, or that a stream may hold, in all and per client. */
export interface ByteCounts {
  /** Counts bytes of one client. @param client the address by which limits count. */
  readonly reserve: (client: string, bytes: number) => ReturnType<Reserve>;
}

const mebibyte = 1024 * 1024;

/** Smaller answers are not worth counting. */
export const countedBytes: number = 64 * 1024;

/** What the stream of an answer holds at most: a portion, and the item that waits; or pieces of a file. */
export const streamBytes = { values: 4 * mebibyte, file: 128 * 1024 } as const;

/** Readers that are slower than the service let responses pile up in memory. */
const limits = { all: 128 * mebibyte, client: 32 * mebibyte } as const;

export const byteCounts = (): ByteCounts => {
  let all = 0;
  const clients = new Map<string, number>();

  const add = (client: string, bytes: number): void => {
    all += bytes;
    const own = (clients.get(client) ?? 0) + bytes;
    if (own === 0) clients.delete(client);
    else clients.set(client, own);
  };

  return {
    reserve: (client, bytes) => {
      const own = clients.get(client) ?? 0;
      if (all + bytes > limits.all || own + bytes > limits.client) return undefined;
      add(client, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) add(client, -bytes);
        isHeld = false;
      };
    },
  };
};
