import type { SecondFactor } from '../../model/second-factor.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** Second factors, at most one for each account. A sweep removes those that were not confirmed before a time. */
export interface SecondFactorRepository extends Swept<EpochMs> {
  find(userId: string): Promise<SecondFactor | undefined>;

  /**
   * Stores a factor if that of its account still has the expected version or, for undefined, if there is none. Of concurrent
   * calls that expect the same, one stores.
   *
   * @returns whether it was stored.
   */
  replace(factor: SecondFactor, expected: string | undefined): Promise<boolean>;

  /** Deletes the factor of an account. @returns whether there was one. */
  delete(userId: string): Promise<boolean>;
}
