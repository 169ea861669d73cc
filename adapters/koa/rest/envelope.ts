import type { ListMetaDto } from '../../../contracts/index.ts';
import type { Clock } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

type ElapsedMs = RequestContext['elapsedMs'];

export interface Timed<T> {
  readonly value: T;
  /** `total` is the time since the request arrived, `execution` that of the work. */
  readonly timing: ListMetaDto['timing'];
}

/** Runs the work and measures it. */
export const timed = async <T>(elapsedMs: ElapsedMs, work: () => Promise<T>): Promise<Timed<T>> => {
  const startMs = elapsedMs();
  const value = await work();
  return { value, timing: timingOf(elapsedMs(), startMs) };
};

export const timingOf = (endMs: number, startMs: number): ListMetaDto['timing'] => ({
  total: roundToMicros(endMs),
  execution: roundToMicros(endMs - startMs),
  unit: 'ms',
});

/** Rounds milliseconds to whole microseconds. */
const roundToMicros = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** ISO 8601 in UTC. */
export const timestampOf = (epochMs: number): string => new Date(epochMs).toISOString();

export interface ListAnswer<T> {
  readonly data: readonly T[];
  readonly meta: ListMetaDto;
}

/** The `meta` of a list that is never cached. */
export const listMetaOf = (
  clock: Clock,
  count: number,
  timing: ListMetaDto['timing'],
): ListMetaDto => ({
  count,
  timestamp: timestampOf(clock.now()),
  cache: { hit: false, source: 'database' },
  timing,
});

/** The envelope `{ data, meta }` of a list that is never cached. */
export const answerList = async <T>(
  clock: Clock,
  elapsedMs: ElapsedMs,
  read: () => Promise<readonly T[]>,
): Promise<ListAnswer<T>> => {
  const { value: data, timing } = await timed(elapsedMs, read);
  return { data, meta: listMetaOf(clock, data.length, timing) };
};

interface Deletion {
  readonly data: { readonly id: string; readonly deleted: boolean };
}

/** The answer to every deletion. @param id as in the request. */
export const answerDeletion = (id: string): Deletion => ({
  data: { id: id.toLowerCase(), deleted: true },
});
