import type {
  FeedState,
  OutboxRepository,
  PlacedEvent,
} from '../ports/repositories/outbox-repository.ts';

/** What follows a position, and what was read because of it. */
export interface SharedEvents {
  readonly feed: FeedState;
  /** Undefined if some of them were removed. */
  readonly events: readonly PlacedEvent[] | undefined;
  /** What `read` returned to the first reader who asked with the key: it is at least as new as the events. */
  readonly share: <T>(key: string, read: () => Promise<T> | T) => Promise<T>;
}

/** How many events one page looks at. */
export const eventsMax = 1_000;

/** Of how many positions something is kept: most readers are at one, and slow ones must not fill the memory. */
const positionsMax = 16;

/** Reads once what many readers need. Keeps it until it is told to forget. */
export const sharedEvents = (outbox: Pick<OutboxRepository, 'listAfter'>) => {
  const held = new Map<string, Promise<SharedEvents>>();

  const read = async (feed: FeedState, position: number): Promise<SharedEvents> => {
    const events = await outbox.listAfter(position, eventsMax);
    const found = new Map<string, Promise<unknown>>();
    const share: SharedEvents['share'] = async <T>(key: string, readOne: () => Promise<T> | T) => {
      const value = found.get(key) ?? Promise.resolve(readOne());
      found.set(key, value);
      return value as Promise<T>;
    };
    return { feed, events, share };
  };

  return {
    after: (feed: FeedState, position: number): Promise<SharedEvents> => {
      const key = `${feed.epoch} ${feed.head} ${position}`;
      const existing = held.get(key);
      if (existing !== undefined) return existing;
      const reading = read(feed, position);
      held.set(key, reading);
      for (const oldest of held.keys()) {
        if (held.size <= positionsMax) break;
        held.delete(oldest);
      }
      return reading;
    },
    forget: () => held.clear(),
  };
};
