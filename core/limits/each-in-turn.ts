import type { Ports } from '../ports/ports.ts';
import { invalid, isDomainError, type DomainError } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import { pauses } from './pauses.ts';

/** What became of one entry of a bulk request; without an error, it is done. */
export interface EntryOutcome {
  readonly id: string;
  readonly error?: DomainError | undefined;
}

/** The ids of a bulk request, each once. @throws DomainError `invalid_input` for none, and for more than `max`. */
export const parseIds = (ids: readonly string[], max: number): readonly string[] => {
  if (ids.length === 0 || ids.length > max) {
    throw invalid('invalid_input', [{ path: 'ids', message: `must have 1 to ${max} entries` }]);
  }
  return [...new Set(ids.map((id) => readUuid(id) ?? id))];
};

/** @returns undefined if the work is done. @throws every error that is no `DomainError`. */
export const errorOf = async (work: () => Promise<unknown>): Promise<DomainError | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
};

/** Continues after a failure. Once the store is unreachable, the other entries fail at once. */
export const eachInTurn = async (
  dependencies: Pick<Ports, 'clock' | 'timer'>,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<readonly EntryOutcome[]> => {
  const pause = pauses(dependencies);
  const outcomes: EntryOutcome[] = [];
  let outage: DomainError | undefined;
  for (const id of ids) {
    const error = outage ?? (await errorOf(() => work(id)));
    if (error?.code === 'dependency_unavailable') outage = error;
    outcomes.push({ id, ...(error && { error }) });
    await pause();
  }
  return outcomes;
};
