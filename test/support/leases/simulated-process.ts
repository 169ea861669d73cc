import type { Pace } from '../../../adapters/postgres/leases/pace.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How a simulated network and its processes misbehave: probabilities, and times in milliseconds. */
export interface NetworkFaults {
  readonly lostMessages: number;
  readonly lostAnswers: number;
  readonly slowCalls: number;
  /** Whether blocks are too long for messages. */
  readonly hasLongBlocks: boolean;
}

/** A process with a clock of its own rate, on a machine of its own. */
export interface SimulatedProcess {
  readonly pace: Pace;
  /** Runs the event when the process runs; never, if it was killed. */
  readonly run: (event: () => void) => void;
  /** Answers a request. One that arrives during a pause waits in the socket. */
  readonly handle: <T>(request: () => Promise<T>) => Promise<T>;
  /** Calls another process, which answers with `done`. The answer takes time and may get lost. */
  readonly call: <T>(step: (done: (value: T) => void) => void) => Promise<T>;
  /** How long a message takes, in milliseconds. */
  readonly delay: () => number;
  /** Nothing runs or arrives for some time, and then everything at once. Without effect while it is suspended. */
  readonly pause: (ms: number) => void;
  /** The same for its machine, whose monotonic clock stops. */
  readonly suspend: (ms: number) => void;
  readonly kill: () => void;
}

const answerTimeoutMs = 2_000;

export const simulatedProcess = (time: VirtualTime, network: NetworkFaults): SimulatedProcess => {
  const start = time.now();
  const rate = time.between(0.95, 1.05);
  let suspendedMs = 0;
  let isSuspended = false;
  let isAlive = true;
  let paused: object | undefined;
  const waiting: (() => void)[] = [];

  const pause = (ms: number): void => {
    if (isSuspended) return;
    const own = {};
    paused = own;
    time.at(ms, () => {
      if (paused !== own) return;
      paused = undefined;
      for (const event of waiting.splice(0)) time.at(0, () => run(event));
    });
  };

  const run = (event: () => void): void => {
    if (!isAlive) return;
    if (paused === undefined) event();
    else waiting.push(event);
  };

  const delay = (): number =>
    time.random() < network.slowCalls ? time.between(50, 1_500) : time.between(0.1, 3);

  return {
    run,
    pause,
    delay,
    pace: {
      monotonic: () => (time.now() - start - suspendedMs) * rate,
      wall: () => time.now(),
      after: (ms, event) => time.at(ms / rate, () => run(event)),
    },

    handle: async (request) => {
      await new Promise<void>((resolve) => {
        run(resolve);
      });
      return request();
    },

    call: (step) =>
      new Promise((resolve, reject) => {
        const fail = (error: Error): void => run(() => reject(error));
        const isLost = time.random() < network.lostAnswers;
        const cancel = time.at(answerTimeoutMs, () => fail(new Error('aborted')));
        const answer = (event: () => void): void => {
          if (isLost) return;
          time.at(delay(), () =>
            run(() => {
              cancel();
              event();
            }),
          );
        };
        time.at(delay(), () => {
          try {
            step((value) => answer(() => resolve(value)));
          } catch (error) {
            const rejection = error instanceof Error ? error : new Error(String(error));
            answer(() => reject(rejection));
          }
        });
      }),

    suspend: (ms) => {
      if (isSuspended) return;
      // First: what waited must not see the clock from before.
      time.at(ms, () => {
        isSuspended = false;
        suspendedMs += ms;
      });
      pause(ms);
      isSuspended = true;
    },

    kill: () => {
      isAlive = false;
    },
  };
};
