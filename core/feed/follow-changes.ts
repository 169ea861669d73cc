import { pageBytesOf, type PageBytes, type Reserve } from '../limits/reserve.ts';
import type { Seats } from '../limits/seats.ts';
import type { Actor } from '../model/actor.ts';
import { pageBytes } from '../model/content/content-item.ts';
import type { Clock } from '../ports/time.ts';
import { invalid, isDomainError } from '../primitives/errors.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { second } from '../primitives/time.ts';
import type { ChangePage } from './change.ts';
import { readPage, type PageRead, type ReadChanges } from './read-changes.ts';
import { isCallerUnchanged, readNext, type NextDependencies } from './read-next.ts';

export interface FollowChanges extends ReadChanges {
  readonly client: string;
}

export interface AwaitChanges extends FollowChanges {
  /** For how many seconds to wait, at most {@link waitMax}. Defaults to 0: does not wait. */
  readonly wait?: number | undefined;
}

type WaitDependencies = NextDependencies & { readonly feedSeats: Seats };

/** The longest time in seconds for which a read waits for changes. */
export const waitMax = 25;

/** A page of the stream comes at least this often, also without changes. */
const heartbeatMs = 15 * second;

/** What a page of the stream holds, in bytes of `data`: a slow reader keeps it in memory. One item always fits. */
const streamedBytes = 256 * 1_024;

const isAtEnd = ({ changes, hasMore }: ChangePage): boolean => changes.length === 0 && !hasMore;

export const awaitChanges =
  (dependencies: WaitDependencies) =>
  async (
    actor: Actor,
    { wait = 0, ...command }: AwaitChanges,
    signal: Signal = never,
  ): Promise<ChangePage> => {
    if (!Number.isSafeInteger(wait) || wait < 0 || wait > waitMax) {
      const message = `must be a whole number from 0 to ${waitMax}`;
      throw invalid('invalid_input', [{ path: 'wait', message }]);
    }
    const { clock, feedWatch, feedSeats } = dependencies;
    let found = await readPage(dependencies, actor, command);
    if (wait === 0 || !isAtEnd(found.page)) return found.page;
    const leave = feedSeats.take(command.client);
    try {
      const end = clock.now() + wait * second;
      for (;;) {
        const left = end - clock.now();
        if (left <= 0 || signal.aborted) return found.page;
        const mayHaveMoved = await feedWatch.wait(found.reader.end, left, signal);
        if (!mayHaveMoved) continue;
        found = await readNext(dependencies, actor, command, found, { maxBytes: pageBytes });
        if (!isAtEnd(found.page)) return found.page;
      }
    } finally {
      leave();
    }
  };

type StreamedSize = PageBytes & { readonly maxBytes: number };

export const followChanges =
  (dependencies: WaitDependencies) =>
  async (
    actor: Actor,
    command: FollowChanges,
    signal: Signal = never,
    reserve: Reserve = () => () => undefined,
  ): Promise<AsyncIterable<ChangePage>> => {
    const size = { maxBytes: streamedBytes, ...pageBytesOf(reserve) };
    try {
      const first = await readPage(dependencies, actor, command, size);
      return pagesFrom(dependencies, actor, command, first, size, signal);
    } catch (error) {
      size.free();
      throw error;
    }
  };

async function* pagesFrom(
  dependencies: WaitDependencies,
  actor: Actor,
  command: FollowChanges,
  first: PageRead,
  size: StreamedSize,
  signal: Signal,
): AsyncGenerator<ChangePage> {
  const { clock, feedWatch, feedSeats } = dependencies;
  const leave = takeSeat(feedSeats, command.client, size);
  try {
    let found = first;
    for (;;) {
      yield found.page;
      size.free();
      const sentAt = clock.now();
      do {
        const left = heartbeatMs - Math.max(0, clock.now() - sentAt);
        const isQuiet =
          !found.page.hasMore && !(await feedWatch.wait(found.reader.end, left, signal));
        if (signal.aborted || hasExpired(actor, clock)) return;
        if (isQuiet) {
          await isCallerUnchanged(dependencies, found.reader);
          found = { ...found, page: { ...found.page, changes: [] } };
          break;
        }
        found = await readNext(dependencies, actor, command, found, size);
      } while (isAtEnd(found.page));
    }
  } catch (error) {
    if (!isDomainError(error)) throw error;
  } finally {
    size.free();
    leave();
  }
}

const takeSeat = (seats: Seats, client: string, { free }: StreamedSize): (() => void) => {
  try {
    return seats.take(client);
  } catch (error) {
    free();
    throw error;
  }
};

/** Whether the time of the credential is over. */
const hasExpired = (actor: Actor, clock: Clock): boolean => {
  if (actor.kind !== 'user' && actor.kind !== 'token') return false;
  const { expiresAt = Infinity } = actor;
  const { secondFactorDueAt = Infinity } = actor.kind === 'user' ? actor : {};
  return Math.min(expiresAt, secondFactorDueAt) <= clock.now();
};
