import DataLoader from 'dataloader';
import { isDomainError } from '../../../core/store.ts';

export interface SharedReadsOptions<Key, Value> {
  /** Reads different keys with as few statements as possible, by their names. Missing ones may be left out. */
  readonly load: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>;
  /** Equal for keys that ask the same. */
  readonly nameOf: (key: Key) => string;
  /** The most keys that are loaded together. Unlimited by default. */
  readonly maxKeys?: number;
}

export type SharedRead<Key, Value> = (key: Key) => Promise<Value | undefined>;

/** How long reads wait for the end of the load before them, in milliseconds. It may be a slow one. */
const maxWaitMs = 10;

/**
 * Reads of one turn of the event loop are loaded together, and equal ones only once. So are the reads that begin
 * while another load runs: they wait for its end. A read never joins a load that has begun, so it misses
 * nothing that was stored before. Nothing is kept.
 *
 * If the database rejects a load, each key is loaded alone once: the error may concern another one.
 */
export const sharedReads = <Key, Value>({
  load,
  nameOf,
  maxKeys = Infinity,
}: SharedReadsOptions<Key, Value>): SharedRead<Key, Value> => {
  let running: Promise<unknown> | undefined;

  const loadAlone = async (key: Key): Promise<Value | undefined | Error> =>
    load([key]).then((found) => found.get(nameOf(key)), errorOf);

  const loadAll = async (keys: readonly Key[]): Promise<(Value | undefined | Error)[]> => {
    const unique = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    try {
      const found = await load(unique);
      return keys.map((key) => found.get(nameOf(key)));
    } catch (error) {
      // An unavailable database is so for all of them.
      if (unique.length === 1 || isDomainError(error)) return keys.map(() => errorOf(error));
      const read = unique.map(async (key) => [nameOf(key), await loadAlone(key)] as const);
      const alone = new Map(await Promise.all(read));
      return keys.map((key) => alone.get(nameOf(key)));
    }
  };

  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const loading = loadAll(keys);
      running = loading;
      const results = await loading;
      if (running === loading) running = undefined;
      return results;
    },
    {
      cache: false,
      maxBatchSize: maxKeys,
      batchScheduleFn: (send) => {
        // Runs when the requests that have arrived together have been handled.
        const begin = () => setImmediate(send);
        if (running === undefined) begin();
        else void endOf(running, maxWaitMs).then(begin);
      },
    },
  );
  return (key) => loader.load(key);
};

/** Resolves when the work ends, or after the time. */
const endOf = (work: Promise<unknown>, ms: number): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, ms, undefined);
  const end = (): void => {
    clearTimeout(timer);
    resolve(undefined);
  };
  work.then(end, end);
  return promise;
};

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error('A read failed', { cause: error });
