import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';
import { clientKey } from './client-address.ts';

/** Limits how many requests of this process stay open at the same time, for one client and in all. */
export interface Seats {
  /**
   * Takes a seat.
   *
   * @param client the address of the caller.
   * @returns gives the seat back; must be called exactly once.
   * @throws DomainError `rate_limited` if the client has too many seats; `overloaded` if all are taken.
   */
  take(client: string): () => void;
  /** How many are taken. */
  readonly taken: number;
}

export interface SeatLimits {
  readonly ofClient: number;
  readonly inAll: number;
}

const retry = { retryAfterMs: 5 * second } as const;

export const seats = ({ ofClient, inAll }: SeatLimits): Seats => {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    get taken() {
      return total;
    },
    take: (client) => {
      const key = clientKey(client);
      const count = taken.get(key) ?? 0;
      if (count >= ofClient) {
        const details = `At most ${ofClient} can be open for one address. Close others first`;
        throw new DomainError('rate_limited', 'Too many open requests', { details, ...retry });
      }
      if (total >= inAll) {
        const details = 'Try again later, or read without waiting';
        throw new DomainError('overloaded', 'Too many readers are waiting', { details, ...retry });
      }
      taken.set(key, count + 1);
      total += 1;
      return () => {
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
        total -= 1;
      };
    },
  };
};
