import type { Dependencies } from '../ports/ports.ts';
import type { ReaderPlace } from '../ports/repositories/outbox-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { minute, second } from '../primitives/time.ts';
import type { OnEvent, RecordedEvent } from './domain-event.ts';
import { recordedEvent, type RecordedDependencies } from './recorded-event.ts';
import type { StoredEvent } from './stored-event.ts';

type TellDependencies = RecordedDependencies &
  Pick<Dependencies, 'outbox' | 'ids' | 'timer' | 'log'>;

/** The name under which the outbox remembers the listener. */
const reader = 'onEvent';

/** If the process is killed, another one continues after this time. */
const leaseMs = 10 * second;

/** How often the claim is renewed while the listener works. */
const renewalMs = 3 * second;

const listenerMaxMs = 30 * second;

/** About a day: the first pauses double, the others are the longest one. */
const failuresMax = 296;
const firstPauseMs = second;
const longestPauseMs = 5 * minute;

/** How many events one step looks at. */
const eventsMax = 100;

/** What became of an event. `lost`: the claim ended meanwhile, and another instance may tell the event. */
type Outcome = 'heard' | 'failed' | 'lost';

/** The reader of the outbox for the listener of the application. See `EventUseCases`. */
export const eventTelling = (dependencies: TellDependencies, onEvent: OnEvent | undefined) => {
  const { outbox, ids } = dependencies;
  let hasBegun = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const begin = async (): Promise<void> => {
    if (onEvent === undefined || hasBegun) return;
    await outbox.addReader(reader, (await outbox.advance()).head);
    hasBegun = true;
  };

  const run = async (listener: OnEvent, signal: Signal): Promise<void> => {
    await begin();
    const { head } = await outbox.advance();
    const claim = ids.next();
    const place = await outbox.claimReader(reader, claim, head, leaseMs);
    if (place !== undefined) await tellFrom(dependencies, listener, claim, { place, head, signal });
  };

  return {
    begin,
    tell: async (signal: Signal): Promise<void> => {
      if (onEvent === undefined) return;
      // An earlier call may have read before the latest event: one call after it serves all that come meanwhile.
      if (running !== undefined) {
        next ??= running
          .catch(() => undefined)
          .then(() => {
            next = undefined;
            return start(onEvent, signal);
          });
        return next;
      }
      return start(onEvent, signal);
    },
  };

  function start(listener: OnEvent, signal: Signal): Promise<void> {
    running = run(listener, signal).finally(() => {
      running = undefined;
    });
    return running;
  }
};

interface Walk {
  readonly place: ReaderPlace;
  readonly head: number;
  readonly signal: Signal;
}

/** Tells what follows the place. Ends the claim, unless a pause after a failure keeps it. */
const tellFrom = async (
  dependencies: TellDependencies,
  listener: OnEvent,
  claim: string,
  { place, head, signal }: Walk,
): Promise<void> => {
  const { outbox, log } = dependencies;
  let { position, failures } = place;
  const move = (ms: number): Promise<boolean> =>
    outbox.moveReader(reader, claim, { position, failures }, ms);

  while (!signal.aborted && position < head) {
    const events = await outbox.listAfter(position, eventsMax);
    if (events === undefined) {
      log.warn('Events were removed before the listener for domain events got them');
      [position, failures] = [head, 0];
      break;
    }
    if (events.length === 0) break;
    for (const placed of events) {
      if (signal.aborted) break;
      const event = await recordedEvent(dependencies, JSON.parse(placed.event) as StoredEvent);
      if (event !== undefined) {
        const outcome = await tell(dependencies, listener, event, failures, () => move(leaseMs));
        if (outcome === 'lost') return;
        if (outcome === 'failed' && failures + 1 < failuresMax) {
          failures += 1;
          await move(pauseAfter(failures));
          return;
        }
      }
      [position, failures] = [placed.position, 0];
      if (event !== undefined && !(await move(leaseMs))) return;
    }
  }
  await move(0);
};

const pauseAfter = (failures: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);

/** @param renew keeps the claim. It returns false if the claim has ended. */
const tell = async (
  { timer, log }: TellDependencies,
  listener: OnEvent,
  event: RecordedEvent,
  failures: number,
  renew: () => Promise<boolean>,
): Promise<Outcome> => {
  try {
    const heard = (async () => listener(event))();
    for (let waitedMs = 0; waitedMs < listenerMaxMs; waitedMs += renewalMs) {
      const { inTime } = await timer.within(heard, renewalMs);
      if (inTime) return 'heard';
      if (!(await renew())) return 'lost';
    }
    throw new Error(`No end within ${listenerMaxMs} ms`);
  } catch (error) {
    const isLast = failures + 1 >= failuresMax;
    const message = isLast
      ? 'The listener for domain events failed for the last time: it does not get this event'
      : 'The listener for domain events failed; it gets the event again';
    log.error(message, { event: event.type, ...subjectOf(event) }, error);
    return 'failed';
  }
};

const subjectOf = (event: RecordedEvent): { readonly id: string } => {
  if ('item' in event) return { id: event.item.id };
  return { id: 'collection' in event ? event.collection.id : event.file.id };
};
