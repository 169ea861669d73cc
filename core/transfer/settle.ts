import { isDomainError, type DomainError } from '../errors.ts';

export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DomainError };

/**
 * One record's failure must not be its neighbours': what the record caused becomes a value.
 *
 * @throws what is nobody's fault but the service's, an outage above all.
 */
export const settle = async <T>(work: () => Promise<T> | T): Promise<Settled<T>> => {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isDomainError(error) && error.kind !== 'unavailable') return { ok: false, error };
    throw error;
  }
};
