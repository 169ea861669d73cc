import type { ListMetaDto } from '../../../../contracts/index.ts';
import type { Clock } from '../../../../core/index.ts';
import { timed } from '../../answer/read-facts.ts';
import type { RequestContext } from '../../request-context.ts';

type ElapsedMs = RequestContext['elapsedMs'];

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
