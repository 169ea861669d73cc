import type { Actor } from '../model/actor.ts';
import type { Timer } from '../ports/time.ts';
import { DomainError } from '../primitives/errors.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { second } from '../primitives/time.ts';
import { clientKey } from './client-address.ts';

/** A read that costs at most so many bytes never waits. */
export const freeReadBytes: number = 2 ** 20;

/**
 * What a page costs for each entry before it: one that an index alone skips, or one that is looked up in a table. It
 * takes about as much time as so many bytes of {@link Spend}.
 */
export const skipBytes = { inIndex: 16, lookedUp: 512 } as const;

/** How many costly reads of one client can wait, and how long. */
const waitingMax = 16;
export const costlyWaitMs: number = 10 * second;

/** Who reads. Costly reads of one client run one after the other. */
export interface Spender {
  readonly actor: Actor;
  /** The address of the client; undefined for what no request has caused. */
  readonly client?: string | undefined;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: Signal | undefined;
}

/**
 * Says that the read is about to cost so many bytes more: what it reads, parses or compares, or what takes as much time.
 * Beyond {@link freeReadBytes} in all, it waits for its turn, which it then has until it ends.
 *
 * @throws DomainError `overloaded` if too many reads of the client wait, if the wait takes too long, or if the reader has
 *   left.
 */
export type Spend = (bytes: number) => Promise<void>;

/** Lets few reads whose cost the caller chooses run at the same time, so that they do not slow down the others. */
export interface CostlyReads {
  /** Runs a read. One that needs its turn must not wait for another `run` of the same reader. */
  run<T>(reader: Spender, read: (spend: Spend) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly key: string;
  readonly signal: Signal;
  readonly admit: (isAdmitted: boolean) => void;
}

/** @param slots how many of them have their turn at the same time. */
export const costlyReads = (timer: Timer, slots = 2): CostlyReads => {
  /** The clients whose reads have a slot. */
  const running = new Set<string>();
  /** In the order of their arrival. */
  const waiting = new Set<Waiting>();

  /** Gives the free slots to those who have waited longest, of the clients that have none. */
  const admitNext = (): void => {
    for (const each of waiting) {
      if (each.signal.aborted) {
        waiting.delete(each);
        each.admit(false);
      } else if (running.size < slots && !running.has(each.key)) {
        waiting.delete(each);
        running.add(each.key);
        each.admit(true);
      }
    }
  };

  const enter = async (key: string, signal: Signal): Promise<void> => {
    let admit: Waiting['admit'] = () => undefined;
    const admitted = new Promise<boolean>((resolve) => {
      admit = resolve;
    });
    const entry = { key, signal, admit };
    waiting.add(entry);
    admitNext();
    // Those who have left are no longer among them.
    const count = [...waiting].filter((each) => each.key === key).length;
    if (count > waitingMax) {
      waiting.delete(entry);
      throw tooManyCostly();
    }
    const result = await timer.within(admitted, costlyWaitMs);
    if (result.inTime && result.value) return;
    // Admitted and timed out at the same time: pass the slot on.
    if (!result.inTime && !waiting.delete(entry)) leave(key);
    throw tooManyCostly();
  };

  const leave = (key: string): void => {
    running.delete(key);
    admitNext();
  };

  return {
    run: async (reader, read) => {
      const key = readerKey(reader);
      let spent = 0;
      let hasSlot = false;
      const spend: Spend = async (bytes) => {
        spent += bytes;
        if (hasSlot || spent <= freeReadBytes) return;
        await enter(key, reader.signal ?? never);
        hasSlot = true;
      };
      try {
        return await read(spend);
      } finally {
        if (hasSlot) leave(key);
      }
    },
  };
};

/** One for each client: a token or a session, else an address. */
export const readerKey = ({ actor, client }: Spender): string => {
  if (actor.kind === 'token') return `token ${actor.tokenId}`;
  if (actor.kind === 'user') return `session ${actor.sessionId}`;
  return client === undefined ? actor.kind : clientKey(client);
};

export const tooManyCostly = (): DomainError =>
  new DomainError('overloaded', 'Too many costly reads are waiting', {
    details: 'Send fewer of them at the same time, or ask for less: smaller pages, indexed fields',
    retryAfterMs: 5 * second,
  });
